// SPDX-License-Identifier: GPL-3.0-or-later
// eval: the metrics of a scenario. explain: why one of them has its value.
#include "app/output.h"
#include "app/scenario_source.h"
#include "core/check/check.h"
#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/derive/render.h"
#include "core/evaluate/evaluate.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "core/numbers/workspace.h"

#include <algorithm>
#include <map>
#include <ostream>

namespace app
{

namespace
{

/// Prints what makes the scenario impossible; true when something does.
bool reportErrors(const core::Scenario& scenario, const core::Report& report, Console console)
{
    bool found = false;
    for (const auto& issue : core::check(scenario, report))
        if (issue.severity == core::Severity::error) {
            console.messages << issue.code << ": " << issue.text << '\n';
            found = true;
        }
    return found;
}

struct Evaluated {
    core::Metric metric;
    core::MetricValue value;
};

/// All metrics that apply, or those asked for, in that order.
std::vector<Evaluated> evaluated(const core::Workspace& workspace, const std::vector<std::string>& asked)
{
    const auto& catalogue = *workspace.scenario.presets;
    std::vector<Evaluated> values;
    for (const auto& id : asked)
        if (const auto metric = core::findMetric(catalogue, id))
            values.push_back({*metric, core::metricValue(workspace, *metric)});
    if (asked.empty())
        for (const auto& metric : core::metrics(catalogue))
            if (const auto value = core::metricValue(workspace, metric); core::applies(value))
                values.push_back({metric, value});
    return values;
}

std::string valuesText(const std::vector<Evaluated>& values, core::ByteUnits units)
{
    std::vector<std::vector<std::string>> rows;
    for (const auto& [metric, value] : values)
        if (core::applies(value))
            rows.push_back({metric.id, core::metricText(metric, value, units), metric.title});
    return alignedTable(rows);
}

std::string valuesJson(const std::vector<Evaluated>& values)
{
    Json object = Json::object();
    for (const auto& [metric, value] : values)
        object[metric.id] = jsonValue(value);
    return jsonText(object);
}

bool isOfCollective(std::string_view id) { return id.starts_with("coll."); }

/// Whether there cannot be such a number, as there is no collective.
bool lacksCollective(const core::Workspace& workspace, std::string_view id)
{
    return isOfCollective(id) && !workspace.cache.report(workspace.scenario)->analysis;
}

/// Fails where there is no such number, or none without a custom schedule, which no scenario holds.
void checkExplained(const core::Catalogue& catalogue, const std::string& id)
{
    const auto known = core::checkNumber(catalogue, id);
    if (!known && id.find('@') == std::string::npos)
        checkMetric(catalogue, id);
    if (!known)
        throw Failure(Exit::usage, known.error() + ".");
    if (id.starts_with("own."))
        throw Failure(Exit::usage, id + " is a number of a custom schedule, which is put together in the window.");
}

/// Says why metrics that were asked for have no value; true where the scenario is wrong for one of them.
bool reportMissing(const std::vector<Evaluated>& values, const core::Workspace& workspace, bool impossible,
                   Console console)
{
    bool wrong = false;
    for (const auto& [metric, value] : values) {
        if (core::applies(value))
            continue;
        const bool lacking = lacksCollective(workspace, metric.id);
        wrong = wrong || impossible || lacking;
        console.messages << "rooflight: "
                         << (impossible && !lacking
                                 ? metric.id + " (" + metric.title + ") cannot be evaluated in this scenario"
                                 : core::value(workspace, metric.id).error())
                         << ".\n";
    }
    return wrong;
}

/// What was assumed for a collective that was asked for.
void reportNotes(const std::vector<std::string>& asked, const core::Workspace& workspace, Console console)
{
    if (std::ranges::none_of(asked, isOfCollective))
        return;
    if (const auto report = workspace.cache.report(workspace.scenario); report->analysis)
        for (const auto& note : report->analysis->notes)
            console.messages << "rooflight: " << note << '\n';
}

} // namespace

Exit eval(const EvalRequest& request, Console console)
{
    const auto scenario = requestedScenario(request.scenario, console.in);
    for (const auto& id : request.metrics)
        checkMetric(*scenario.presets, id);
    const core::Report report = core::evaluate(scenario);
    core::CollectiveCache cache;
    const core::Workspace workspace{scenario, report, cache};
    const bool impossible = reportErrors(scenario, report, console);
    const auto values = evaluated(workspace, request.metrics);
    const bool wrong = reportMissing(values, workspace, impossible, console);
    reportNotes(request.metrics, workspace, console);
    console.out << (request.json ? valuesJson(values) : valuesText(values, scenario.conv.unit));
    return wrong || (impossible && request.metrics.empty()) ? Exit::invalid : Exit::good;
}

Exit explain(const ExplainRequest& request, Console console)
{
    static const std::map<std::string, core::TextStyle> styles{
        {"text", core::TextStyle::plain}, {"md", core::TextStyle::markdown}, {"latex", core::TextStyle::latex}};
    const auto scenario = requestedScenario(request.scenario, console.in);
    const auto& id = request.metric;
    checkExplained(*scenario.presets, id);
    const core::Report report = core::evaluate(scenario);
    core::CollectiveCache cache;
    const core::Workspace workspace{scenario, report, cache};
    const auto explained = core::explain(workspace, id);
    if (!explained) {
        const bool isMetric = core::findMetric(*scenario.presets, id) && !lacksCollective(workspace, id);
        const bool unmet = isMetric && !reportErrors(scenario, report, console);
        throw Failure(unmet ? Exit::unmet : Exit::invalid, explained.error() + ".");
    }
    const auto units = scenario.conv.unit;
    const auto style = styles.find(request.format);
    console.out << (request.json || style == styles.end()
                        ? core::derivationJson(explained->derivation, units)
                        : core::derivationText(explained->derivation, style->second, units));
    return Exit::good;
}

} // namespace app
