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

struct DesignPlace;

using FieldEdits = std::vector<std::pair<std::string, Value>>;

/// Edits of coll.* alone that make it this very collective on the chips of the design. An error says what these fields
/// cannot name.
tl::expected<FieldEdits, std::string> openingEdits(const Scenario&, const DesignCollective&);

/// A collective by itself.
struct NamedCollective {
    std::string name;
    CollectiveKind kind = CollectiveKind::allGather;
    double bytes = 0; // V
};
/// The same for any collective, of chips that lie there.
tl::expected<FieldEdits, std::string> openingEdits(const Scenario&, const NamedCollective&, const DesignPlace&);

/// Matmuls of a layer in the forward pass whose input a tensor axis gathers or whose output it scatters, each as a
/// collective matmul of one microbatch: "MLP in" of matmul-gather, "MLP out" of matmul-scatter. Only where that axis
/// lies on one hardware axis.
struct MatmulOpening {
    std::string name;
    FieldEdits edits;
};
std::vector<MatmulOpening> matmulOpenings(const Scenario&);

/// The scenario after these edits.
tl::expected<Scenario, std::string> openedCollective(const Scenario&, const DesignCollective&);

/// Whether the fields coll.* say what opening it would make them say, by whatever clock.
bool isOpened(const Scenario&, const DesignCollective&);
/// Whether they say what those edits would make them say, by whatever clock.
bool isOpened(const Scenario&, const FieldEdits&);

/// The first collective of the design that is open; the metric coll.charge is its charge for one call.
std::optional<std::size_t> openedAmong(const Scenario&, const std::vector<DesignCollective>&);

/// "ring of 4 in 4×4×4", "8 GPUs behind a switch": where the mesh axis of a collective lies.
std::string placeOf(const Scenario&, const DesignCollective&);

} // namespace core
