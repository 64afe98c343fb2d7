// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the phases of the parts, and the formulas of single axes.
#include "core/collectives/algorithms/phase_times.h"

#include "core/collectives/algorithms/phases.h"
#include "core/formulas/collectives.h"

#include <algorithm>
#include <array>

namespace core
{

namespace
{

using Count = Quantity<dim::count>;
using Bytes = Quantity<dim::byte>;
using Seconds = Quantity<dim::second>;

struct PhaseCost {
    Count hops{0};
    Bytes link{0};
};

/// What one axis costs a part that holds `held` bytes per chip when it gets there.
using CostOn = PhaseCost (*)(const TorusAxis&, bool oneWay, Bytes held);

PhaseCost gatherOn(const TorusAxis& axis, bool oneWay, Bytes held)
{
    const Count n(axis.length);
    const bool bothWays = axis.wraps && !oneWay;
    return {Count(longestHops(axis, oneWay && axis.wraps)),
            bothWays ? formulas::ringPhaseBytes(n, held) : formulas::linePhaseBytes(n, held)};
}

PhaseCost exchangeOn(const TorusAxis& axis, bool oneWay, Bytes held)
{
    const Count n(axis.length);
    const bool bothWays = axis.wraps && !oneWay;
    return {Count(longestHops(axis, oneWay && axis.wraps)), // n − 1 bundles of at most n − 1 blocks: half of a gather
            bothWays ? formulas::exchangePhaseBytes(n, held) : formulas::ringPhaseBytes(n, held)};
}

/// Every part follows its own order of axes; an axis serves the parts one after the other.
Seconds overPhases(const CollectiveRequest& request, AxisOrder order, bool grows, CostOn cost)
{
    const auto& topology = request.topology;
    const int axes = static_cast<int>(topology.activeAxes().size());
    const int parts = order == AxisOrder::rotated ? std::max(1, axes) : 1;
    const Phases phases(topology, parts, [](const TorusAxis&) { return 1; });
    std::array<Seconds, 3> done{Seconds(0), Seconds(0), Seconds(0)};
    std::array<Seconds, 3> free = done;
    std::array<Bytes, 3> held;
    held.fill(Bytes(request.bytes()) / topology.chips() / parts);
    for (int phase = 0; phase < phases.count(); ++phase) {
        for (int part = 0; part < parts; ++part) {
            const auto p = static_cast<std::size_t>(part);
            const auto a = static_cast<std::size_t>(phases.axis(part, phase));
            const auto& axis = topology.axes[a];
            const auto needed = cost(axis, topology.oneWay, held[p]);
            done[p] = formulas::phaseEnd(done[p], free[a], needed.hops, request.rates.hop, needed.link,
                                         request.rates.bandwidth);
            free[a] = done[p] - request.rates.hop;
            if (grows)
                held[p] = held[p] * axis.length;
        }
    }
    return max(done[0], done[1], done[2]);
}

bool hasOpenAxis(const Topology& topology)
{
    return std::any_of(topology.axes.begin(), topology.axes.end(),
                       [](const TorusAxis& a) { return a.length > 2 && !a.wraps; });
}

Count chipsOf(const CollectiveRequest& request) { return Count(request.topology.chips()); }
Bytes bytesOf(const CollectiveRequest& request) { return Bytes(request.bytes()); }

} // namespace

ClosedForm gatherTime(const CollectiveRequest& request, AxisOrder order)
{
    const auto& topology = request.topology;
    const auto active = topology.activeAxes();
    const bool oneAxis = active.size() == 1;
    const auto shard = bytesOf(request) / topology.chips();
    if (!oneAxis)
        return {overPhases(request, order, true, gatherOn), CollectiveClock::async, !hasOpenAxis(topology)};
    const auto& axis = topology.axes[static_cast<std::size_t>(active.front())];
    if (!axis.wraps || topology.oneWay)
        return {formulas::lineGather(chipsOf(request), request.rates.hop, shard, request.rates.bandwidth)};
    const int hops = axis.length / 2;
    return {formulas::ringGather(Count(hops), request.rates.hop, chipsOf(request), shard, request.rates.bandwidth)};
}

ClosedForm offsetsTime(const CollectiveRequest& request)
{
    const int chips = request.topology.chips();
    const int degree = std::max(1, request.topology.degree(0));
    const int steps = (chips - 1 + degree - 1) / degree;
    return {formulas::offsetsGather(Count(steps), request.rates.hop, chipsOf(request), bytesOf(request) / chips,
                                    Count(degree), request.rates.bandwidth),
            CollectiveClock::lockstep, true, steps};
}

ClosedForm exchangeTime(const CollectiveRequest& request, AxisOrder order)
{
    const auto& topology = request.topology;
    const auto active = topology.activeAxes();
    if (active.size() != 1)
        return {overPhases(request, order, false, exchangeOn), CollectiveClock::async, !hasOpenAxis(topology)};
    const auto& axis = topology.axes[static_cast<std::size_t>(active.front())];
    const auto block = bytesOf(request) / topology.chips() / topology.chips();
    if (!axis.wraps || topology.oneWay)
        return {formulas::bundledExchange(chipsOf(request), request.rates.hop, block, request.rates.bandwidth)};
    const int hops = axis.length / 2;
    return {formulas::ringExchange(Count(hops), request.rates.hop, chipsOf(request), block, request.rates.bandwidth)};
}

ClosedForm slotsTime(const CollectiveRequest& request)
{
    const int chips = request.topology.chips();
    return {formulas::slotExchange(chipsOf(request), request.rates.hop, bytesOf(request) / chips / chips,
                                   request.rates.bandwidth),
            CollectiveClock::lockstep};
}

ClosedForm middleTime(const CollectiveRequest& request, int pieces)
{
    return {formulas::middleReduce(Count(pieces), chipsOf(request), request.rates.hop, bytesOf(request),
                                   request.rates.bandwidth),
            CollectiveClock::lockstep};
}

ClosedForm switchTime(const CollectiveRequest& request, int steps)
{
    const int chips = request.topology.chips();
    const bool blocks = request.kind == CollectiveKind::allToAll;
    const auto piece = blocks ? bytesOf(request) / chips / chips : bytesOf(request) / chips;
    const int passes = request.kind == CollectiveKind::allReduce ? 2 : 1;
    return {
        formulas::portTime(Count(steps), request.rates.hop, piece * (passes * (chips - 1)), request.rates.bandwidth),
        CollectiveClock::lockstep, true, steps};
}

} // namespace core
