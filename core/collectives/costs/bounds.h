// SPDX-License-Identifier: GPL-3.0-or-later
// What no algorithm can beat on a network: bytes that must cross its links, and the way to the farthest chip.
#pragma once

#include "core/collectives/costs/cost_inputs.h"

#include <string>

namespace core
{

/// The load, links and hops that limit, found by trying chips and cuts.
struct LowerBound {
    Quantity<dim::second> wire{0};    // bytes on the links that limit
    Quantity<dim::second> latency{0}; // hops to the farthest chip
    Quantity<dim::second> time{0};    // the larger of both
    double load = 0;                  // bytes behind `wire`; of an all-reduce the array
    double links = 0;                 // that share the load; of an all-reduce all there are
    int degree = 0;                   // of an all-reduce: links of the chip that has the fewest
    int hops = 0;                     // to the farthest chip
    std::string reason = {};          // why these limit, in words; how much `load`, `links` and `hops` tell
};

LowerBound lowerBound(const CollectiveRequest&);

/// Chips have to take in what they lack; all else has to cross links anywhere.
constexpr bool takesIn(CollectiveKind kind)
{
    return kind == CollectiveKind::allGather || kind == CollectiveKind::reduceScatter;
}

/// One cost on doubles and on traced numbers.
template <class In> struct BoundCost {
    const CostInputs<In>& c;
    const LowerBound& bound;

    auto load() const { return c.in(fact::coll::load, Bytes(bound.load)); }
    auto links() const
    {
        return c.in(takesIn(c.request.kind) ? fact::coll::degree : fact::coll::sharingLinks, bound.links);
    }
    auto hops() const { return c.in(fact::coll::farthest, bound.hops); }

    SecondsOf<typename In::Rep> wire() const
    {
        if (bound.links == 0)
            return c.nothing();
        if (c.request.kind == CollectiveKind::allReduce)
            return formulas::reduceBound(c.n, c.array, links(), c.in(fact::coll::degree, bound.degree), c.w);
        return takesIn(c.request.kind) ? formulas::intakeBound(load(), links(), c.w)
                                       : formulas::loadBound(load(), links(), c.w);
    }
    auto latency() const { return formulas::diameterBound(hops(), c.hop); }
    auto time() const { return formulas::noFasterThan(wire(), latency()); }
};

} // namespace core
