// SPDX-License-Identifier: GPL-3.0-or-later
// eval: the metrics of a scenario. explain: why one of them has its value. diff: what differs between two scenarios.
#include "app/output.h"
#include "app/scenario_source.h"
#include "core/check/check.h"
#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/derive/render.h"
#include "core/evaluate/evaluate.h"
#include "core/explore/comparison.h"
#include "core/io/plain_text.h"
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

/// Prints what is wrong, wasteful or assumed; true where that makes the scenario impossible.
bool reportIssues(const core::Scenario& scenario, const core::Report& report, Console console)
{
    bool impossible = false;
    for (const auto& issue : core::check(scenario, report)) {
        console.messages << core::issueText(issue) << '\n';
        impossible = impossible || issue.severity == core::Severity::error;
    }
    return impossible;
}

/// Prints what makes one of several scenarios impossible, and what is left out of it; true where anything does.
bool reportErrors(const std::string& name, const std::vector<core::Issue>& issues, Console console)
{
    bool impossible = false;
    for (const auto& issue : issues) {
        const bool isError = issue.severity == core::Severity::error;
        if (isError || !issue.lost.empty())
            console.messages << core::oneLine(name) << ": " << core::issueText(issue) << '\n';
        impossible = impossible || isError;
    }
    return impossible;
}

/// A number, or why there is none.
struct Evaluated {
    std::string id;
    tl::expected<core::NumberValue, std::string> number;
};

/// All metrics that apply, or the numbers asked for, in that order.
std::vector<Evaluated> evaluated(const core::Workspace& workspace, const std::vector<std::string>& asked)
{
    std::vector<Evaluated> values;
    for (const auto& id : asked)
        values.push_back({id, core::value(workspace, id)});
    if (asked.empty())
        for (const auto& metric : core::metrics(*workspace.scenario.presets))
            if (auto number = core::value(workspace, metric.id))
                values.push_back({metric.id, std::move(number)});
    return values;
}

std::string valuesText(const std::vector<Evaluated>& values)
{
    std::vector<std::vector<std::string>> rows;
    for (const auto& [id, number] : values)
        if (number)
            rows.push_back({id, number->text(), number->title});
    return alignedTable(rows);
}

std::string valuesJson(const std::vector<Evaluated>& values)
{
    Json object = Json::object();
    for (const auto& [id, number] : values)
        object[id] = number ? jsonValue(number->value) : Json();
    return jsonText(object);
}

bool isOfCollective(std::string_view id) { return id.starts_with("coll."); }

/// Fails where there is no such number, or none without a custom schedule, which no scenario holds.
void checkNumber(const core::Catalogue& catalogue, const std::string& id)
{
    const auto known = core::checkNumber(catalogue, id);
    if (!known && id.find('@') == std::string::npos)
        checkMetric(catalogue, id);
    if (!known)
        throw Failure(Exit::usage, known.error() + ".");
    if (id.starts_with("own."))
        throw Failure(Exit::usage, id + " is a number of a custom schedule, which is put together in the window.");
}

/// Says why numbers that were asked for have no value; true where the scenario is wrong for one of them.
bool reportMissing(const std::vector<Evaluated>& values, const core::Workspace& workspace, bool impossible,
                   Console console)
{
    bool wrong = false;
    for (const auto& [id, number] : values) {
        if (number)
            continue;
        const auto metric = core::findMetric(*workspace.scenario.presets, id);
        const bool lacking =
            !metric || !core::whyNoSubject(workspace, id).empty(); // of places there are only those of the scenario
        wrong = wrong || impossible || lacking;
        console.messages << "rooflight: "
                         << (impossible && !lacking
                                 ? id + " (" + metric->title + ") cannot be evaluated in this scenario"
                                 : number.error())
                         << ".\n";
    }
    return wrong;
}

/// The ids of `--get`, divided at commas; what follows one may also be the rest of an id: "coll.held@1,3". Every id has
/// a point.
std::vector<std::string> idsOf(const std::vector<std::string>& pieces)
{
    std::vector<std::string> ids;
    for (const auto& piece : pieces) {
        const bool rest =
            !ids.empty() && ids.back().find_first_of("@/") != std::string::npos && piece.find('.') == std::string::npos;
        if (rest)
            ids.back() += "," + piece;
        else
            ids.push_back(piece);
    }
    return ids;
}

/// What was assumed for a collective that was asked for, or why all its metrics are left out; unless an issue said it.
void reportNotes(const std::vector<std::string>& asked, const core::Workspace& workspace, Console console)
{
    const bool all = asked.empty();
    if (!all && std::ranges::none_of(asked, isOfCollective))
        return;
    const auto report = workspace.cache.report(workspace.scenario);
    const auto issues = core::check(workspace.scenario, workspace.report);
    const auto isOfAll = [](const core::Issue& issue) { return issue.code == "COLL"; };
    if (all && !report->analysis && std::ranges::none_of(issues, isOfAll))
        console.messages << "rooflight: no metric coll.*: " << report->problem << ".\n";
    if (!all && report->analysis)
        for (const auto& note : report->analysis->notes)
            if (std::ranges::none_of(issues, [&](const core::Issue& issue) { return issue.text == note; }))
                console.messages << "rooflight: " << note << '\n';
}

Json changesJson(const core::Comparison& all)
{
    const auto changed = [](const auto& id, const Json& before, const Json& after) {
        return Json{{"id", id}, {"before", before}, {"after", after}};
    };
    const auto value = [](const std::optional<core::Value>& v) { return v ? jsonValue(*v) : Json(); };
    Json fields = Json::array();
    for (const auto& field : all.fields)
        fields.push_back(changed(field.id, value(field.before), value(field.after)));
    Json results = Json::array();
    for (const auto& result : all.results)
        results.push_back(changed(result.metric.id, jsonValue(result.before), jsonValue(result.after)));
    return {{"fields", fields}, {"results", results}};
}

std::string changesText(const core::Comparison& all, core::ByteUnits units)
{
    std::vector<std::vector<std::string>> rows;
    for (const auto& field : all.fields) {
        const auto text = [&](const std::optional<core::Value>& v) {
            return v ? core::valueText(**core::fieldRow(field.id), *v) : "-";
        };
        rows.push_back({field.id, text(field.before), text(field.after)});
    }
    for (const auto& result : all.results) {
        const auto text = [&](const core::MetricValue& v) {
            return core::applies(v) ? core::metricText(result.metric, v, units) : "-";
        };
        rows.push_back({result.metric.id, text(result.before), text(result.after), result.ratio()});
    }
    return alignedTable(rows);
}

} // namespace

Exit eval(const EvalRequest& request, Console console)
{
    const auto scenario = requestedScenario(request.scenario, console.in);
    const auto asked = idsOf(request.metrics);
    for (const auto& id : asked)
        checkNumber(*scenario.presets, id);
    const core::Report report = core::evaluate(scenario);
    core::CollectiveCache cache;
    const core::Workspace workspace{scenario, report, cache};
    const bool impossible = reportIssues(scenario, report, console);
    const auto values = evaluated(workspace, asked);
    const bool wrong = reportMissing(values, workspace, impossible, console);
    reportNotes(asked, workspace, console);
    console.out << (request.json ? valuesJson(values) : valuesText(values));
    return wrong || impossible ? Exit::invalid : Exit::good;
}

Exit explain(const ExplainRequest& request, Console console)
{
    static const std::map<std::string, core::TextStyle> styles{
        {"text", core::TextStyle::plain}, {"md", core::TextStyle::markdown}, {"latex", core::TextStyle::latex}};
    if (request.json && request.format != ExplainRequest().format && request.format != "json")
        throw Failure(Exit::usage,
                      "--json and --format " + request.format + " contradict each other; give one of them.");
    const auto scenario = requestedScenario(request.scenario, console.in);
    const auto& id = request.metric;
    checkNumber(*scenario.presets, id);
    const core::Report report = core::evaluate(scenario);
    core::CollectiveCache cache;
    const core::Workspace workspace{scenario, report, cache};
    const bool impossible = reportIssues(scenario, report, console);
    const auto explained = core::explain(workspace, id);
    if (!explained) {
        const bool isMetric = core::findMetric(*scenario.presets, id) && core::whyNoSubject(workspace, id).empty();
        const bool unmet = isMetric && !impossible;
        throw Failure(unmet ? Exit::unmet : Exit::invalid, explained.error() + ".");
    }
    const auto units = scenario.conv.unit;
    const auto style = styles.find(request.format);
    console.out << (request.json || style == styles.end()
                        ? core::derivationJson(explained->derivation, units)
                        : core::derivationText(explained->derivation, style->second, units));
    return impossible ? Exit::invalid : Exit::good;
}

Exit diff(const DiffRequest& request, Console console)
{
    if (request.before == "-" && request.after.name == "-")
        throw Failure(Exit::usage, "\"-\" is standard input, which is read once; name a file in place of one of them.");
    const auto before = namedScenario(request.before, console.in);
    const auto after = requestedScenario(request.after, console.in);
    const core::Report was = core::evaluate(before);
    const core::Report is = core::evaluate(after);
    auto all = core::compare(before, was, after, is);
    core::CollectiveCache cacheBefore, cacheAfter;
    core::compareOnDemand(all, {before, was, cacheBefore}, {after, is, cacheAfter});
    console.out << (request.json ? jsonText(changesJson(all)) : changesText(all, after.conv.unit));
    const bool impossible = reportErrors(request.before, core::check(before, was), console);
    const bool alsoAfter = reportErrors(request.after.name, core::check(after, is), console);
    return impossible || alsoAfter ? Exit::invalid : Exit::good;
}

} // namespace app
