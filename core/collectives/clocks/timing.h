// SPDX-License-Identifier: GPL-3.0-or-later
// How long a schedule takes, by three clocks, and how much it moves.
#pragma once

#include "core/quantity/quantity.h"

#include <cstdint>
#include <vector>

namespace core
{

enum class CollectiveClock;

/// One duration by each of the clocks. async: a message starts when its data is there and its link is free; links serve
/// messages in the order of steps. lockstep: every step waits for the last message of the step before. book: a step
/// takes its bytes or its hop, whichever is longer. Never mixed in one figure.
struct ClockTimes {
    Quantity<dim::second> async{0};
    Quantity<dim::second> lockstep{0};
    Quantity<dim::second> book{0};

    Quantity<dim::second> by(CollectiveClock) const;
};

/// What a schedule takes and moves.
struct CollectiveTiming : ClockTimes {
    int steps = 0;
    int hops = 0;                         // that follow one another by the asynchronous clock when bytes cost nothing
    Quantity<dim::byte> criticalBytes{0}; // largest message of each step, added up
    Quantity<dim::byte> busiestLinkBytes{0}; // all messages of one link
    Quantity<dim::byte> totalBytes{0};       // all messages of all links
    std::int64_t messages = 0;
    std::vector<double> stepBytes; // largest message of each step; of a switch, bytes through the busiest port
    /// By the asynchronous clock: when the last message of a step, and of all steps before it, is there. Steps overlap
    /// on links of their own; one that is over before an earlier one ends together with that.
    std::vector<double> asyncEnds;
};

} // namespace core
