// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and metrics as cells.
#include "ui/charts/chart_table.h"

#include "core/io/csv_rows.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/metrics.h"
#include "core/quantity/format.h"
#include "ui/session/snapshot.h"
#include "ui/theme/marker.h"

#include <cmath>
#include <variant>

namespace ui
{

std::string csvCell(std::string_view text)
{
    const bool isFormula = core::isFormula(text);
    if (!isFormula && text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quoted = isFormula ? "\"'" : "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string tableCell(double value)
{
    return std::isnan(value) ? std::string() : std::isinf(value) ? "never" : core::exactText(value);
}

TableRows metricTable(const Snapshot& snapshot, std::string_view start)
{
    TableRows rows{{"id", "value", "unit", "title"}};
    for (const Baseline& baseline : snapshot.baselines)
        rows.front().push_back("value " + baselineLook(baseline.look).letter.toStdString());
    if (!snapshot.scenario.presets)
        return rows;
    core::CollectiveCache others; // a plan that is picked is of the present scenario alone
    for (const core::Metric& metric : core::metrics(*snapshot.scenario.presets)) {
        if (!std::string_view(metric.id).starts_with(start))
            continue;
        const core::MetricValue value = core::metricValue(snapshot.workspace(), metric);
        if (!core::applies(value))
            continue;
        struct Text {
            std::string operator()(double number) const { return tableCell(number); }
            std::string operator()(std::string_view text) const { return std::string(text); }
            std::string operator()(bool truth) const { return truth ? "true" : "false"; }
            std::string operator()(const core::Texts& texts) const { return core::listText(texts); }
        };
        const std::string unit = metric.unit.empty() ? core::unitText(metric.dim) : metric.unit;
        rows.push_back({metric.id, std::visit(Text{}, value), unit, metric.title});
        for (const Baseline& baseline : snapshot.baselines)
            rows.back().push_back(
                std::visit(Text{}, core::metricValue({baseline.scenario, baseline.report, others}, metric)));
    }
    return rows;
}

TableRows withBaselineRows(const Snapshot& snapshot, TableRows (*rowsOf)(const Snapshot&))
{
    auto rows = rowsOf(snapshot);
    if (snapshot.baselines.empty())
        return rows;
    for (auto& row : rows)
        row.emplace_back(&row == &rows.front() ? "baseline" : "");
    for (const Baseline& baseline : snapshot.baselines) {
        auto more = rowsOf(snapshotOf(baseline.scenario));
        for (std::size_t i = 1; i < more.size(); ++i) {
            more[i].push_back(baselineLook(baseline.look).letter.toStdString());
            rows.push_back(std::move(more[i]));
        }
    }
    return rows;
}

} // namespace ui
