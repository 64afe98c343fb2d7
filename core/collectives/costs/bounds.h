// SPDX-License-Identifier: GPL-3.0-or-later
// What no algorithm can beat on a network: bytes that must cross its links, and the way to the farthest chip.
#pragma once

#include "core/quantity/quantity.h"

#include <string>

namespace core
{

struct CollectiveRequest;
template <class In> struct CostInputs;

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

/// Its terms on doubles and on traced numbers.
template <class In> struct BoundCost {
    using R = typename In::Rep;

    const CostInputs<In>& c;
    const LowerBound& bound;

    BytesOf<R> load() const;
    CountOf<R> links() const;
    CountOf<R> hops() const;
    SecondsOf<R> wire() const;
    SecondsOf<R> latency() const;
    SecondsOf<R> time() const;
};

} // namespace core
