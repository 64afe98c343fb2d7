// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithms, one row each, and which of them is taken when nobody says.
#pragma once

#include "core/collectives/algorithms/row.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// All rows; those of a kind in the order in which `auto` prefers them.
std::span<const AlgorithmRow> collectiveAlgorithms();
/// Null where the algorithm does not do that kind.
const AlgorithmRow* algorithmRow(CollectiveKind, CollectiveAlgorithm);

/// A schedule and how it came to be chosen.
struct CollectivePlan {
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    std::string title;
    std::string why; // "given", or the reason of the automatic choice
    Schedule schedule;
    std::optional<ClosedForm> closedForm;
};

/// The schedule asked for, or the recommended one; an error says which algorithm fits instead.
tl::expected<CollectivePlan, std::string> planCollective(const CollectiveRequest&);

/// What `auto` means for this request.
struct AlgorithmChoice {
    CollectiveAlgorithm algorithm;
    std::string why;
};
AlgorithmChoice chosenAlgorithm(const CollectiveRequest&);

} // namespace core
