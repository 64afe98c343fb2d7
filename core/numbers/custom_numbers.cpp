// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a collective matmul in a custom schedule, in the registry: "own.time" of the one that is put together,
// "own.played.time" of the one that is played. No scenario holds such a schedule.
#include "core/collectives/analysis.h"
#include "core/collectives/matmul/own_order.h"
#include "core/collectives/report.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"
#include "core/inputs/inputs.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/number_rows.h"
#include "core/numbers/workspace.h"

#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

template <class In> struct CustomValues {
    const Scenario& s;
    const CollectiveAnalysis& analysis;
    const CollectiveMatmul& plan;
    const Reader<In>& in;

    auto numbers() const { return collectiveNumbers(s, analysis, in); }
    auto lost() const
    {
        const auto c = numbers();
        return formulas::matmulLoss(c.time, c.naive);
    }
    auto lostShare() const { return formulas::matmulShare(lost(), numbers().naive); }
};

struct Row {
    std::string_view name, title, unit;
    Dim dim;
    double (*value)(const CustomValues<Plain>&);
    Traced (*traced)(const CustomValues<Recording>&);
};

/// `Get` is a captureless generic lambda: CustomValues -> Quantity.
template <class Get> constexpr Row row(std::string_view name, std::string_view title, Get, std::string_view unit = {})
{
    return {name,
            title,
            unit,
            decltype(Get{}(std::declval<const CustomValues<Plain>&>()))::dim,
            [](const CustomValues<Plain>& v) { return Get{}(v).si(); },
            [](const CustomValues<Recording>& v) { return Get{}(v).si(); }};
}

constexpr std::array rows{
    row("time", "Time of this order", [](const auto& v) { return v.numbers().time; }),
    row("naive", "Matmul and collective, serialized", [](const auto& v) { return v.numbers().naive; }),
    row("saved", "Time that this order saves", [](const auto& v) { return v.numbers().saved; }),
    row("lost", "Time that this order loses", [](const auto& v) { return v.lost(); }),
    row(
        "saved_share", "Share of the time that this order saves", [](const auto& v) { return v.numbers().savedShare; },
        "share"),
    row(
        "lost_share", "Share of the time that this order loses", [](const auto& v) { return v.lostShare(); }, "share"),
    row("buffers", "Buffers of this order, in shards",
        [](const auto& v) { return v.in(fact::coll::buffers, v.plan.buffers); }),
    row("naive_buffers", "Buffers when serialized, in shards",
        [](const auto& v) { return v.in(fact::coll::naiveBuffers, v.plan.naiveBuffers); }),
    row("steps", "Steps of this order", [](const auto& v) { return v.in(fact::coll::steps, v.plan.transfers.steps); })};

struct Engine {
    std::string_view name, title;
    CollectiveAlgorithm algorithm;
};

/// The engine's own schedules, which need no custom one.
constexpr std::array engines{Engine{"uni", "Built in, unidirectional", CollectiveAlgorithm::uni},
                             Engine{"halves", "Built in, bidirectional half-shards", CollectiveAlgorithm::halves},
                             Engine{"whole", "Built in, bidirectional whole shards", CollectiveAlgorithm::whole}};

ExplainedOrWhy engineNumber(const Engine& engine, const Workspace& w, std::string_view id, Depth)
{
    Scenario s = w.scenario;
    s.coll.algorithm = engine.algorithm;
    s.coll.direction = LinkDirection::both; // one way is an engine of its own
    CollectiveCache cache;
    auto number = explain({s, w.report, cache}, "coll.time");
    if (!number)
        return tl::unexpected(fmt::format("'{}': there is no such built-in schedule here", id));
    number->id = number->derivation.id = id;
    number->title = engine.title;
    return number;
}

ExplainedOrWhy derived(const Row& row, const Workspace& w, const CollectiveAnalysis& analysis, std::string_view id,
                       Depth depth)
{
    if (!analysis.matmul)
        return tl::unexpected(std::string("This collective has no matmul to overlap with"));
    const auto& plan = *analysis.matmul;
    const Plain plain;
    const Reader<Plain> in(plain, w.scenario);
    auto number =
        numberOf(w, id, std::string(row.title), row.unit, row.dim, row.value({w.scenario, analysis, plan, in}));
    derive(number, w.scenario, depth, [&](const Recording& inputs) {
        const Reader<Recording> traced(inputs, w.scenario);
        return row.traced({w.scenario, analysis, plan, traced});
    });
    return number;
}

ExplainedOrWhy ofCustom(const Row& row, const Workspace& w, std::string_view id, Depth depth)
{
    if (!w.custom)
        return tl::unexpected(std::string("There is no valid custom schedule yet. Open the page Custom and build one"));
    auto analysis = analyseCollective(w.scenario);
    if (!analysis)
        return tl::unexpected(analysis.error());
    return derived(row, w, withMatmul(*std::move(analysis), *w.custom, w.scenario), id, depth);
}

ExplainedOrWhy ofPlayed(const Row& row, const Workspace& w, std::string_view id, Depth depth)
{
    if (!w.played)
        return tl::unexpected(std::string("Play the custom schedule to see this number"));
    return derived(row, w, w.played->analysis, id, depth);
}

} // namespace

std::vector<NumberRow> customNumberRows()
{
    std::vector<NumberRow> all;
    const auto add = [&](std::string id, const auto& row, Dim dim, std::string_view unit, auto find) {
        all.push_back({std::move(id), std::string(row.title), std::string(unit), dim,
                       [&row, find](const Workspace& w, std::string_view asked, Depth depth) {
                           return find(row, w, asked, depth);
                       }});
    };
    for (const auto& row : rows) {
        add(fmt::format("own.{}", row.name), row, row.dim, row.unit, ofCustom);
        add(fmt::format("own.played.{}", row.name), row, row.dim, row.unit, ofPlayed);
    }
    for (const auto& engine : engines)
        add(fmt::format("own.engine.{}", engine.name), engine, dim::second, {}, engineNumber);
    return all;
}

} // namespace core
