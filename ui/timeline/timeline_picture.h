// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a collective for exports: a picture of any size, and its bars as a table.
#pragma once

#include <QByteArray>
#include <QSizeF>

#include <optional>

class QPainter;

namespace core
{
struct WholeCollective;
}

namespace ui
{

struct Snapshot;
struct Theme;
struct TimelineScene;

/// As many chips as there is room for, one at least; their rows fill the height.
TimelineScene layoutTimelinePicture(const core::WholeCollective&, const Snapshot&, const QSizeF&);

/// Fills `size` from the origin. With a position, a line stands at the moment when so many steps are done; 2.25 is
/// within the third. The same for the same arguments; every collective has a timeline. `collective` is that of the
/// scenario.
void paintTimelinePicture(QPainter&, const QSizeF& size, const Theme&, const core::WholeCollective& collective,
                          const Snapshot& snapshot, std::optional<double> position = std::nullopt);

/// A row for every bar: part,chip,row,step,content,start_s,end_s,arrival_s,exposed_s,bytes; plain numbers in SI.
QByteArray timelineCsv(const core::WholeCollective& collective, const Snapshot& snapshot);

} // namespace ui
