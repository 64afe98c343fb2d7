// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of a collective share when they are saved: cells of CSV, and the file they are written to.
#pragma once

#include <QString>

#include <functional>

class QIODevice;
class QWidget;

namespace ui
{

/// Quoted where it has to be.
QString csvCell(QString);

/// Asks where to, has it written, and tells what went wrong.
void saveTable(QWidget* parent, const QString& title, const QString& fileName,
               const std::function<bool(QIODevice&)>& write);

} // namespace ui
