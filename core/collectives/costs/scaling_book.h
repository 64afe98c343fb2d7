// SPDX-License-Identifier: GPL-3.0-or-later
// The Scaling Book's time: all bytes over the bandwidth of all axes, or the hops where they take longer.
#pragma once

#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/network.h"

namespace core
{

/// One-way links of a chip that send at once.
inline int linksUsed(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    if (request.kind == CollectiveKind::permute)
        return std::min(topology.degree(request.from), topology.degree(request.to));
    if (topology.wiring == Wiring::throughSwitch)
        return 1;
    int links = 0;
    for (const auto& axis : topology.axes)
        links += axis.length > 1 ? (axis.wraps && !topology.oneWay ? 2 : 1) : 0;
    return links;
}

template <class In> SecondsOf<typename In::Rep> scalingBookTime(const CostInputs<In>& c)
{
    const auto& topology = c.topology();
    const bool pair = c.request.kind == CollectiveKind::permute;
    if (c.isAlone() || (pair && c.request.from == c.request.to))
        return c.nothing();
    const auto passes = c.in.template constant<dim::count>(c.passes());
    auto share = passes;
    if (c.request.kind == CollectiveKind::allToAll)
        share = c.isSwitch() ? 1 / c.n : c.in.template constant<dim::count>(topology.oneWay ? 0.5 : 0.25);
    const auto hops =
        c.in(fact::coll::farthest, pair ? topology.distance(c.request.from, c.request.to) : topology.diameter());
    const auto width = formulas::axisBandwidth(c.in(fact::coll::linksUsed, linksUsed(c.request)), c.w);
    return formulas::withLatency(formulas::axisTime(share, c.array, width),
                                 formulas::latencyFloor(passes, hops, c.hop));
}

} // namespace core
