// SPDX-License-Identifier: GPL-3.0-or-later
// Replays a schedule and reports where it breaks the rules of its network or misses its goal.
#pragma once

#include "core/collectives/clocks/clocks.h"
#include "core/collectives/costs/bounds.h"
#include "core/collectives/schedules/schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace tests
{

enum class ScheduleRule {
    links = 1,   // existing links to the right neighbour
    messages,    // one message per link and step, none empty, no chunk twice in it
    possession,  // sent is only what was held when the step began
    gathering,   // nothing arrives twice, everything everywhere at the end
    reducing,    // every partial is added once and the owner ends with all
    allReducing, // copies only of full sums onto empty places, all full at the end
    moving,      // every chunk in one place, at its destination at the end
    totalBytes,  // as many as the goal needs
    times,       // no faster than possible, a barrier makes nothing faster
    multiplying, // every chip multiplies every shard once and in time
};

struct Violation {
    ScheduleRule rule;
    int step = -1; // -1: at the end
    std::string text;
};

/// Replays the messages of every chip; at most five violations of each rule. A reduction of more than some hundred
/// chips would need too much memory: then nothing is returned.
std::optional<std::vector<Violation>> checkEveryChip(const core::Schedule&);
/// The same for a symmetric gather or reduce-scatter from what one chip does.
std::vector<Violation> checkOneChip(const core::Schedule&);
/// Rule `times` for a schedule that was timed.
std::vector<Violation> checkTimes(const core::CollectiveTiming&, const core::LowerBound&);

} // namespace tests
