// SPDX-License-Identifier: GPL-3.0-or-later
// Follows segments along the axes, phase after phase.
#include "core/collectives/costs/closed_forms.h"

#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"

#include <array>

namespace core
{

namespace
{

/// An axis as a cost sees it: rings send both ways, lines and one-way rings along.
template <class R> struct CostAxis {
    CountOf<R> length, hops;
    bool bothWays;
};

template <class In> CostAxis<typename In::Rep> costAxis(const CostInputs<In>& c, int axis)
{
    const auto a = static_cast<std::size_t>(axis);
    const auto& side = c.topology().axes[a];
    const bool oneWay = c.topology().oneWay && side.wraps;
    return {c.in(fact::coll::length[a], side.length), c.in(fact::coll::hops[a], longestHops(side, oneWay)),
            side.wraps && !oneWay};
}

/// What a link of one axis carries in a phase for a segment that holds `held` bytes per chip when it gets there.
enum class PhaseTraffic { gathers, exchanges };

template <class R>
BytesOf<R> phaseBytes(PhaseTraffic traffic, const CostAxis<R>& axis, const BytesOf<R>& held, std::string_view place)
{
    if (traffic == PhaseTraffic::gathers)
        return axis.bothWays ? formulas::ringPhaseBytes.as(place)(axis.length, held)
                             : formulas::linePhaseBytes.as(place)(axis.length, held);
    return axis.bothWays ? formulas::exchangePhaseBytes.as(place)(axis.length, held)
                         : formulas::ringPhaseBytes.as(place)(axis.length, held); // half of a gather's bundles
}

/// Every segment follows its own order of axes; an axis serves the segments one after the other.
template <class In> ClosedFormOf<typename In::Rep>
overPhases(const CostInputs<In>& c, AxisOrder order, PhaseTraffic traffic, const BytesOf<typename In::Rep>& shard)
{
    using R = typename In::Rep;
    static constexpr std::array<std::array<std::string_view, 3>, 3> places{
        {{"segment 1, axis 1", "segment 1, axis 2", "segment 1, axis 3"},
         {"segment 2, axis 1", "segment 2, axis 2", "segment 2, axis 3"},
         {"segment 3, axis 1", "segment 3, axis 2", "segment 3, axis 3"}}};
    const bool rotates = order == AxisOrder::rotated;
    const int segments = rotates ? static_cast<int>(c.topology().activeAxes().size()) : 1;
    const Phases phases(c.topology(), segments, [](const TorusAxis&) { return 1; });
    std::array<SecondsOf<R>, 3> done{c.nothing(), c.nothing(), c.nothing()};
    std::array<SecondsOf<R>, 3> free = done;
    std::array<BytesOf<R>, 3> held;
    held.fill(rotates ? shard / c.in(fact::coll::segments, segments) : shard);
    for (int phase = 0; phase < phases.count(); ++phase) {
        for (int segment = 0; segment < segments; ++segment) {
            const auto p = static_cast<std::size_t>(segment);
            const auto a = static_cast<std::size_t>(phases.axis(segment, phase));
            const auto axis = costAxis(c, static_cast<int>(a));
            done[p] = formulas::phaseEnd.as(places[p][a])(done[p], free[a], axis.hops, c.hop,
                                                          phaseBytes(traffic, axis, held[p], places[p][a]), c.w);
            free[a] = done[p] - c.hop;
            if (traffic == PhaseTraffic::gathers)
                held[p] = held[p] * axis.length;
        }
    }
    return {max(max(done[0], done[1]), done[2]), CollectiveClock::async, !c.topology().hasOpenAxis()};
}

} // namespace

template <class In> ClosedFormOf<typename In::Rep> gatherForm(const CostInputs<In>& c, AxisOrder order,
                                                              const BytesOf<typename In::Rep>& shard)
{
    const auto active = c.topology().activeAxes();
    if (active.size() != 1)
        return overPhases(c, order, PhaseTraffic::gathers, shard);
    const auto axis = costAxis(c, active.front());
    return {axis.bothWays ? formulas::ringGather(axis.hops, c.hop, c.n, shard, c.w)
                          : formulas::lineGather(c.n, c.hop, shard, c.w)};
}

template <class In> ClosedFormOf<typename In::Rep> exchangeForm(const CostInputs<In>& c, AxisOrder order)
{
    const auto active = c.topology().activeAxes();
    if (active.size() != 1)
        return overPhases(c, order, PhaseTraffic::exchanges, c.shard());
    const auto axis = costAxis(c, active.front());
    const auto block = formulas::blockBytes(c.array, c.n);
    return {axis.bothWays ? formulas::ringExchange(axis.hops, c.hop, c.n, block, c.w)
                          : formulas::bundledExchange(c.n, c.hop, block, c.w)};
}

template <class In> ClosedFormOf<typename In::Rep> switchForm(const CostInputs<In>& c, int stepsOfPass)
{
    const auto piece = c.request.kind == CollectiveKind::allToAll ? formulas::blockBytes(c.array, c.n) : c.shard();
    const auto once = (c.n - 1) * piece;
    const int steps = c.passes() * stepsOfPass;
    return {formulas::portTime(c.in(fact::coll::steps, steps), c.hop, c.passes() == 2 ? 2 * once : once, c.w),
            CollectiveClock::lockstep, true, steps};
}

template <class R> ClosedFormOf<R> twice(ClosedFormOf<R> one)
{
    one.time = formulas::reduceThenGatherTime(one.time);
    one.steps *= 2;
    return one;
}

template ClosedForm gatherForm(const CostInputs<Plain>&, AxisOrder, const BytesOf<double>&);
template ClosedFormOf<Traced> gatherForm(const CostInputs<Recording>&, AxisOrder, const BytesOf<Traced>&);
template ClosedForm exchangeForm(const CostInputs<Plain>&, AxisOrder);
template ClosedFormOf<Traced> exchangeForm(const CostInputs<Recording>&, AxisOrder);
template ClosedForm switchForm(const CostInputs<Plain>&, int);
template ClosedFormOf<Traced> switchForm(const CostInputs<Recording>&, int);
template ClosedForm twice(ClosedForm);
template ClosedFormOf<Traced> twice(ClosedFormOf<Traced>);

} // namespace core
