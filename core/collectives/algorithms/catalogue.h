// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithms, one row each, and which of them is taken when nobody says.
#pragma once

#include "core/collectives/costs/closed_forms.h"
#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// One way to do one kind of collective.
struct AlgorithmRow {
    CollectiveKind kind;
    CollectiveAlgorithm id;
    std::string_view title;
    /// Why it cannot be done on this network; empty where it can.
    std::string (*obstacle)(const CollectiveRequest&);
    /// Nothing only where no schedule was found (offsets).
    std::optional<Schedule> (*schedule)(const CollectiveRequest&);
    FormBody closedForm;
};

/// All rows, by kind.
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
