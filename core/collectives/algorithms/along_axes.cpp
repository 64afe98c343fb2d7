// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of what goes along axes: one axis, all at once with rotated segments, or one after the other; time slots.
#include "core/collectives/algorithms/all_to_all.h"
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/gather.h"
#include "core/collectives/algorithms/line_slots.h"
#include "core/collectives/algorithms/through_switch.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collectives.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

namespace
{

using Request = CollectiveRequest;
using Algorithm = CollectiveAlgorithm;
using Kind = CollectiveKind;

bool isSwitch(const Request& r) { return r.topology.wiring == Wiring::throughSwitch; }

/// Without axes, a ring that is only thought of.
template <AxisOrder O> std::optional<Schedule> gather(const Request& r)
{
    return isSwitch(r) ? gatherThroughSwitch(r, SwitchOrder::ring) : gatherAlongAxes(r, O);
}

template <AxisOrder O> std::optional<Schedule> reduceScatter(const Request& r)
{
    return isSwitch(r) ? reduceThroughSwitch(r, SwitchOrder::ring) : reversed(gatherAlongAxes(r, O, true));
}

template <AxisOrder O> std::optional<Schedule> allReduce(const Request& r)
{
    const auto scattered = reduceScatter<O>(r);
    const auto gathered = gather<O>(r);
    if (!scattered || !gathered)
        return std::nullopt;
    return reduceThenGather(*scattered, *gathered);
}

template <AxisOrder O, LineTraffic L> std::optional<Schedule> allToAll(const Request& r)
{
    return isSwitch(r) ? allToAllThroughSwitch(r, SwitchOrder::ring) : allToAllAlongAxes(r, O, L);
}

template <AxisOrder O> struct GatherForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone())
            return ClosedFormOf<typename In::Rep>{};
        return c.isSwitch() ? switchForm(c, c.topology().chips() - 1) : gatherForm(c, O, c.shard());
    }
};

template <AxisOrder O> struct ExchangeForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone())
            return ClosedFormOf<typename In::Rep>{};
        return c.isSwitch() ? switchForm(c, c.topology().chips() - 1) : exchangeForm(c, O);
    }
};

struct SlotsForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone() || !c.topology().hasOpenAxis())
            return ExchangeForm<AxisOrder::rotated>{}(c);
        if (c.topology().activeAxes().size() != 1)
            return std::nullopt;
        return {
            {formulas::slotExchange(c.n, c.hop, formulas::blockBytes(c.array, c.n), c.w), CollectiveClock::lockstep}};
    }
};

bool hasLongLine(const Topology& topology)
{
    return std::any_of(topology.axes.begin(), topology.axes.end(),
                       [](const TorusAxis& a) { return !a.wraps && a.length > longestSlotLine; });
}

std::string needsShortLines(const Request& r)
{
    if (isSwitch(r) || !hasLongLine(r.topology))
        return needsTorus(r);
    return fmt::format("one block a step takes too many steps on an open axis of more than {}", longestSlotLine);
}

// ---- what `auto` takes

Recommendation when(bool fits, std::string_view why) { return {fits ? std::string(why) : std::string()}; }

constexpr std::string_view fewestHops = "for so few bytes only the hops count, and these are the fewest";
constexpr std::string_view fewerSteps = "for so few bytes bundles, which take fewer steps, are faster than blocks";

Recommendation oneAxisGathers(const Request&, const Shape& shape)
{
    return when(shape.axes <= 1, shape.axes == 0 ? "there is one chip" : "no other axis takes part");
}

Recommendation rotatedGathers(const Request&, const Shape& shape)
{
    return when(shape.axes > 1, "all axes work at the same time");
}

Recommendation axesGather(const Request&, const Shape& shape) { return when(shape.axes > 1, fewestHops); }

/// Networks on which an all-to-all is chosen among different algorithms.
enum class ExchangeShape { pair, ring, closed, longLine, line, mesh };

ExchangeShape exchangeShape(const Request& r, const Shape& shape)
{
    if (r.topology.chips() == 2)
        return ExchangeShape::pair;
    if (shape.axes <= 1 && !shape.allOpen)
        return ExchangeShape::ring;
    if (shape.allClosed)
        return ExchangeShape::closed;
    if (hasLongLine(r.topology))
        return ExchangeShape::longLine;
    return shape.axes == 1 ? ExchangeShape::line : ExchangeShape::mesh;
}

Recommendation oneAxisExchanges(const Request& r, const Shape& shape)
{
    if (shape.axes == 0)
        return {"there is one chip"};
    const auto network = exchangeShape(r, shape);
    if (network == ExchangeShape::pair)
        return {"two chips swap their blocks in one step"};
    return network == ExchangeShape::ring ? Recommendation{"a ring sends every block along the shorter path"}
                                          : when(network == ExchangeShape::line, fewerSteps);
}

Recommendation rotatedExchanges(const Request& r, const Shape& shape)
{
    const auto network = exchangeShape(r, shape);
    if (network == ExchangeShape::longLine)
        return {"one block a step would be faster, but takes too many steps on so long an axis"};
    return network == ExchangeShape::closed ? when(shape.axes > 0, "the longest axis works all the time")
                                            : when(network == ExchangeShape::mesh, fewerSteps);
}

Recommendation axesExchange(const Request& r, const Shape& shape)
{
    const auto network = exchangeShape(r, shape);
    return when(shape.axes > 0 && (network == ExchangeShape::closed || network == ExchangeShape::mesh), fewestHops);
}

Recommendation slotsExchange(const Request& r, const Shape& shape)
{
    const auto network = exchangeShape(r, shape);
    return when(network == ExchangeShape::line || network == ExchangeShape::mesh,
                "one block a step keeps the center of an open axis busy");
}

AlgorithmRows gatherRows(Algorithm id, int rank, std::string_view title, std::string (*obstacle)(const Request&),
                         Recommendation (*recommended)(const Request&, const Shape&))
{
    constexpr auto rotated = AxisOrder::rotated;
    return gatherAndReduceRows({.kind = Kind::allGather,
                                .id = id,
                                .rank = rank,
                                .title = title,
                                .obstacle = obstacle,
                                .schedule = gather<rotated>,
                                .closedForm = GatherForm<rotated>{},
                                .recommended = recommended},
                               reduceScatter<rotated>, allReduce<rotated>, GatherTwice<GatherForm<rotated>>{});
}

} // namespace

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::timeSlots>()
{
    return {{.kind = Kind::allToAll,
             .id = Algorithm::timeSlots,
             .rank = 0,
             .title = "All axes at once, open axes one block a step",
             .obstacle = needsShortLines,
             .schedule = allToAll<AxisOrder::rotated, LineTraffic::slots>,
             .closedForm = SlotsForm{},
             .recommended = slotsExchange}};
}

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::ring>()
{
    auto rows = gatherRows(Algorithm::ring, 1, "Along one axis", needsOneAxis, oneAxisGathers);
    rows.push_back({.kind = Kind::allToAll,
                    .id = Algorithm::ring,
                    .rank = 1,
                    .title = "Along one axis, shortest path",
                    .obstacle = needsOneAxis,
                    .schedule = allToAll<AxisOrder::rotated, LineTraffic::bundled>,
                    .closedForm = ExchangeForm<AxisOrder::rotated>{},
                    .recommended = oneAxisExchanges});
    return rows;
}

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::rotated>()
{
    constexpr std::string_view title = "All axes at once, segments rotated";
    auto rows = gatherRows(Algorithm::rotated, 2, title, needsTorus, rotatedGathers);
    rows.push_back({.kind = Kind::allToAll,
                    .id = Algorithm::rotated,
                    .rank = 2,
                    .title = title,
                    .obstacle = needsTorus,
                    .schedule = allToAll<AxisOrder::rotated, LineTraffic::bundled>,
                    .closedForm = ExchangeForm<AxisOrder::rotated>{},
                    .recommended = rotatedExchanges});
    return rows;
}

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::axisByAxis>()
{
    constexpr auto oneByOne = AxisOrder::oneByOne;
    AlgorithmRow row{.kind = Kind::allGather,
                     .id = Algorithm::axisByAxis,
                     .rank = 4,
                     .title = "Axis after axis",
                     .obstacle = needsTorus,
                     .schedule = gather<oneByOne>,
                     .closedForm = GatherForm<oneByOne>{},
                     .recommended = axesGather};
    auto rows =
        gatherAndReduceRows(row, reduceScatter<oneByOne>, allReduce<oneByOne>, GatherTwice<GatherForm<oneByOne>>{});
    row.kind = Kind::allToAll;
    row.schedule = allToAll<oneByOne, LineTraffic::bundled>;
    row.closedForm = ExchangeForm<oneByOne>{};
    row.recommended = axesExchange;
    rows.push_back(row);
    return rows;
}

} // namespace core
