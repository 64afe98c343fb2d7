// SPDX-License-Identifier: GPL-3.0-or-later
// The gather of all arrays, its time, and below which size it is the faster way.
#include "core/collectives/algorithms/one_shot.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/gather.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collectives.h"
#include "core/inputs/inputs.h"

#include <fmt/format.h>

namespace core
{

namespace
{

/// One shard per chip, each a whole array.
CollectiveRequest gatherOfArrays(CollectiveRequest request)
{
    request.kind = CollectiveKind::allGather;
    request.elements *= request.topology.chips();
    return request;
}

} // namespace

Schedule allReduceOneShot(const CollectiveRequest& request)
{
    return gatherAlongAxes(gatherOfArrays(request), AxisOrder::rotated);
}

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

namespace
{

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

Recommendation recommended(const CollectiveRequest& r, const Shape&)
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
             .title = "All arrays to every chip, added there",
             .obstacle = needsRingsOfArrays,
             .schedule = [](const CollectiveRequest& r) { return std::optional(allReduceOneShot(r)); },
             .closedForm = OneShotForm{},
             .recommended = recommended,
             .note = roomNeeded,
             .spreadsArrays = true}};
}

} // namespace core
