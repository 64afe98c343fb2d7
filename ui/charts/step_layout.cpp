// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes grow with the zoom: a stage that is high enough has one for each row.
#include "ui/charts/step_layout.h"

#include "core/timeline/step_timeline.h"
#include "ui/charts/step_frame.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui
{

namespace
{

constexpr qreal minLane = 13, maxLane = 100; // units
constexpr qreal minHeld = 18;                // of a stage, so that what it holds is seen
constexpr qreal panelRim = 5, panelGap = 6;  // below the words of a panel, below its lanes

/// The lanes of one stage, from above; the lowest for what it `holds`.
void addLanes(StepLayout& out, std::size_t stage, const QRectF& band, const std::vector<core::ClockRow>& rows,
              bool holds)
{
    const qreal gap = std::min(out.sizes.px(3), band.height() / 12);
    QRectF inner = band.adjusted(0, gap, 0, -gap);
    if (!out.detailed) {
        if (holds && band.height() >= out.sizes.px(minHeld)) {
            const qreal top = inner.bottom() - inner.height() / 4;
            out.lanes.push_back({{QPointF(inner.left(), top + 1), inner.bottomRight()}, stage, {}});
            inner.setBottom(top);
        }
        const qreal middle = inner.top() + inner.height() * 0.62;
        const std::vector<core::ClockRow> network(
            rows.begin() + (rows.size() > 1 && rows[1] == core::ClockRow::hbm ? 2 : 1), rows.end());
        const qreal end = network.empty() ? inner.bottom() : middle;
        out.lanes.push_back({{inner.topLeft(), QPointF(inner.right(), end)}, stage, {core::ClockRow::math}});
        if (!network.empty())
            out.lanes.push_back({{QPointF(inner.left(), end), inner.bottomRight()}, stage, network});
        return;
    }
    const qreal height = inner.height() / static_cast<qreal>(rows.size() + (holds ? 1 : 0));
    for (std::size_t i = 0; i < rows.size() + (holds ? 1 : 0); ++i)
        out.lanes.push_back({QRectF(inner.left(), inner.top() + height * static_cast<qreal>(i), inner.width(), height)
                                 .adjusted(0, gap / 2, 0, -gap / 2),
                             stage, i < rows.size() ? std::vector{rows[i]} : std::vector<core::ClockRow>()});
}

} // namespace

AxisRanges stepRanges(double from, double to, double below, double above)
{
    return {std::exp(from), std::exp(to), std::exp(below), std::exp(above)};
}

AxisRanges limitedStepRanges(const AxisRanges& asked, double minTime, double minHeight)
{
    const auto within = [](double low, double high, double least) {
        const double length = std::clamp(std::log(high / low), least, 1.0);
        const double from = std::clamp((std::log(low) + std::log(high) - length) / 2, 0.0, 1 - length);
        return std::pair(from, from + length);
    };
    const auto [from, to] = within(asked.xMin, asked.xMax, minTime);
    const auto [below, above] = within(asked.yMin, asked.yMax, minHeight);
    return stepRanges(from, to, below, above);
}

std::vector<StepPanel> stepPanels(const QRectF& plot, const std::vector<int>& lines, const ChartSizes& sizes)
{
    const auto count = static_cast<qreal>(std::max<std::size_t>(1, lines.size()));
    const qreal lanes = std::max(0.0, (plot.height() - sizes.px(stepPanelsHeight(lines, 0))) / count);
    std::vector<StepPanel> panels;
    qreal top = plot.top();
    for (const int of : lines) {
        const qreal words = sizes.px(panelLine * of + panelRim);
        panels.push_back({{plot.left(), top, plot.width(), words}, {plot.left(), top + words, plot.width(), lanes}});
        top += words + lanes + sizes.px(panelGap);
    }
    return panels;
}

qreal stepPanelsHeight(const std::vector<int>& lines, qreal lanes)
{
    qreal height = 0;
    for (const int of : lines)
        height += panelLine * of + panelRim + lanes + panelGap;
    return height;
}

std::vector<core::ClockRow> usedRows(const core::StepTimeline& step)
{
    const auto& parts = step.parts;
    std::array<bool, core::clockRows> used{true, parts.update > 0};
    for (const auto& layer : parts.layer) {
        used[1] |= layer.hbm > 0;
        for (std::size_t a = 0; a < core::meshAxes; ++a)
            used[2 + a] |= layer.tokens[a] + layer.gather[a] + layer.scatter[a] + parts.once[a] > 0;
    }
    used[core::clockRows - 1] = parts.dcn > 0;
    std::vector<core::ClockRow> rows;
    for (std::size_t row = 0; row < core::clockRows; ++row)
        if (used[row])
            rows.push_back(static_cast<core::ClockRow>(row));
    return rows;
}

StepLayout stepLayout(const core::StepTimeline& step, const QSizeF& size, const AxisRanges& ranges,
                      std::size_t compared)
{
    StepLayout out;
    out.sizes = ChartSizes::of(size);
    const auto px = [&](qreal value) { return out.sizes.px(value); };
    const auto rows = usedRows(step);
    const bool holds = step.parts.backward;
    const auto lanes = static_cast<qreal>(rows.size() + (holds ? 1 : 0));
    const bool several = step.stages.size() > 1;
    out.sums = size.width() > px(560) && !several;
    const int legend = stepLegendLines(step, size.width(), out.sizes);
    out.plot = QRectF(QPointF(px(several ? 124 : 84), px(46 + legendLine * (legend - 1))),
                      QPointF(size.width() - px(out.sums ? 172 : 14),
                              size.height() - px(34 + comparedRow * static_cast<qreal>(compared))));
    out.from = std::log(ranges.xMin) * step.updated();
    out.to = std::log(ranges.xMax) * step.updated();
    const auto stages = static_cast<double>(step.stages.size());
    const double above = 1 - std::log(ranges.yMax), below = 1 - std::log(ranges.yMin); // shares from above
    const double whole = std::min(out.plot.height() / (below - above), stages * px(maxLane) * lanes);
    const qreal height = whole / stages;
    out.detailed = height >= px(minLane) * lanes + px(4);
    out.plot.setHeight(std::min(out.plot.height(), whole * (below - above)));
    out.firstStage = static_cast<std::size_t>(std::clamp(std::floor(above * stages + 1e-6), 0.0, stages - 1));
    for (auto stage = out.firstStage; stage < step.stages.size(); ++stage) {
        const qreal top = out.plot.top() + (static_cast<double>(stage) - above * stages) * height;
        if (top > out.plot.bottom() - 1)
            break;
        out.bands.emplace_back(out.plot.left(), top, out.plot.width(), height);
        addLanes(out, stage, out.bands.back(), rows, holds);
    }
    return out;
}

std::vector<double> stepTicks(double from, double to, double room)
{
    constexpr std::size_t fewest = 3;
    const double power = std::pow(10.0, std::floor(std::log10(room)));
    std::vector<double> ticks;
    for (const double factor : {10., 5., 2., 1., 0.5, 0.2, 0.1, 0.05}) {
        const double step = factor * power;
        const bool wide = step >= room * (1 - 1e-9);
        if (!wide && ticks.size() >= fewest)
            break;
        ticks.clear();
        for (double n = std::ceil(from / step - 1e-9); n * step <= to + 1e-9 * step; ++n)
            ticks.push_back(n * step);
    }
    return ticks;
}

} // namespace ui
