// SPDX-License-Identifier: GPL-3.0-or-later
// eval: the metrics of a scenario. explain: why one of them has its value.
#include "app/output.h"
#include "app/scenario_source.h"
#include "app/verbs.h"
#include "core/derive/render.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/metrics.h"
#include "core/scenario/check.h"

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
    bool missing = request.metrics.empty();
    for (const auto& [metric, value] : values)
        if (!core::applies(value)) {
            console.messages << "rooflight: " << metric->id << " (" << metric->title
                             << (impossible ? ") cannot be evaluated in this scenario.\n"
                                            : ") does not apply to this scenario.\n");
            missing = true;
        }
    console.out << (request.json ? valuesJson(values) : valuesText(values, scenario->conv.unit));
    return impossible && missing ? Exit::invalid : Exit::good;
}

Exit explainVerb(const ExplainRequest& request, Console console)
{
    static const std::map<std::string, core::TextStyle> styles{
        {"text", core::TextStyle::plain}, {"md", core::TextStyle::markdown}, {"latex", core::TextStyle::latex}};
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    if (const auto known = checkMetric(*scenario->presets, request.metric); !known)
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
