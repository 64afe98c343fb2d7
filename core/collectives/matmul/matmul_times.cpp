// SPDX-License-Identifier: GPL-3.0-or-later
// Times and closed forms of collective matmul.
#include "core/collectives/matmul/collective_matmul.h"

#include "core/collectives/matmul/matmul_pass.h"
#include "core/formulas/collectives.h"

namespace core
{

namespace
{

using Count = Quantity<dim::count>;
using Seconds = Quantity<dim::second>;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

Seconds closedForm(const MatmulRequest& request, const CollectiveMatmul& plan)
{
    const int chips = request.topology.chips();
    const Count n(chips);
    const auto active = request.topology.activeAxes();
    const bool ring = !active.empty() && request.topology.axes[place(active.front())].wraps;
    const auto tc = request.shardTime;
    const auto shard = Quantity<dim::byte>(static_cast<double>(request.elements) * request.elementBytes) / n;
    const auto ts = formulas::shardTransfer(request.rates.hop, shard, request.rates.bandwidth);
    const auto th = formulas::shardTransfer(request.rates.hop, shard / 2, request.rates.bandwidth);
    if (plan.mode == CollectiveAlgorithm::halves)
        return formulas::pipelinedMatmul(n, tc, th);
    if (plan.mode == CollectiveAlgorithm::uni || !ring)
        return formulas::pipelinedMatmul(n, tc, ts);
    const int half = chips / 2;
    if (chips % 2 == 1)
        return formulas::wholeMatmulOdd(n, Count(half), tc, ts);
    return formulas::wholeMatmulEven(n, Count(half), tc, ts, th);
}

template <class Run> ClockTimes onEveryClock(Run run, const MatmulRequest& request, const CollectiveMatmul& plan)
{
    const auto by = [&](CollectiveClock clock) {
        return Seconds(run(plan, {request.rates, request.shardTime, clock}, MatmulWatch{}));
    };
    return {by(CollectiveClock::async), by(CollectiveClock::lockstep), by(CollectiveClock::book)};
}

} // namespace

ClockTimes timeBeside(const MatmulRequest& request, const CollectiveMatmul& plan)
{
    return onEveryClock(runBeside, request, plan);
}

MatmulTiming timeMatmul(const MatmulRequest& request, const CollectiveMatmul& plan)
{
    const Count n(request.topology.chips());
    const auto tc = request.shardTime;
    MatmulTiming timing;
    timing.shardTime = tc;
    timing.multiplying = formulas::multiplyingTime(n, tc);
    timing.inTurn = onEveryClock(runInTurn, request, plan);
    timing.beside = timeBeside(request, plan);
    timing.closedForm = closedForm(request, plan);
    return timing;
}

} // namespace core
