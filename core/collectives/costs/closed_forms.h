// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms: what a collective takes when its pieces are all alike, without looking at a single message.
#pragma once

#include "core/collectives/schedules/phases.h"
#include "core/quantity/quantity.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace core
{

template <class In> struct CostInputs;

/// `exact`: the schedule takes just this long by `clock` when the pieces are all alike; otherwise it takes no longer.
template <class R> struct ClosedFormOf {
    SecondsOf<R> time{R(0)};
    CollectiveClock clock = CollectiveClock::async;
    bool exact = true;
    int steps = 0; // of those forms that count them, when no piece is empty
};
using ClosedForm = ClosedFormOf<double>;

/// Of a collective for which there may be none.
template <class In> using MaybeForm = std::optional<ClosedFormOf<typename In::Rep>>;

// What several algorithms share.

/// Gather along the axes of one shard per chip; a reduce-scatter takes the same.
template <class In>
ClosedFormOf<typename In::Rep> gatherForm(const CostInputs<In>&, AxisOrder, const BytesOf<typename In::Rep>& shard);
/// All-to-all along the axes, open axes bundled.
template <class In> ClosedFormOf<typename In::Rep> exchangeForm(const CostInputs<In>&, AxisOrder);
/// Through a switch, in so many steps a pass.
template <class In> ClosedFormOf<typename In::Rep> switchForm(const CostInputs<In>&, int stepsOfPass);
/// Reduce-scatter, then all-gather.
template <class R> ClosedFormOf<R> twice(ClosedFormOf<R>);

} // namespace core
