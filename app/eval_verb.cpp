// SPDX-License-Identifier: GPL-3.0-or-later
// eval: the metrics of a scenario. explain: why one of them has its value.
#include "app/output.h"
#include "app/scenario_source.h"
#include "app/verbs.h"
#include "core/check/check.h"
#include "core/collectives/report.h"
#include "core/collectives/study.h"
#include "core/derive/render.h"
#include "core/evaluate/evaluate.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"

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
    const auto add = [&](const core::Metric& metric) {
        values.push_back({metric, core::metricValue(workspace, metric)});
    };
    for (const auto& id : asked)
        add(*core::findMetric(catalogue, id));
    if (!asked.empty())
        return values;
    for (const auto& metric : core::metrics(catalogue))
        add(metric);
    std::erase_if(values, [](const Evaluated& one) { return !core::applies(one.value); });
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
    return isOfCollective(id) && !workspace.cache.report(workspace.scenario)->study;
}

/// Whether there is such a number to explain.
Expected<void> checkExplained(const core::Catalogue& catalogue, const std::string& id)
{
    const auto known = core::checkNumber(catalogue, id);
    const bool place = id.find('@') != std::string::npos;
    return known ? Expected<void>{} : place ? failed(Exit::usage, known.error() + ".") : checkMetric(catalogue, id);
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
    if (!std::any_of(asked.begin(), asked.end(), isOfCollective))
        return;
    if (const auto report = workspace.cache.report(workspace.scenario); report->study)
        for (const auto& note : report->study->notes)
            console.messages << "rooflight: " << note << '\n';
}

} // namespace

Exit evalVerb(const EvalRequest& request, Console console)
{
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    for (const auto& id : request.metrics)
        if (const auto known = checkMetric(*scenario->presets, id); !known)
            return stop(known.error(), console);
    const core::Report report = core::evaluate(*scenario);
    core::CollectiveCache cache;
    const core::Workspace workspace{*scenario, report, cache};
    const bool impossible = reportErrors(*scenario, report, console);
    const auto values = evaluated(workspace, request.metrics);
    const bool wrong = reportMissing(values, workspace, impossible, console);
    reportNotes(request.metrics, workspace, console);
    console.out << (request.json ? valuesJson(values) : valuesText(values, scenario->conv.unit));
    return wrong || (impossible && request.metrics.empty()) ? Exit::invalid : Exit::good;
}

Exit explainVerb(const ExplainRequest& request, Console console)
{
    static const std::map<std::string, core::TextStyle> styles{
        {"text", core::TextStyle::plain}, {"md", core::TextStyle::markdown}, {"latex", core::TextStyle::latex}};
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    const auto& id = request.metric;
    if (const auto known = checkExplained(*scenario->presets, id); !known)
        return stop(known.error(), console);
    const core::Report report = core::evaluate(*scenario);
    core::CollectiveCache cache;
    const core::Workspace workspace{*scenario, report, cache};
    const auto explained = core::explain(workspace, id);
    if (!explained) {
        const bool isMetric = core::findMetric(*scenario->presets, id) && !lacksCollective(workspace, id);
        const bool unmet = isMetric && !reportErrors(*scenario, report, console);
        return stop({unmet ? Exit::unmet : Exit::invalid, explained.error() + "."}, console);
    }
    const auto& derivation = explained->derivation;
    const auto units = scenario->conv.unit;
    const auto style = styles.find(request.format);
    if (request.json || style == styles.end())
        console.out << core::derivationJson(derivation, units);
    else
        console.out << core::derivationText(derivation, style->second, units);
    return Exit::good;
}

} // namespace app
