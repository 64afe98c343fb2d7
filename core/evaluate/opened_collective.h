// SPDX-License-Identifier: GPL-3.0-or-later
// A collective of the design put into the fields coll.*, so that its schedule can be looked at, and how the time of
// that schedule differs from what the step charges.
#pragma once

#include "core/collectives/study.h"
#include "core/evaluate/design_numbers.h"
#include "core/scenario/fields.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

using FieldEdits = std::vector<std::pair<std::string, Value>>;

/// Edits of coll.* alone that make it this very collective on the chips of the design. An error says what these fields
/// cannot name.
tl::expected<FieldEdits, std::string> openingEdits(const Scenario&, const DesignCollective&);

/// The scenario after these edits.
tl::expected<Scenario, std::string> openedCollective(const Scenario&, const DesignCollective&);

/// Whether the fields coll.* say what opening it would make them say, by whatever clock.
bool isOpened(const Scenario&, const DesignCollective&);

/// The first collective of the design that is open; the metric coll.charge is its charge for one call.
std::optional<std::size_t> openedAmong(const Scenario&, const std::vector<DesignCollective>&);

/// Why a schedule takes longer (or, negative, less long) than the step charges.
struct TimeDifference {
    DesignNumber number = DesignNumber::rates; // its id, with the collective
    std::string name;                          // "Book rates"
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

/// `study` is that of `opened`, the design with its collective opened.
ChargeOfSchedule compareWithSchedule(const Scenario& opened, const DesignCollective&, const CollectiveStudy& study);

/// "ring of 4 in 4×4×4", "8 GPUs behind a switch": where the mesh axis of a collective lies.
std::string placeOf(const Scenario&, const DesignCollective&);

} // namespace core
