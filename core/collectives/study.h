// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about the collective of a scenario (coll.* fields): its schedule, times, bound, bytes, and notes.
#pragma once

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/costs/bounds.h"
#include "core/collectives/matmul/own_order.h"

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// The metrics coll.*, and what the timelines and the verb `schedule` show.
struct CollectiveStudy {
    CollectiveRequest request; // permute: with its chips
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    std::string title; // of the algorithm
    std::string why;
    std::vector<std::string> notes; // what was assumed

    Schedule schedule;
    CollectiveTiming timing;
    LowerBound bound;
    std::optional<ClosedForm> closedForm;

    Quantity<dim::second> time{0};       // coll.time, by coll.clock
    Quantity<dim::second> lowerBound{0}; // coll.lower_bound
    Quantity<dim::byte> bytesPerLink{0}; // coll.bytes_per_link: the busiest
    Quantity<dim::byte> totalBytes{0};   // coll.total_bytes: all links of all copies
    int copies = 1;                      // independent copies on the axes that take no part

    std::optional<Quantity<dim::second>> addedInSwitch; // all-reduce, were the switch to add; a model, no schedule
    std::optional<CollectiveMatmul> matmul;             // of matmul-gather and matmul-scatter
    std::optional<MatmulTiming> matmulTiming;           // coll.naive, coll.pipelined, coll.hidden
};

/// An error names the field and what to do; also where following the pieces would take more than half a second.
tl::expected<CollectiveStudy, std::string> studyCollective(const Scenario&);

/// The matmul of a scenario whose collective is one.
tl::expected<MatmulRequest, std::string> matmulRequest(const Scenario&);
/// A study of that matmul in an order of one's own.
CollectiveStudy withMatmul(CollectiveStudy, const OwnMatmul&, const Scenario&);

/// The network and rates that a scenario names, without a schedule.
tl::expected<CollectiveRequest, std::string> collectiveRequest(const Scenario&, std::vector<std::string>& notes);

} // namespace core
