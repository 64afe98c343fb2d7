// SPDX-License-Identifier: GPL-3.0-or-later
// The gather of all arrays, its time, and below which size it is the faster way.
#include "core/collectives/one_shot.h"

#include "core/collectives/gather.h"
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

ClosedForm oneShotTime(const CollectiveRequest& request)
{
    return gatherTime(gatherOfArrays(request), AxisOrder::rotated);
}

bool isOneShotFaster(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const auto active = topology.activeAxes();
    if (active.size() != 1 || topology.oneWay || !topology.axes[static_cast<std::size_t>(active.front())].wraps)
        return false;
    const auto limit =
        formulas::oneShotLimit(Quantity<dim::count>(topology.chips()), Quantity<dim::count>(topology.diameter()),
                               request.rates.hop, request.rates.bandwidth);
    return request.bytes() < limit.si();
}

} // namespace core
