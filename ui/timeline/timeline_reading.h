// SPDX-License-Identifier: GPL-3.0-or-later
// What a timeline tells about a collective, in words and bars, before it is laid out at any size.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "ui/numbers/explained_cells.h"
#include "ui/session/snapshot.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace ui
{

/// A number that a click explains, with its formula in symbols and in values.
struct TimelineNumber {
    QString metric;
    QString value;
    QString symbols;
    QString values;
};

/// Rows that belong together: one algorithm.
struct TimelineSection {
    QString title;
    TimelineNumber time;
    core::Gantt gantt;
    bool serialized = false; // the serialized one, for comparison
};

struct TimelineReading {
    std::vector<TimelineSection> sections; // on one clock, above each other
    TimelineNumber saved, share; // by the second part, and of the first part's time; without value where there is
                                 // only one part; a loss without its sign
    double end = 0;              // of the longest part, in seconds
    core::WholeCollective collective;
    std::vector<int> chips; // whose rows are shown
    QString whose;          // why these, in words; empty where all are shown, or those that were asked for
    bool multiplies() const { return sections.size() > 1; }
};

/// A bar with all that it belongs to.
struct TimelineBar {
    const TimelineReading& reading;
    const TimelineSection& section;
    const core::GanttLane& lane;
    const core::GanttBar& bar;

    bool isProduct() const { return lane.row.multiplies(); }
};

/// Which chips have rows. `usual`: chip 0 of a matmul, else the chip that sends most.
struct TimelineChips {
    enum class Kind { usual, one, all };
    Kind kind = Kind::usual;
    int chip = 0;
    std::shared_ptr<const core::LinksOfChip> links = {}; // of `one`, where they were timed before
};

/// In which its times are told: bars differ by little.
inline constexpr int timelineDigits = 4;

/// Most chips that are shown at once.
inline constexpr int maxTimelineChips = 64;

TimelineReading readTimeline(const core::WholeCollective&, const Snapshot&, const TimelineChips& = {});
/// Leaves the rows of the first chips, fewer than there are.
void keepFirstChips(TimelineReading&, int count);
/// "Chip 5": as the torus numbers its chips.
QString chipTitle(const TimelineReading&, int chip);

/// "X+", "math": what a row belongs to.
QString rowName(const TimelineReading&, const core::GanttRow&);
/// "A₂", "A₂b", of sums "C₂": what is sent or multiplied. Empty where a message carries more than can be named.
QString barName(const TimelineBar&);
/// Shard by which a bar is coloured.
int shardOf(const TimelineBar&);
/// 0 or 1 for halves a and b, −1 for all of it.
int halfOf(const TimelineBar&);
/// Heading and lines of the card of a bar.
QStringList barCard(const TimelineBar&);
/// The first is what the bar stands for.
std::vector<NumberToExplain> barNumbers(const TimelineBar&);
/// How long a section takes.
NumberToExplain wholeTime(const TimelineSection&);
/// The numbers that are not of a single bar.
std::vector<NumberToExplain> timelineNumbers(const TimelineReading&);
/// The whole timeline in a sentence or two.
QString describe(const TimelineReading&);

} // namespace ui
