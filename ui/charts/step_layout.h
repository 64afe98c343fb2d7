// SPDX-License-Identifier: GPL-3.0-or-later
// Where stages, rows and moments of a step lie in its picture.
#pragma once

#include "core/timeline/step_bar.h"
#include "ui/charts/chart_picture.h"

#include <vector>

namespace core
{
struct StepTimeline;
}

namespace ui
{

/// The ranges of the picture have e to the power of a share: of the step's time from left to right, of all stages from
/// below. So the chart's log axes are linear ones here.
AxisRanges stepRanges(double from, double to, double below = 0, double above = 1);

/// Those that are asked for, within the step, and not nearer than these shares.
AxisRanges limitedStepRanges(const AxisRanges& asked, double minTime, double minHeight);

/// A lane in which bars of these rows lie; without rows the one of saved activations.
struct StepLane {
    QRectF box;
    std::size_t stage = 0;
    std::vector<core::ClockRow> rows;
    std::size_t band = 0; // of several steps on one clock, which one
};

struct StepLayout {
    ChartSizes sizes;
    QRectF plot;             // all lanes
    double from = 0, to = 0; // seconds in sight
    std::vector<StepLane> lanes;
    std::vector<QRectF> bands; // of the stages in sight, from `firstStage` on
    std::size_t firstStage = 0;
    bool detailed = true; // a lane for each row; else math and network
    bool sums = true;     // room for them at the right

    qreal xOf(double seconds) const { return plot.left() + plot.width() * (seconds - from) / (to - from); }
    double pixel() const { return (to - from) / plot.width(); } // seconds
};

/// One of several steps on one clock: words above, lanes below them.
struct StepPanel {
    QRectF words, lanes;
};
/// One above the other, each with so many lines of words; the lanes share the rest.
std::vector<StepPanel> stepPanels(const QRectF& plot, const std::vector<int>& lines, const ChartSizes&);
/// That they need with so high lanes, in units.
qreal stepPanelsHeight(const std::vector<int>& lines, qreal lanes);
constexpr qreal panelLine = 15; // units, of words

/// Rows that any stage uses.
std::vector<core::ClockRow> usedRows(const core::StepTimeline&);
/// `compared`: baselines, each with a thin row below the lanes.
StepLayout stepLayout(const core::StepTimeline&, const QSizeF&, const AxisRanges&, std::size_t compared = 0);
constexpr qreal comparedRow = 15, legendLine = 16; // units high
/// Round moments in sight, so that each has room for its text; at least three, where they are closer.
std::vector<double> stepTicks(double from, double to, double room);

} // namespace ui
