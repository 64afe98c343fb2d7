// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms: what a collective takes when its pieces are all alike, without looking at a single message.
#pragma once

#include "core/collectives/costs/cost_inputs.h"
#include "core/collectives/schedules/phases.h"

#include <array>
#include <optional>

namespace core
{

/// `exact`: the schedule takes just this long by `clock` when the pieces are all alike; otherwise it takes no longer.
template <class R> struct ClosedFormOf {
    SecondsOf<R> time{R(0)};
    CollectiveClock clock = CollectiveClock::async;
    bool exact = true;
    int steps = 0; // of those forms that count them, when no piece is empty
};
using ClosedForm = ClosedFormOf<double>;

/// Of a collective for which there may be none.
template <class In> using MaybeForm = std::optional<ClosedFormOf<typename In::Rep>>;

/// One body for both kinds of numbers. `Body` has no state.
class FormBody
{
public:
    template <class Body> constexpr FormBody(Body) // NOLINT(google-explicit-constructor): a lambda in a row is its form
        : m_plain([](const CostInputs<Plain>& c) { return MaybeForm<Plain>(Body{}(c)); }),
          m_traced([](const CostInputs<Recording>& c) { return MaybeForm<Recording>(Body{}(c)); })
    {
    }

    MaybeForm<Plain> operator()(const CostInputs<Plain>& c) const { return m_plain(c); }
    MaybeForm<Recording> operator()(const CostInputs<Recording>& c) const { return m_traced(c); }

private:
    MaybeForm<Plain> (*m_plain)(const CostInputs<Plain>&);
    MaybeForm<Recording> (*m_traced)(const CostInputs<Recording>&);
};

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
        {{"part 1, axis 1", "part 1, axis 2", "part 1, axis 3"},
         {"part 2, axis 1", "part 2, axis 2", "part 2, axis 3"},
         {"part 3, axis 1", "part 3, axis 2", "part 3, axis 3"}}};
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

/// Gather along the axes of one shard per chip; a reduce-scatter takes the same.
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

/// Reduce-scatter, then all-gather.
template <class R> ClosedFormOf<R> twice(ClosedFormOf<R> one)
{
    one.time = formulas::reduceThenGatherTime(one.time);
    one.steps *= 2;
    return one;
}

/// Gather by offsets on a closed torus.
template <class In> ClosedFormOf<typename In::Rep> offsetsForm(const CostInputs<In>& c)
{
    const int degree = c.topology().degree(0);
    const int steps = (c.topology().chips() - 1 + degree - 1) / degree;
    const auto each = c.in(fact::coll::steps, c.passes() * steps) / c.in.template constant<dim::count>(c.passes());
    return {formulas::offsetsGather(each, c.hop, c.n, c.shard(), c.in(fact::coll::degree, degree), c.w),
            CollectiveClock::lockstep, true, steps};
}

/// All-to-all along the axes, open axes bundled.
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

/// All-to-all on one open axis, one block a step, with a barrier after every step.
template <class In> ClosedFormOf<typename In::Rep> slotsForm(const CostInputs<In>& c)
{
    return {formulas::slotExchange(c.n, c.hop, formulas::blockBytes(c.array, c.n), c.w), CollectiveClock::lockstep};
}

/// All-reduce of one open axis to the middle and back, in so many pieces, with a barrier after every step.
template <class In> ClosedFormOf<typename In::Rep> middleForm(const CostInputs<In>& c, int pieces)
{
    return {formulas::middleReduce(c.in(fact::coll::pieces, pieces), c.n, c.hop, c.array, c.w),
            CollectiveClock::lockstep};
}

/// Through a switch, in so many steps a pass.
template <class In> ClosedFormOf<typename In::Rep> switchForm(const CostInputs<In>& c, int stepsOfPass)
{
    const auto piece = c.request.kind == CollectiveKind::allToAll ? formulas::blockBytes(c.array, c.n) : c.shard();
    const auto once = (c.n - 1) * piece;
    const int steps = c.passes() * stepsOfPass;
    return {formulas::portTime(c.in(fact::coll::steps, steps), c.hop, c.passes() == 2 ? 2 * once : once, c.w),
            CollectiveClock::lockstep, true, steps};
}

/// Every chip of a ring sends its array `shift` places further, both ways round.
template <class In> ClosedFormOf<typename In::Rep> shiftForm(const CostInputs<In>& c)
{
    const int shift = c.request.shift;
    const auto bytes = formulas::shiftBytes(c.in(fact::coll::shift, shift), c.n, c.array);
    const auto hops = c.in(fact::coll::steps, std::max(shift, c.topology().chips() - shift));
    return {formulas::barrierTime(hops, c.hop, bytes, c.w)};
}

/// So many of all pieces of the array, one after the other along a path.
template <class In>
ClosedFormOf<typename In::Rep> pathForm(const CostInputs<In>& c, int hops, int pieces, int allPieces)
{
    const auto own = c.in(fact::coll::pieces, pieces);
    return {formulas::pathTime(c.in(fact::coll::pathHops, hops), c.hop, own,
                               c.array * own / c.in(fact::coll::allPieces, allPieces), c.w)};
}

} // namespace core
