// SPDX-License-Identifier: GPL-3.0-or-later
// What no algorithm can beat on a network: bytes that must cross its links, and the way to the farthest chip.
#pragma once

#include "core/collectives/schedules/request.h"

#include <string>

namespace core
{

struct LowerBound {
    Quantity<dim::second> wire{0};    // bytes on the links that limit
    Quantity<dim::second> latency{0}; // hops to the farthest chip
    Quantity<dim::second> time{0};    // the larger of both
    double load = 0;                  // bytes behind `wire`; of an all-reduce the array
    double links = 0;                 // that share the load; of an all-reduce all there are
    int hops = 0;                     // to the farthest chip
    std::string reason;               // why these limit, in words; how much `load`, `links` and `hops` tell
};

LowerBound lowerBound(const CollectiveRequest&);

} // namespace core
