// SPDX-License-Identifier: GPL-3.0-or-later
// sweep: metrics over a range of one field, as CSV. solve: the smallest value of a field that meets a condition.
#include "core/explore/sweep.h"
#include "app/output.h"
#include "app/scenario_source.h"
#include "core/numbers/metrics.h"
#include "ui/charts/chart_table.h"

#include <algorithm>
#include <ostream>

namespace app
{

namespace
{

/// One column: a metric, and its place in SweepRow::outputs.
struct Column {
    core::Metric metric;
    std::size_t place;
};

/// With nothing asked for, only the columns that apply to some row.
std::vector<Column> columnsOf(const core::Catalogue& catalogue, const std::vector<std::string>& ids,
                              const std::vector<core::SweepRow>& rows, bool all)
{
    std::vector<Column> columns;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (all || std::ranges::any_of(rows, [&](const auto& row) { return core::applies(row.outputs[i]); }))
            if (const auto metric = core::findMetric(catalogue, ids[i]))
                columns.push_back({*metric, i});
    return columns;
}

std::string headCell(std::string_view id, const std::string& unit, bool units)
{
    return ui::csvCell(std::string(id) + (units && !unit.empty() ? " [" + unit + "]" : ""));
}

void printCsv(const core::SweepRange& range, const std::vector<Column>& columns,
              const std::vector<core::SweepRow>& rows, bool units, std::ostream& out)
{
    out << headCell(range.field, unitOf(*core::findField(range.field)), units);
    for (const auto& column : columns)
        out << ',' << headCell(column.metric.id, unitOf(column.metric), units);
    out << '\n';
    for (const auto& row : rows) {
        out << exactNumber(row.input);
        for (const auto& column : columns)
            out << ',' << csvCell(row.outputs[column.place]);
        out << '\n';
    }
}

void printJson(const core::SweepRange& range, const std::vector<Column>& columns,
               const std::vector<core::SweepRow>& rows, std::ostream& out)
{
    Json list = Json::array();
    for (const auto& row : rows) {
        Json object{{range.field, jsonNumber(row.input)}};
        for (const auto& column : columns)
            object[column.metric.id] = jsonValue(row.outputs[column.place]);
        list.push_back(std::move(object));
    }
    out << jsonText(list);
}

} // namespace

Exit sweep(const SweepRequest& request, Console console)
{
    checkField(request.range.substr(0, request.range.find('=')));
    const auto range = orFail(core::parseSweep(request.range), Exit::usage);
    const auto scenario = requestedScenario(request.scenario, console.in);
    std::vector<std::string> ids = request.metrics;
    for (const auto& id : ids)
        checkMetric(*scenario.presets, id);
    if (ids.empty())
        for (const auto& metric : core::metrics(*scenario.presets))
            ids.push_back(metric.id);
    const auto rows = orFail(core::sweep(scenario, range, ids), Exit::usage);
    const auto columns = columnsOf(*scenario.presets, ids, rows, !request.metrics.empty());
    if (request.json)
        printJson(range, columns, rows, console.out);
    else
        printCsv(range, columns, rows, request.units, console.out);
    return Exit::good;
}

Exit solve(const SolveRequest& request, Console console)
{
    checkField(request.field);
    const auto condition = orFail(core::parseCondition(request.condition), Exit::usage);
    const auto scenario = requestedScenario(request.scenario, console.in);
    checkMetric(*scenario.presets, condition.metric);
    const auto value = orFail(core::solve(scenario, request.field, condition), Exit::usage);
    if (request.json)
        console.out << jsonText({{"id", request.field}, {"value", value ? jsonNumber(*value) : Json(nullptr)}});
    else if (value)
        console.out << exactNumber(*value) << '\n';
    if (value)
        return Exit::good;
    const auto* field = core::findField(request.field);
    throw Failure(Exit::unmet, "No value of " + request.field + " from " + exactNumber(field->min) + " to " +
                                   exactNumber(field->max) + " gives " + request.condition + ".");
}

} // namespace app
