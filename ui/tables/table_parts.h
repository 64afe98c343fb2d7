// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of a collective share: look and behaviour, cells of CSV, and the file they are written to.
#pragma once

#include <QString>

#include <functional>

class QByteArray;
class QIODevice;
class QTableView;
class QWidget;

namespace ui
{

struct CollectiveCaption;

/// Quoted where it has to be.
QString csvCell(const QString&);

/// Writes rows; false where that failed.
using WriteRows = std::function<bool(QIODevice&)>;

/// In the bar at the foot of the window, for a while.
void tellSaved(QWidget& part, const QString& path);

/// Asks where to, writes the table there (the lines that tell of which collective it is, then the rows), and tells what
/// went wrong.
void saveTable(QWidget* parent, const QString& title, const QString& fileName, const CollectiveCaption&,
               const WriteRows&);

/// The same of a whole table.
void saveTable(QWidget* parent, const QString& title, const QString& fileName, const QByteArray& table);

/// Rows to choose from, a head to sort by, no grid.
void styleTable(QTableView&, const QString& name);

/// Column `open` takes all room that the others leave, which have as much as their texts and heads need; the arrow of
/// the sorted one included, but of no other.
void keepRoomFor(QTableView&, int open);

} // namespace ui
