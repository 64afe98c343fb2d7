// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of a collective share when they are saved: cells of CSV, and the file they are written to.
#pragma once

#include <QString>

#include <functional>

class QIODevice;
class QWidget;

namespace ui
{

struct CollectiveCaption;

/// Quoted where it has to be.
QString csvCell(QString);

/// Writes rows; false where that failed.
using WriteRows = std::function<bool(QIODevice&)>;

/// Asks where to, writes the table there (the lines that tell of which collective it is, then the rows), and tells what
/// went wrong.
void saveTable(QWidget* parent, const QString& title, const QString& fileName, const CollectiveCaption&,
               const WriteRows&);

} // namespace ui
