// SPDX-License-Identifier: GPL-3.0-or-later
// eval: the metrics of a scenario. explain: why one of them has its value.
#include "app/output.h"
#include "app/scenario_source.h"
#include "app/verbs.h"
#include "core/check/check.h"
#include "core/collectives/report.h"
#include "core/derive/render.h"
#include "core/evaluate/evaluate.h"
#include "core/numbers/derive.h"
#include "core/numbers/metrics.h"
#include "core/numbers/step_numbers.h"

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
    const core::Metric* metric = nullptr;
    core::MetricValue value;
};

/// All metrics, or those asked for, in that order.
std::vector<Evaluated> evaluated(const core::Scenario& scenario, const core::Report& report,
                                 const std::vector<std::string>& asked)
{
    std::vector<Evaluated> values;
    if (asked.empty()) {
        for (const auto& metric : core::metrics(*scenario.presets)) {
            const auto value = core::metricValue(scenario, report, metric);
            if (core::applies(value))
                values.push_back({&metric, value});
        }
        return values;
    }
    for (const auto& id : asked) {
        const auto* metric = core::findMetric(*scenario.presets, id);
        values.push_back({metric, core::metricValue(scenario, report, *metric)});
    }
    return values;
}

std::string valuesText(const std::vector<Evaluated>& values, core::ByteUnits units)
{
    std::vector<std::vector<std::string>> rows;
    for (const auto& [metric, value] : values)
        if (core::applies(value))
            rows.push_back({metric->id, core::metricText(*metric, value, units), metric->title});
    return alignedTable(rows);
}

std::string valuesJson(const std::vector<Evaluated>& values)
{
    Json object = Json::object();
    for (const auto& [metric, value] : values)
        object[metric->id] = jsonValue(value);
    return jsonText(object);
}

/// Why a metric of the collective has no value; empty where it has one, and for other metrics.
std::string collectiveProblem(const core::Metric& metric, const core::Scenario& scenario)
{
    if (!metric.id.starts_with("coll."))
        return {};
    const auto& problem = core::latestCollective(scenario).problem;
    return problem.empty() ? problem : metric.id + " (" + metric.title + ") cannot be evaluated: " + problem + ".";
}

/// Whether there is such a number to explain: a metric, or one with a place in the schedule.
Expected<void> checkExplained(const core::Scenario& scenario, const std::string& id)
{
    if (!core::hasPlace(id)) {
        if (auto known = checkMetric(*scenario.presets, id); !known)
            return known;
        const auto problem = collectiveProblem(*core::findMetric(*scenario.presets, id), scenario);
        return problem.empty() ? Expected<void>{} : failed(Exit::invalid, problem);
    }
    if (const auto named = core::checkStepNumber(id); !named)
        return failed(Exit::usage, named.error() + ".");
    const auto number = core::placedNumber(scenario, id);
    return number ? Expected<void>{} : failed(Exit::invalid, number.error() + ".");
}

/// Says why metrics that were asked for have no value; true where the scenario is wrong for one of them.
bool reportMissing(const std::vector<Evaluated>& values, const core::Scenario& scenario, bool impossible,
                   Console console)
{
    bool wrong = false;
    for (const auto& [metric, value] : values) {
        if (core::applies(value))
            continue;
        const std::string problem = collectiveProblem(*metric, scenario);
        wrong = wrong || impossible || !problem.empty();
        console.messages << "rooflight: ";
        if (problem.empty())
            console.messages << metric->id << " (" << metric->title
                             << (impossible ? ") cannot be evaluated in this scenario."
                                            : ") does not apply to this scenario.");
        console.messages << problem << '\n';
    }
    return wrong;
}

/// What was assumed for a collective that was asked for.
void reportNotes(const std::vector<std::string>& asked, const core::Scenario& scenario, Console console)
{
    const bool collective =
        std::any_of(asked.begin(), asked.end(), [](const auto& id) { return id.starts_with("coll."); });
    if (!collective)
        return;
    if (const auto& report = core::latestCollective(scenario); report.study)
        for (const auto& note : report.study->notes)
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
    const bool impossible = reportErrors(*scenario, report, console);
    const auto values = evaluated(*scenario, report, request.metrics);
    const bool wrong = reportMissing(values, *scenario, impossible, console);
    reportNotes(request.metrics, *scenario, console);
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
    if (const auto known = checkExplained(*scenario, request.metric); !known)
        return stop(known.error(), console);
    const auto derivation = core::derive(*scenario, request.metric);
    if (derivation.steps.empty()) {
        const bool impossible = reportErrors(*scenario, core::evaluate(*scenario), console);
        return stop({impossible ? Exit::invalid : Exit::unmet,
                     "'" + request.metric + "' has no derivation in this scenario: it does not apply or is no number."},
                    console);
    }
    const auto units = scenario->conv.unit;
    const auto style = styles.find(request.format);
    if (request.json || style == styles.end())
        console.out << core::derivationJson(derivation, units);
    else
        console.out << core::derivationText(derivation, style->second, units);
    return Exit::good;
}

} // namespace app
