// SPDX-License-Identifier: GPL-3.0-or-later
// Times of collective matmul by each clock.
#include "core/collectives/matmul/collective_matmul.h"

#include "core/collectives/matmul/matmul_pass.h"
#include "core/formulas/collectives.h"

#include <cmath>

namespace core
{

namespace
{

using Count = Quantity<dim::count>;

template <class Run> ClockTimes onEveryClock(Run run, const MatmulRequest& request, const CollectiveMatmul& plan)
{
    const auto by = [&](CollectiveClock clock) {
        return Seconds(run(plan, {request.rates, request.shardTime, clock}, MatmulWatch{}));
    };
    return {by(CollectiveClock::async), by(CollectiveClock::lockstep), by(CollectiveClock::book)};
}

} // namespace

Seconds MatmulTiming::saved(CollectiveClock clock) const
{
    constexpr double rounding = 1e-9; // of the whole time
    const double whole = serialized.by(clock).si(), less = whole - overlapped.by(clock).si();
    return Seconds(std::abs(less) <= rounding * whole ? 0 : less);
}

ClockTimes timeOverlapped(const MatmulRequest& request, const CollectiveMatmul& plan)
{
    return onEveryClock(runOverlapped, request, plan);
}

MatmulTiming timeMatmul(const MatmulRequest& request, const CollectiveMatmul& plan)
{
    const Count n(request.topology.chips());
    const auto tc = request.shardTime;
    MatmulTiming timing;
    timing.shardTime = tc;
    timing.multiplying = formulas::multiplyingTime(n, tc);
    timing.serialized = onEveryClock(runSerialized, request, plan);
    timing.overlapped = timeOverlapped(request, plan);
    return timing;
}

} // namespace core
