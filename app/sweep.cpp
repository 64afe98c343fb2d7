// SPDX-License-Identifier: GPL-3.0-or-later
// sweep: metrics over a range of one field, as CSV. solve: the smallest value of a field that meets a condition.
#include "core/explore/sweep.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/scenario_source.h"
#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/metrics.h"
#include "core/numbers/numbers.h"
#include "core/numbers/workspace.h"
#include "core/scenario/shard_size.h"
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
    out << headCell(range.field, unitOf(**core::fieldRow(range.field)), units);
    for (const auto& column : columns)
        out << ',' << headCell(column.metric.id, unitOf(column.metric), units);
    out << '\n';
    for (const auto& row : rows) {
        out << core::exactNumber(row.input);
        for (const auto& column : columns)
            out << ',' << csvCell(row.outputs[column.place]);
        out << '\n';
    }
}

void printJson(const core::SweepRange& range, const std::vector<Column>& columns,
               const std::vector<core::SweepRow>& rows, std::ostream& out)
{
    const char* between = "[";
    for (const auto& row : rows) { // one after the other: all at once would take several times the memory
        Json object{{range.field, jsonNumber(row.input)}};
        for (const auto& column : columns)
            object[column.metric.id] = jsonValue(row.outputs[column.place]);
        out << between << '\n' << jsonText(object, 2);
        between = ",";
    }
    out << (rows.empty() ? "[" : "\n") << "]\n";
}

core::Scenario varied(core::Scenario scenario, std::string_view field, double value)
{
    orFail(core::setField(scenario, field, value), Exit::usage);
    return scenario;
}

/// Refuses the size of a dimension that the product does not have.
void checkTried(core::Scenario scenario, std::string_view field, double value)
{
    if (core::setField(scenario, field, value)) // else the reason is told when it is tried
        checkDimension(scenario, field);
}

/// Says once of each kind why rows cannot be evaluated; true where none can.
bool reportRows(const core::SweepRange& range, const core::SweepTable& table, std::ostream& messages)
{
    for (const auto& [issue, input, rows] : table.errors)
        messages << "rooflight: " << range.field << "=" << core::exactNumber(input)
                 << (rows > 1 ? " and " + std::to_string(rows - 1) + " more" : std::string()) << ": "
                 << core::issueText(issue) << '\n';
    return !table.rows.empty() && std::ranges::none_of(table.rows, &core::SweepRow::isGood);
}

/// Says once of each column why cells of rows that can be evaluated are empty.
void reportEmpty(const core::Scenario& scenario, const core::SweepRange& range, const std::vector<Column>& columns,
                 const std::vector<core::SweepRow>& rows, std::ostream& messages)
{
    core::CollectiveCache cache;
    for (const auto& [metric, place] : columns) {
        const auto row = std::ranges::find_if(
            rows, [place = place](const auto& r) { return r.isGood && !core::applies(r.outputs[place]); });
        if (row == rows.end())
            continue;
        const auto s = varied(scenario, range.field, row->input);
        const auto report = core::evaluate(s);
        if (const auto value = core::value({s, report, cache}, metric.id); !value)
            messages << "rooflight: " << range.field << "=" << core::exactNumber(row->input) << ": " << value.error()
                     << ".\n";
    }
}

/// Whether another value of the field could bring in what the issue leaves out.
bool mayHold(const core::Issue& issue, std::string_view field)
{
    if (issue.lost == "shard.")
        return field == "shard.expr" || field == "shard.mesh" ||
               (core::shardDimension(field) && issue.code == "DIVIDE");
    if (issue.lost == "coll.")
        return field.starts_with("coll.");
    return std::ranges::any_of(issue.repairs, [field](const core::Repair& repair) {
        return std::ranges::any_of(repair.edits, [field](const auto& edit) { return edit.first == field; });
    });
}

/// Says once what is left out of a scenario and stays so.
void reportLeftOut(const core::Scenario& scenario, std::string_view tried, std::ostream& messages)
{
    for (const auto& issue : core::check(scenario, core::evaluate(scenario)))
        if (!issue.lost.empty() && !mayHold(issue, tried))
            messages << core::issueText(issue) << '\n';
}

bool lacksSubject(const core::Scenario& scenario, std::string_view metricId)
{
    core::CollectiveCache cache;
    const auto report = core::evaluate(scenario);
    return !core::whyNoSubject({scenario, report, cache}, metricId).empty();
}

/// Whether numbers were asked for that no row has, of a collective, a product or an operation that means nothing.
bool lacksSubject(const core::Scenario& scenario, const std::vector<Column>& columns,
                  const std::vector<core::SweepRow>& rows)
{
    return std::ranges::any_of(columns, [&](const Column& column) {
        return std::ranges::none_of(rows,
                                    [&column](const auto& row) { return core::applies(row.outputs[column.place]); }) &&
               lacksSubject(scenario, column.metric.id);
    });
}

/// What stands against the condition at the ends of the field and where the scenario is.
std::string whyNone(const core::Scenario& scenario, std::string_view id, std::string_view metricId)
{
    const auto metric = core::findMetric(*scenario.presets, metricId);
    if (!metric)
        return {};
    std::string said;
    const core::Field& field = **core::fieldRow(id);
    std::vector<double> places{field.min, field.max};
    if (const auto now = core::fieldValue(scenario, id))
        places.insert(places.begin() + 1, std::get<double>(*now));
    places.erase(std::unique(places.begin(), places.end()), places.end());
    core::CollectiveCache cache;
    for (const double place : places) {
        auto s = scenario;
        if (!core::setField(s, id, place))
            continue;
        const auto report = core::evaluate(s);
        const auto errors = core::errorsOf(s, report);
        const auto value = core::metricValue({s, report, cache}, *metric);
        said += " At " + core::exactNumber(place) + " ";
        if (!errors.empty())
            said += "the scenario cannot be evaluated (" + core::issueText(errors.front()) + ")";
        else if (!core::applies(value))
            said += metric->id + " does not apply";
        else
            said += metric->id + " is " + core::metricText(*metric, value, s.conv.unit);
        said += said.ends_with('.') ? "" : ".";
    }
    return said;
}

} // namespace

Exit sweep(const SweepRequest& request, Console console)
{
    checkField(request.range.substr(0, request.range.find('=')));
    const auto range = orFail(core::parseSweep(request.range), Exit::usage);
    const auto scenario = requestedScenario(request.scenario, console.in);
    checkTried(scenario, range.field, range.min);
    std::vector<std::string> ids = request.metrics;
    for (const auto& id : ids)
        checkMetric(*scenario.presets, id);
    if (ids.empty())
        for (const auto& metric : core::metrics(*scenario.presets))
            ids.push_back(metric.id);
    Progress progress(console, "values");
    const auto tell = [&progress](std::size_t done, std::size_t all) { progress.tell(done, all); };
    const auto table = orFail(core::sweep(scenario, range, ids, tell), Exit::usage);
    const auto& rows = table.rows;
    const auto columns = columnsOf(*scenario.presets, ids, rows, !request.metrics.empty());
    if (request.json)
        printJson(range, columns, rows, console.out);
    else
        printCsv(range, columns, rows, request.units, console.out);
    const bool impossible = reportRows(range, table, console.messages);
    if (!request.metrics.empty())
        reportEmpty(scenario, range, columns, rows, console.messages);
    reportLeftOut(scenario, range.field, console.messages);
    const bool lacking = !request.metrics.empty() && lacksSubject(scenario, columns, rows);
    return impossible || lacking ? Exit::invalid : Exit::good;
}

Exit solve(const SolveRequest& request, Console console)
{
    checkField(request.field);
    const auto condition = orFail(core::parseCondition(request.condition), Exit::usage);
    const auto scenario = requestedScenario(request.scenario, console.in);
    checkMetric(*scenario.presets, condition.metric);
    checkTried(scenario, request.field, (*core::fieldRow(request.field))->min);
    reportLeftOut(scenario, request.field, console.messages);
    core::SolveCount count;
    const auto value = orFail(core::solve(scenario, request.field, condition, &count), Exit::usage);
    if (request.json)
        console.out << jsonText({{"id", request.field}, {"value", value ? jsonNumber(*value) : Json(nullptr)}});
    else if (value)
        console.out << core::exactNumber(*value) << '\n';
    if (value)
        return Exit::good;
    const core::Field* field = *core::fieldRow(request.field);
    const bool meansNothing = count.meaningful == 0 && lacksSubject(scenario, condition.metric);
    throw Failure(meansNothing ? Exit::invalid : Exit::unmet,
                  "No value of " + request.field + " from " + core::exactNumber(field->min) + " to " +
                      core::exactNumber(field->max) + " gives " + request.condition + "." +
                      whyNone(scenario, request.field, condition.metric));
}

} // namespace app
