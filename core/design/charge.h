// SPDX-License-Identifier: GPL-3.0-or-later
// What lies between the charge of the step for a collective and the time of its schedule; on doubles or on traced
// numbers.
#pragma once

#include "core/quantity/quantity.h"

namespace core
{

struct CollectiveAnalysis;
struct Scenario;

/// charge + rates + wire + hops = time of the schedule.
template <class R> struct ChargeDifferencesOf {
    SecondsOf<R> rates; // exact ones against those of the step
    SecondsOf<R> wire;  // the bytes alone, as scheduled
    SecondsOf<R> hops;
};

/// `s` has the collective open that is at `at` in the design's list. `scheduled`: coll.time.
template <class In>
ChargeDifferencesOf<typename In::Rep> chargeDifferences(const Scenario& s, const CollectiveAnalysis&, const In&,
                                                        std::size_t at, const SecondsOf<typename In::Rep>& scheduled);

/// What the bytes of the schedule take when a hop takes nothing.
SecondsOf<double> timeOfBytes(const Scenario& s, const CollectiveAnalysis&);

} // namespace core
