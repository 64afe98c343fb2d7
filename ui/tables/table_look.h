// SPDX-License-Identifier: GPL-3.0-or-later
// How the tables beside the torus look and behave alike.
#pragma once

#include <QString>

class QTableView;

namespace ui
{

/// Rows to choose from, a head to sort by, no grid.
void styleTable(QTableView&, const QString& name);

/// Column `open` takes all room that the others leave, which have as much as their texts and heads need; the arrow of
/// the sorted one included, but of no other.
void keepRoomFor(QTableView&, int open);

} // namespace ui
