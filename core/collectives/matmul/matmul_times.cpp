// SPDX-License-Identifier: GPL-3.0-or-later
// Times, closed forms and rules of collective matmul.
#include "core/collectives/matmul/collective_matmul.h"

#include "core/collectives/matmul/matmul_pass.h"
#include "core/formulas/collectives.h"

#include <algorithm>

#include <fmt/format.h>

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

/// Shares of every shard that a chip multiplies, and the step of each.
void checkChip(const CollectiveMatmul& plan, int chip, std::vector<Violation>& found)
{
    const auto& chunks = plan.transfers.chunks;
    std::vector<int> row(static_cast<std::size_t>(chunks.count()), -1);
    for (std::size_t t = 0; t < plan.products.size(); ++t) {
        for (const auto& product : plan.products[t][place(chip)]) {
            for (int half = 0; half < chunks.form().halves; ++half) {
                if (product.half != ShardProduct::wholeShard && product.half != half)
                    continue;
                auto& at = row[static_cast<std::size_t>(chunks.number({product.shard, 0, 0, half}))];
                if (at >= 0)
                    found.push_back({ScheduleRule::multiplying, static_cast<int>(t),
                                     fmt::format("chip {} multiplies shard {} twice", chip, product.shard)});
                at = static_cast<int>(t);
            }
        }
    }
    if (std::find(row.begin(), row.end(), -1) != row.end())
        found.push_back({ScheduleRule::multiplying, -1, fmt::format("chip {} leaves a shard out", chip)});
    Step step;
    const bool gathers = plan.form == MatmulForm::gather;
    for (int t = 0; t < plan.transfers.steps; ++t) {
        fillStep(plan.transfers, t, step);
        for (const auto& transfer : step.transfers) {
            if ((gathers ? transfer.to : transfer.from) != chip)
                continue;
            for (const auto& run : step.chunks(transfer))
                for (ChunkNumber i = run.first; i < run.first + run.count; ++i)
                    if (gathers ? row[static_cast<std::size_t>(i)] <= t : row[static_cast<std::size_t>(i)] > t)
                        found.push_back({ScheduleRule::multiplying, t,
                                         fmt::format("chip {} multiplies chunk {} {}", chip, i,
                                                     gathers ? "before it has it" : "after it sent its sum")});
        }
    }
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

std::vector<Violation> checkMatmul(const CollectiveMatmul& plan)
{
    auto found = checkEveryChip(plan.transfers).value_or(std::vector<Violation>{});
    for (int chip = 0; chip < plan.transfers.topology.chips(); ++chip)
        checkChip(plan, chip, found);
    return found;
}

} // namespace core
