// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms: what a collective takes when its pieces are all alike, without looking at a single message.
#pragma once

#include "core/collectives/algorithms/gather.h"
#include "core/collectives/schedules/request.h"

#include <optional>

namespace core
{

/// `exact`: the schedule takes just this long by `clock` when the pieces are all alike; otherwise it takes no longer.
struct ClosedForm {
    Quantity<dim::second> time{0};
    CollectiveClock clock = CollectiveClock::async;
    bool exact = true;
    int steps = 0; // of those forms that count them, when no piece is empty
};

/// All-gather along the axes; a reduce-scatter takes the same, an all-reduce twice that.
ClosedForm gatherTime(const CollectiveRequest&, AxisOrder);
/// All-gather by offsets on a closed torus.
ClosedForm offsetsTime(const CollectiveRequest&);
/// All-to-all along the axes, open axes bundled.
ClosedForm exchangeTime(const CollectiveRequest&, AxisOrder);
/// All-to-all on one open axis, one block a step, with a barrier after every step.
ClosedForm slotsTime(const CollectiveRequest&);
/// All-reduce of one open axis to the middle and back, in so many pieces, with a barrier after every step.
ClosedForm middleTime(const CollectiveRequest&, int pieces);
/// Through a switch in this many steps.
ClosedForm switchTime(const CollectiveRequest&, int steps);

} // namespace core
