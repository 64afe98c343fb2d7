// SPDX-License-Identifier: GPL-3.0-or-later
// shard.*: the plan of the sharded product and its numbers, made when they are asked for.
#include "core/derive/traced.h"
#include "core/formulas/roofline.h"
#include "core/formulas/sharding.h"
#include "core/inputs/inputs.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/collective_metrics.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/sharding/remark.h"
#include "core/sharding/report.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Of the chosen plan; null where there is none.
std::shared_ptr<const ShardingReport> planned(const Workspace& w)
{
    auto report = w.cache.sharding(w.scenario);
    return report->error || report->plans.empty() ? nullptr : report;
}

Metric described(std::string id, std::string title, const FormulaFacts& facts)
{
    Metric m;
    m.id = std::move(id);
    m.title = std::move(title);
    m.unit = facts.unit;
    m.equation = facts.equation;
    m.source = facts.source->title;
    m.dim = facts.dim;
    m.value = [](const Report&, int) -> MetricValue { return notANumber; };
    return m;
}

/// `Get` is a captureless generic lambda: ShardingOf -> Quantity.
template <class Get> Metric ofPlan(std::string id, std::string title, const FormulaFacts& facts, Get)
{
    auto m = described(std::move(id), std::move(title), facts);
    m.onDemand = [](const Workspace& w) -> MetricValue {
        const auto report = planned(w);
        return report ? Get{}(shardingNumbers(w.scenario, *report)).si() : notANumber;
    };
    m.tracedOnDemand = [](const Workspace& w, const Recording& in) {
        const auto report = planned(w);
        return report ? Get{}(tracedSharding(w.scenario, *report, in)).si() : Traced(notANumber);
    };
    return m;
}

/// Of the array of that name in the expression: an operand, or the result. `Get` gives one number of each array.
template <char Name, class Get> Metric ofArray(std::string id, std::string title, const FormulaFacts& facts, Get)
{
    auto m = described(std::move(id) + Name, std::move(title) + Name, facts);
    static constexpr auto pick = [](const ShardingReport& report, const auto& numbers, auto none) {
        const auto arrays = report.arrays();
        const auto found = std::ranges::find(arrays, std::string(1, Name), &ShardedArray::name);
        return found == arrays.end() ? none : numbers[static_cast<std::size_t>(found - arrays.begin())].si();
    };
    m.onDemand = [](const Workspace& w) -> MetricValue {
        const auto report = planned(w);
        return report ? pick(*report, Get{}(shardingNumbers(w.scenario, *report)), notANumber) : notANumber;
    };
    m.tracedOnDemand = [](const Workspace& w, const Recording& in) {
        const auto report = planned(w);
        return report ? pick(*report, Get{}(tracedSharding(w.scenario, *report, in)), Traced(notANumber))
                      : Traced(notANumber);
    };
    return m;
}

template <char Name> void addArray(std::vector<Metric>& rows)
{
    namespace f = formulas;
    rows.push_back(ofArray<Name>("shard.bytes.", "Bytes on one device of ", f::localBytes.facts(),
                                 [](const auto& n) { return n.bytes; }));
    rows.push_back(ofArray<Name>("shard.replication.", "Devices that hold the same piece of ", f::copiesOfPiece.facts(),
                                 [](const auto& n) { return n.copies; }));
}

/// A list of words; a sentence says why, and the time of the plan stands behind it.
Metric list(std::string id, std::string title, MetricValue (*value)(const Workspace&),
            std::string (*sentence)(const Workspace&, double))
{
    auto m = described(std::move(id), std::move(title), formulas::planTime.facts());
    m.equation = "d.3";
    m.source = sources::shardedProduct.title;
    m.tracedOnDemand = [](const Workspace& w, const Recording& in) {
        const auto report = planned(w);
        return report ? tracedSharding(w.scenario, *report, in).time.si() : Traced(notANumber);
    };
    m.value = [](const Report&, int) -> MetricValue { return Texts(); };
    m.onDemand = value;
    m.sentence = sentence;
    return m;
}

std::string whyCase(const Workspace& w, double)
{
    const auto report = planned(w);
    const auto remark = report ? remarkOf(*report) : std::nullopt;
    return remark ? remark->sentence : std::string();
}

std::string whyPlan(const Workspace& w, double)
{
    const auto report = planned(w);
    if (!report)
        return {};
    const auto others = report->plans.size() - 1;
    constexpr auto limit =
        " Compared are plans of one step on each operand and one on the result, where these will do; slices over "
        "several axes only as another array has them.";
    const auto time = [](const ShardingPlan& plan) { return format(plan.time(), dim::second); };
    if (report->chosen > 0)
        return fmt::format("Chosen among {} plans, with {}; the fastest takes {}. Math and collectives overlap.{}",
                           others + 1, time(report->plan()), time(report->plans.front()), limit);
    return others == 0
               ? fmt::format("It is the only plan of so few steps, and takes {}.{}", time(report->plans.front()), limit)
               : fmt::format("The fastest of {} plans, with {}; the next one takes {}. Math and collectives overlap.{}",
                             others + 1, time(report->plans.front()), time(report->plans[1]), limit);
}

std::string whyBack(const Workspace& w, double)
{
    return planned(w)
               ? "Each gradient is a product too: that of the result's gradient with the other operand, laid out "
                 "as the operand it is for. An all-gather becomes a reduce-scatter."
               : "";
}

void addLists(std::vector<Metric>& rows)
{
    rows.push_back(list(
        "shard.case", "Case of the sharded product",
        [](const Workspace& w) -> MetricValue {
            const auto report = planned(w);
            return report && !report->back.empty() ? Texts{shardingCase(report->expression)} : Texts();
        },
        whyCase));
    rows.push_back(list(
        "shard.steps", "Steps of the chosen plan, which is the cheapest unless another was picked",
        [](const Workspace& w) -> MetricValue {
            const auto report = planned(w);
            return report ? Texts(report->plan().steps()) : Texts();
        },
        whyPlan));
    rows.push_back(list(
        "shard.alternatives", "Other plans, the cheapest first",
        [](const Workspace& w) -> MetricValue {
            Texts others;
            if (const auto report = planned(w))
                for (std::size_t i = 0; i < report->plans.size(); ++i)
                    if (i != report->chosen)
                        others.push_back(report->plans[i].text());
            return others;
        },
        whyPlan));
    rows.push_back(list(
        "shard.back.steps", "Steps of the backward pass",
        [](const Workspace& w) -> MetricValue {
            Texts steps;
            if (const auto report = planned(w))
                for (const auto& plans : report->back)
                    for (auto& step : plans.empty() ? Texts() : Texts(plans.front().steps()))
                        steps.push_back(step);
            return steps;
        },
        whyBack));
}

} // namespace

void shardingMetrics(std::vector<Metric>& rows)
{
    namespace f = formulas;
    rows.push_back(ofPlan("shard.flops", "FLOPs of one device in the sharded product", f::productFlops.facts(),
                          [](const auto& n) { return n.flops; }));
    rows.push_back(ofPlan("shard.math", "Math time of the sharded product", f::operationMath.facts(),
                          [](const auto& n) { return n.math; }));
    rows.push_back(ofPlan("shard.comms", "Collectives of the sharded product", f::planComms.facts(),
                          [](const auto& n) { return n.comms; }));
    rows.push_back(
        ofPlan("shard.time", "Time of the sharded product", f::planTime.facts(), [](const auto& n) { return n.time; }));
    rows.push_back(ofPlan("shard.time.serial", "Time of the sharded product, nothing overlapped", f::planTime.facts(),
                          [](const auto& n) { return n.math + n.comms; }));
    addArray<'A'>(rows);
    addArray<'B'>(rows);
    addArray<'C'>(rows);
    addLists(rows);
}

} // namespace core
