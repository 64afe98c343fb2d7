// SPDX-License-Identifier: GPL-3.0-or-later
// The gather of all arrays, its time, and below which size it is the faster way.
#include "core/collectives/algorithms/one_shot.h"

#include "core/collectives/algorithms/gather.h"
#include "core/formulas/collectives.h"

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

} // namespace core
