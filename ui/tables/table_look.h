// SPDX-License-Identifier: GPL-3.0-or-later
// How the tables beside the torus look and behave alike.
#pragma once

#include <QString>

class QTableView;

namespace ui
{

/// Rows to choose from, a head to sort by, no grid.
void dressTable(QTableView&, const QString& name);

} // namespace ui
