// SPDX-License-Identifier: GPL-3.0-or-later
// sweep: metrics over a range of one field, as CSV. solve: the least value of a field that meets a condition.
#include "app/output.h"
#include "app/scenario_source.h"
#include "app/verbs.h"
#include "core/explore/sweep.h"
#include "core/numbers/metrics.h"

#include <algorithm>
#include <ostream>

namespace app
{

namespace
{

/// A sweep's columns: ids and the rows' values at the same places.
struct Columns {
    std::vector<core::Metric> metrics;
    std::vector<std::size_t> places; // into SweepRow::outputs
};

/// With nothing asked for, only the columns that apply to some row.
Columns columnsOf(const core::Catalogue& catalogue, const std::vector<std::string>& ids,
                  const std::vector<core::SweepRow>& rows, bool all)
{
    Columns columns;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const bool shown = all || std::any_of(rows.begin(), rows.end(),
                                              [&](const core::SweepRow& row) { return core::applies(row.outputs[i]); });
        if (!shown)
            continue;
        columns.metrics.push_back(*core::findMetric(catalogue, ids[i]));
        columns.places.push_back(i);
    }
    return columns;
}

std::string headCell(std::string_view id, const std::string& unit, bool units)
{
    return csvText(std::string(id) + (units && !unit.empty() ? " [" + unit + "]" : ""));
}

void printCsv(const core::SweepRange& range, const Columns& columns, const std::vector<core::SweepRow>& rows,
              bool units, std::ostream& out)
{
    out << headCell(range.field, unitOf(*core::findField(range.field)), units);
    for (const auto& metric : columns.metrics)
        out << ',' << headCell(metric.id, unitOf(metric), units);
    out << '\n';
    for (const auto& row : rows) {
        out << exactNumber(row.input);
        for (const auto place : columns.places)
            out << ',' << csvCell(row.outputs[place]);
        out << '\n';
    }
}

void printJson(const core::SweepRange& range, const Columns& columns, const std::vector<core::SweepRow>& rows,
               std::ostream& out)
{
    Json list = Json::array();
    for (const auto& row : rows) {
        Json object{{range.field, jsonNumber(row.input)}};
        for (std::size_t i = 0; i < columns.places.size(); ++i)
            object[columns.metrics[i].id] = jsonValue(row.outputs[columns.places[i]]);
        list.push_back(std::move(object));
    }
    out << jsonText(list);
}

} // namespace

Exit sweepVerb(const SweepRequest& request, Console console)
{
    if (const auto known = checkField(request.range.substr(0, request.range.find('='))); !known)
        return stop(known.error(), console);
    const auto range = core::parseSweep(request.range);
    if (!range)
        return stop({Exit::usage, range.error()}, console);
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    const auto& catalogue = *scenario->presets;
    std::vector<std::string> ids = request.metrics;
    for (const auto& id : ids)
        if (const auto known = checkMetric(catalogue, id); !known)
            return stop(known.error(), console);
    if (ids.empty())
        for (const auto& metric : core::metrics(catalogue))
            ids.push_back(metric.id);
    const auto rows = core::sweep(*scenario, *range, ids);
    if (!rows)
        return stop({Exit::usage, rows.error()}, console);
    const auto columns = columnsOf(catalogue, ids, *rows, !request.metrics.empty());
    if (request.json)
        printJson(*range, columns, *rows, console.out);
    else
        printCsv(*range, columns, *rows, request.units, console.out);
    return Exit::good;
}

Exit solveVerb(const SolveRequest& request, Console console)
{
    if (const auto known = checkField(request.field); !known)
        return stop(known.error(), console);
    const auto condition = core::parseCondition(request.condition);
    if (!condition)
        return stop({Exit::usage, condition.error()}, console);
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    if (const auto known = checkMetric(*scenario->presets, condition->metric); !known)
        return stop(known.error(), console);
    const auto value = core::solve(*scenario, request.field, *condition);
    if (!value)
        return stop({Exit::usage, value.error()}, console);
    if (request.json)
        console.out << jsonText({{"id", request.field}, {"value", *value ? jsonNumber(**value) : Json(nullptr)}});
    else if (*value)
        console.out << exactNumber(**value) << '\n';
    if (*value)
        return Exit::good;
    const auto* field = core::findField(request.field);
    return stop({Exit::unmet, "No value of " + request.field + " from " + exactNumber(field->least) + " to " +
                                  exactNumber(field->most) + " gives " + request.condition + "."},
                console);
}

} // namespace app
