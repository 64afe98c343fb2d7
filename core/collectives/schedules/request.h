// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked for: which collective of how many bytes, on which network.
#pragma once

#include "core/collectives/networks/link_rates.h"
#include "core/collectives/networks/topology.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <vector>

namespace core
{

/// GPUs that send from one domain to another: every port gets the rate that all of it amounts to.
struct Domains {
    double size = 0; // GPUs of a domain; 0: nothing leaves one
    Quantity<dim::bytePerSecond> inside{0}, nic{0};
};

struct CollectiveRequest {
    CollectiveKind kind = CollectiveKind::allGather;
    Topology topology;
    std::int64_t elements = 0; // of the whole array: gathered, or what each chip starts with, or all blocks together
    double elementBytes = 2;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    CollectiveClock clock = CollectiveClock::async; // what `auto` compares algorithms by
    bool even = false;                              // fractions of elements, all pieces alike
    int pieces = 0;                                 // of a pipelined collective; 0 lets the program choose
    int from = 0;                                   // permute
    int to = 0;
    int shift = 0; // permute: every chip of a ring sends this many places further; 0: from `from` to `to`
    /// permute: where the array of every chip goes, each to another one; `from` and `to` are then the farthest pair.
    /// Empty: one pair, or a shift.
    std::vector<int> destinations = {};
    LinkRates rates;
    Domains domains = {};
    bool inSwitch = false; // the switch adds up what is reduced (NVLS, SHARP)

    double bytes() const { return static_cast<double>(elements) * elementBytes; }
};

} // namespace core
