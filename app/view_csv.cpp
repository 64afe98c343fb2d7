// SPDX-License-Identifier: GPL-3.0-or-later
// One table for each view: roofline, batch, memory, counts.
#include "app/view_csv.h"

#include "app/output.h"
#include "core/evaluate/roofline.h"

#include <algorithm>
#include <array>

namespace app
{

namespace
{

using Cells = std::vector<std::string>;

void addRow(std::string& text, const Cells& cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += (i == 0 ? "" : ",") + cells[i];
    text += '\n';
}

std::string cell(double number) { return csvCell(core::MetricValue(number)); }

std::string rooflineCsv(const core::Scenario& scenario, const core::Report& report)
{
    const auto roofline = core::roofline(scenario, report);
    std::string text;
    addRow(text, {"kind", "name", "intensity [FLOP/B]", "rate [FLOP/s]", "bandwidth [B/s]", "binding"});
    for (const auto& roof : roofline.roofs) {
        const bool compute = roof.resource == core::Resource::compute;
        addRow(text, {"roof", csvText(roof.name), compute ? "" : cell(roof.ridge), compute ? cell(roof.rate) : "",
                      compute ? "" : cell(roof.rate), roof.binding ? "true" : "false"});
    }
    for (const auto& point : roofline.points)
        addRow(text, {point.operation ? "operation" : "step", csvText(point.name), cell(point.intensity),
                      cell(point.rate), "", ""});
    return text;
}

std::string batchCsv(const core::Scenario& scenario)
{
    constexpr double span = 64; // to either side of the scenario's batch
    constexpr int samples = 241;
    const double batch = scenario.work.batch;
    const auto series = core::timeAgainstBatch(scenario, std::max(1., batch / span), batch * span, samples);
    const std::array<const char*, core::meshAxes> axes{"X [s]", "Y [s]", "Z [s]"};
    Cells head{"batch", "math [s]", "hbm [s]"};
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        if (!series.axis[axis].empty())
            head.emplace_back(axes[axis]);
    head.emplace_back("step [s]");
    std::string text;
    addRow(text, head);
    for (std::size_t i = 0; i < series.batch.size(); ++i) {
        Cells row{cell(series.batch[i]), cell(series.math[i]), cell(series.hbm[i])};
        for (const auto& axis : series.axis)
            if (!axis.empty())
                row.push_back(cell(axis[i]));
        row.push_back(cell(series.step[i]));
        addRow(text, row);
    }
    return text;
}

/// The metrics whose ids begin so, in the order of the table of metrics.
std::string metricsCsv(const core::Scenario& scenario, const core::Report& report, std::string_view prefix)
{
    std::string text;
    addRow(text, {"id", "title", "value", "unit"});
    for (const auto& metric : core::metrics(*scenario.presets)) {
        const auto value = metric.value(report, metric.index);
        if (metric.id.starts_with(prefix) && core::applies(value))
            addRow(text, {metric.id, csvText(metric.title), csvCell(value), unitOf(metric)});
    }
    return text;
}

} // namespace

std::optional<std::string> viewCsv(std::string_view view, const core::Scenario& scenario, const core::Report& report)
{
    if (view == "roofline")
        return rooflineCsv(scenario, report);
    if (view == "batch")
        return batchCsv(scenario);
    if (view == "memory")
        return metricsCsv(scenario, report, "mem.");
    if (view == "counts")
        return metricsCsv(scenario, report, "count.");
    return std::nullopt;
}

} // namespace app
