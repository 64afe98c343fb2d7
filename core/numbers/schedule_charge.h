// SPDX-License-Identifier: GPL-3.0-or-later
// How the time of an opened collective's schedule differs from what the step charges for it.
#pragma once

#include "core/quantity/quantity.h"

#include <string>
#include <string_view>
#include <vector>

namespace core
{

class CollectiveCache;
struct CollectiveAnalysis;
struct ReshardStep;
struct Scenario;
struct ShardingReport;
template <class R> struct DesignCollectiveOf;

/// Why a schedule takes longer (or, negative, less long) than the step charges.
struct TimeDifference {
    std::string_view number; // of core/numbers/design_numbers.h: "rates"
    std::string name;        // "Book rates"
    std::string why;
    Quantity<dim::second> time{0};
};

/// charged + all differences = scheduled, to a millionth.
///
/// With conv.rates = exact there are none on rings, lines, pairs, switches, square and cubic tori and meshes, nor on
/// any closed torus whose links are all busy in every step (offsets), provided that no message is shorter than a hop:
/// by the clock that opening sets the charge is coll.time. With conv.rates = book it is coll.book likewise.
struct ChargeOfSchedule {
    Quantity<dim::second> charged{0};   // by the step, for one call
    Quantity<dim::second> scheduled{0}; // coll.time of the opened collective
    std::vector<TimeDifference> differences;
};

/// `analysis` is that of `opened`, the design with its collective opened.
ChargeOfSchedule compareWithSchedule(const Scenario& opened, const DesignCollectiveOf<double>&,
                                     const CollectiveAnalysis& analysis);
/// The same for what the tab Sharding charges for a step of a product.
ChargeOfSchedule compareWithSchedule(const Scenario& opened, const ShardingReport&, const ReshardStep&,
                                     const CollectiveAnalysis& analysis);

/// Both times and why they differ, of a collective of the design or of the product that is open. Empty where they read
/// the same.
std::string otherTimeSentence(const Scenario&, CollectiveCache&, const CollectiveAnalysis&);

} // namespace core
