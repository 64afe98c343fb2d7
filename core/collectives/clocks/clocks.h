// SPDX-License-Identifier: GPL-3.0-or-later
// How long a schedule takes, by three clocks, and how much it moves, found in one pass over its steps.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace core
{

/// One duration by each of the clocks. async: a message starts when its data is there and its link is free; links serve
/// messages in the order of steps. lockstep: every step waits for the last message of the step before. book: a step
/// takes its bytes or its hop, whichever is longer. Never mixed in one figure.
struct ClockTimes {
    Quantity<dim::second> async{0};
    Quantity<dim::second> lockstep{0};
    Quantity<dim::second> book{0};

    Quantity<dim::second> by(CollectiveClock clock) const
    {
        return clock == CollectiveClock::async ? async : clock == CollectiveClock::lockstep ? lockstep : book;
    }
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

/// When a message leaves and when its last byte is there.
struct Flight {
    int step = 0;
    double start = 0;
    double arrival = 0;
    double sent = 0; // its last byte has left: the link is free for the next one
};

/// What a step takes by a clock on which it waits for its largest message.
inline double stepSeconds(CollectiveClock clock, const LinkRates& rates, double bytes)
{
    const double hop = rates.hop.si();
    const double wire = bytes / rates.bandwidth.si();
    return clock == CollectiveClock::book ? std::max(hop, wire) : hop + wire;
}

/// Told about every message in the order of steps, by the asynchronous clock.
using Watch = std::function<void(const Transfer&, const Flight&)>;

/// One forward pass over the messages of every chip.
CollectiveTiming timeEveryChip(const Schedule&, const LinkRates&, const Watch& = {});
/// The same for a symmetric schedule, from what one chip does; only chip 0's messages are reported.
CollectiveTiming timeOneChip(const Schedule&, const LinkRates&, const Watch& = {});
/// The same for a schedule of phases, from what the representatives do; only their messages are reported.
CollectiveTiming timeSomeChips(const Schedule&, const LinkRates&, const Watch& = {});
/// As few chips as are enough, and only their messages.
CollectiveTiming timeSchedule(const Schedule&, const LinkRates&, const Watch& = {});

} // namespace core
