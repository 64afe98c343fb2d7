// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce of few bytes: every chip takes in the arrays of all chips and adds them itself.
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/gather.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collectives.h"

#include <fmt/format.h>

namespace core
{

namespace
{

/// One shard per chip, each a whole array: at the end every chip has every term of every sum.
std::optional<Schedule> gatherOfArrays(const CollectiveRequest& request)
{
    CollectiveRequest gather = request;
    gather.kind = CollectiveKind::allGather;
    gather.elements *= request.topology.chips();
    return gatherAlongAxes(gather, AxisOrder::rotated);
}

/// Whether on this ring the fewer hops outweigh the bytes.
bool isOneShotFaster(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const auto active = topology.activeAxes();
    if (active.size() != 1 || !topology.axes[static_cast<std::size_t>(active.front())].wraps)
        return false;
    const int chips = topology.chips();
    using Count = Quantity<dim::count>;
    const auto limit = topology.oneWay ? formulas::oneShotLimit(Count(1), Count(chips), Count(chips - 1),
                                                                request.rates.hop, request.rates.bandwidth)
                                       : formulas::oneShotLimit(Count(2), Count(chips), Count(topology.diameter()),
                                                                request.rates.hop, request.rates.bandwidth);
    return request.bytes() < limit.si();
}

std::string needsRingsOfArrays(const CollectiveRequest& r)
{
    constexpr int maxChips = 4096; // each takes in as many arrays
    if (r.topology.wiring == Wiring::throughSwitch || r.topology.hasOpenAxis())
        return r.topology.wiring == Wiring::throughSwitch ? "a switch has no axes"
                                                          : "every axis longer than two has to close into a ring";
    return r.topology.chips() > maxChips ? fmt::format("more than {} arrays would come to every chip", maxChips) : "";
}

struct OneShotForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        return c.isAlone() ? ClosedFormOf<typename In::Rep>{} : gatherForm(c, AxisOrder::rotated, c.array);
    }
};

Recommendation oneShotRecommended(const CollectiveRequest& r, const Shape&)
{
    if (!isOneShotFaster(r))
        return {};
    return {"for so few bytes half the hops count for more than adding on every chip", true};
}

std::string roomNeeded(const CollectiveRequest& r)
{
    if (r.topology.chips() == 1)
        return {};
    return fmt::format("Every chip needs room for the arrays of all {}; added as they arrive, for two, "
                       "one for each direction.",
                       r.topology.chips());
}

} // namespace

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::oneShot>()
{
    return {{.kind = CollectiveKind::allReduce,
             .id = CollectiveAlgorithm::oneShot,
             .rank = 7,
             .title = "All arrays to every chip, added there",
             .obstacle = needsRingsOfArrays,
             .schedule = gatherOfArrays,
             .closedForm = OneShotForm{},
             .recommended = oneShotRecommended,
             .note = roomNeeded,
             .spreadsArrays = true}};
}

} // namespace core
