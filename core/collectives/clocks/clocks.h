// SPDX-License-Identifier: GPL-3.0-or-later
// Times a schedule in one pass over its steps.
#pragma once

#include "core/collectives/clocks/timing.h"
#include "core/collectives/networks/link_rates.h"
#include "core/collectives/schedules/schedule.h"

#include <functional>

namespace core
{

/// When a message leaves and when its last byte is there.
struct Flight {
    int step = 0;
    double start = 0;
    double arrival = 0;
    double sent = 0; // its last byte has left: the link is free for the next one
};

/// What a step takes by a clock on which it waits for its largest message.
double stepSeconds(CollectiveClock, const LinkRates&, double bytes);

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
