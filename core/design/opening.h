// SPDX-License-Identifier: GPL-3.0-or-later
// A collective of the design put into the fields coll.*, so that its schedule can be looked at.
#pragma once

#include "core/design/collectives.h"
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

/// "ring of 4 in 4×4×4", "8 GPUs behind a switch": where the mesh axis of a collective lies.
std::string placeOf(const Scenario&, const DesignCollective&);

} // namespace core
