// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the rows of all kinds, and looks ids up among them.
#include "core/numbers/numbers.h"

#include "core/collectives/report.h"
#include "core/evaluate/evaluate.h"
#include "core/formulas/sources.h"
#include "core/inputs/inputs.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/fact_sentences.h"
#include "core/numbers/id_pattern.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"
#include "core/operation/operation_name.h"
#include "core/scenario/nearest.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace core
{

namespace
{

Traced traced(const Workspace& w, const Metric& metric, const Recording& inputs)
{
    return metric.tracedOnDemand ? metric.tracedOnDemand(w, inputs)
                                 : metric.traced(tracedReport(w.scenario, inputs), metric.index);
}

/// As a part of a sentence.
std::string withoutPoint(std::string sentence)
{
    if (sentence.ends_with('.'))
        sentence.pop_back();
    return sentence;
}

/// Why a metric has no value.
std::string whyNot(const Workspace& w, const Metric& metric)
{
    const auto named = fmt::format("{} ({})", metric.id, metric.title);
    if (const auto why = whyNoSubject(w, metric.id); !why.empty())
        return fmt::format("{} cannot be evaluated: {}", named, why);
    if (metric.id.starts_with("op."))
        if (const auto why = missingRateOf(w.report.op, w.scenario); !why.empty())
            return fmt::format("{} does not apply: {}", named, withoutPoint(why));
    return named + " does not apply to this scenario";
}

/// Puts behind a number the steps of another one, which shows why it is so.
void append(Derivation& derivation, Derivation reason)
{
    const int before = static_cast<int>(derivation.steps.size());
    for (auto& step : reason.steps) {
        for (auto& node : step.expression.nodes)
            node.step += node.step >= 0 ? before : 0;
        derivation.steps.push_back(std::move(step));
    }
}

/// Where the answer is a word it stands first, with why it is that word, before the numbers it is judged by.
void answer(Explained& number, const Metric& metric, const Workspace& w)
{
    DerivationStep first;
    first.symbol = number.id;
    first.title = number.title;
    first.dim = dim::count;
    first.equation = metric.equation;
    first.word = number.text();
    const auto* truth = std::get_if<bool>(&number.value);
    first.value = truth && *truth ? 1 : 0;
    first.sentence = metric.sentence ? metric.sentence(w, 0) : std::string();
    Derivation whole{number.id, {std::move(first)}};
    append(whole, std::move(number.derivation));
    number.derivation = std::move(whole);
}

/// Puts the derivation of the number that shows why behind that of another one.
void appendReason(Explained& number, const Metric& metric, const Workspace& w)
{
    Tape tape;
    const Recording recording(tape, w.scenario);
    if (const Traced shown = metric.never(w, recording); shown.tape()) {
        auto reason = derivationTree(number.id, shown, number.dim);
        sayFacts(reason, w.scenario);
        append(number.derivation, std::move(reason));
    }
}

void addSentence(Explained& number, const Metric& metric, const Workspace& w)
{
    if (!std::holds_alternative<double>(number.value) && metric.sentence) {
        answer(number, metric, w);
        if (metric.never)
            appendReason(number, metric, w);
        return;
    }
    auto& first = number.derivation.steps.front();
    const bool never = std::isinf(number.si()) && first.expression.nodes.empty();
    if (const auto said = metric.sentence ? metric.sentence(w, number.si()) : std::string(); !said.empty())
        first.sentence = first.sentence.empty() || never ? said : first.sentence + " " + said;
    if (never && metric.never)
        appendReason(number, metric, w);
}

ExplainedOrWhy metricNumber(const Metric& metric, const Workspace& w, Depth depth)
{
    const auto value = metricValue(w, metric);
    if (!applies(value))
        return tl::unexpected(whyNot(w, metric));
    Explained number{{metric.id, metric.title, countedIn(w.scenario, metric.id, metric.unit), metric.dim, value,
                      w.scenario.conv.unit}};
    derive(number, w.scenario, depth, [&](const Recording& inputs) { return traced(w, metric, inputs); });
    if (depth == Depth::explained)
        addSentence(number, metric, w);
    return number;
}

/// Of every kind but metrics: those have no places, and depend on the catalogue.
const std::vector<NumberRow>& otherRows()
{
    static const auto rows = [] {
        std::vector<NumberRow> all;
        for (const auto& kind :
             {rooflineNumberRows(), stepNumberRows(), designNumberRows(), customNumberRows(), shardingNumberRows(),
              timelineNumberRows(), operationNumberRows(), layerNumberRows(), networkNumberRows(), chipNumberRows()})
            all.insert(all.end(), kind.begin(), kind.end());
        return all;
    }();
    return rows;
}

bool isOf(const NumberRow& row, std::string_view id)
{
    const auto head = headOf(row.pattern);
    return head.size() == row.pattern.size() ? id == head : id.starts_with(head);
}

const NumberRow* otherRow(std::string_view id)
{
    const auto& rows = otherRows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const NumberRow& r) { return isOf(r, id); });
    return row == rows.end() ? nullptr : &*row;
}

std::string unknown(const Catalogue* catalogue, std::string_view id)
{
    std::string patterns;
    for (const auto& row : otherRows())
        if (row.pattern.substr(0, row.pattern.find('.')) == id.substr(0, id.find('.')))
            patterns += fmt::format("{}{}", patterns.empty() ? "" : ", ", shownPattern(row.pattern));
    if (!patterns.empty())
        return fmt::format("There is no number '{}'; choose one of {}", id, patterns);
    const auto all = catalogue ? metrics(*catalogue) : std::vector<Metric>();
    std::vector<std::string_view> ids;
    for (const auto& metric : all)
        ids.push_back(metric.id);
    return ids.empty() ? fmt::format("There is no number '{}'", id)
                       : fmt::format("There is no number '{}'; the nearest is '{}'", id, nearest(id, ids));
}

ExplainedOrWhy find(const Workspace& w, std::string_view id, Depth depth)
{
    if (const auto metric = w.scenario.presets ? findMetric(*w.scenario.presets, id) : std::nullopt)
        return metricNumber(*metric, w, depth);
    const auto* row = otherRow(id);
    return row ? row->find(w, id, depth) : tl::unexpected(unknown(w.scenario.presets, id));
}

} // namespace

std::string whyNoSubject(const Workspace& w, std::string_view id)
{
    if (id.starts_with("coll."))
        return w.cache.report(w.scenario)->problem;
    if (id.starts_with("shard."))
        if (const auto error = w.cache.sharding(w.scenario)->error)
            return fmt::format("shard.expr, column {}: {}", error->column, withoutPoint(errorText(*error)));
    return id.starts_with("op.") ? withoutPoint(problemOf(w.scenario.op)) : std::string();
}

std::string NumberValue::text(int digits) const
{
    if (const auto* words = std::get_if<std::string_view>(&value))
        return std::string(*words);
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth ? "true" : "false";
    if (const auto* texts = std::get_if<Texts>(&value))
        return listText(*texts);
    return format(si(), dim, {digits, bytes, unit});
}

double NumberValue::si() const
{
    const auto* number = std::get_if<double>(&value);
    return number ? *number : std::numeric_limits<double>::quiet_NaN();
}

Explained numberOf(const Workspace& w, std::string_view id, std::string title, std::string_view unit, Dim dim,
                   double value)
{
    return {{std::string(id), std::move(title), std::string(unit), dim, value, w.scenario.conv.unit}};
}

void say(Explained& number, std::string_view symbol, std::string sentence)
{
    DerivationStep step;
    step.symbol = symbol;
    step.title = number.title;
    step.unit = number.unit;
    step.dim = number.dim;
    step.value = number.si();
    step.sentence = std::move(sentence);
    number.derivation = {number.id, {std::move(step)}};
}

void finish(Explained& number, const Scenario& s, const Traced& root)
{
    if (std::isnan(root.value()))
        return say(number, {}, "What it is judged by does not apply to this scenario.");
    if (!root.tape()) {
        say(number, {}, root.value() == 0 ? "Nothing in this scenario adds to it." : "It needs no arithmetic here.");
        number.derivation.steps.front().value = root.value();
        return;
    }
    number.derivation = derivationTree(number.id, root, number.dim);
    sayFacts(number.derivation, s);
    auto& first = number.derivation.steps.front();
    if (first.expression.nodes.empty() && first.fieldId.empty() && first.sentence.empty()) {
        const bool counted = first.source == sources::schedule.title;
        first.sentence = fmt::format("{}: {}.{}", first.title, first.source,
                                     counted ? " The pages Steps and Links list every message." : "");
        first.source.clear();
        first.sourceUrl.clear();
    }
}

tl::expected<NumberValue, std::string> value(const Workspace& w, std::string_view id)
{
    return find(w, id, Depth::value).map([](Explained&& number) -> NumberValue { return std::move(number); });
}

ExplainedOrWhy explain(const Workspace& w, std::string_view id) { return find(w, id, Depth::explained); }

tl::expected<void, std::string> checkNumber(const Catalogue& catalogue, std::string_view id)
{
    if (findMetric(catalogue, id) || otherRow(id))
        return {};
    return tl::unexpected(unknown(&catalogue, id));
}

std::string nameOf(const Catalogue& catalogue, std::string_view id)
{
    const auto metric = findMetric(catalogue, id);
    return metric ? metric->title : std::string(id.substr(id.rfind('/') + 1));
}

} // namespace core
