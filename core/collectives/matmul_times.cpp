// SPDX-License-Identifier: GPL-3.0-or-later
// Times and rules of collective matmul: products and messages in one forward pass.
#include "core/collectives/collective_matmul.h"

#include "core/collectives/gather.h"
#include "core/collectives/phase_times.h"
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

double shareOf(const ShardProduct& product) { return product.half == ShardProduct::wholeShard ? 1 : 0.5; }

/// When the chunks of each shard are on each chip, or the partials of them made.
class ChunkTimes
{
public:
    explicit ChunkTimes(const Schedule& schedule)
        : m_schedule(schedule),
          m_times(place(schedule.topology.chips()) * static_cast<std::size_t>(schedule.chunks.count()), 0)
    {
    }

    double& at(int chip, ChunkNumber chunk)
    {
        return m_times[place(chip) * static_cast<std::size_t>(m_schedule.chunks.count()) +
                       static_cast<std::size_t>(chunk)];
    }

    template <class Visit> void eachChunk(const ShardProduct& product, Visit visit)
    {
        const int halves = m_schedule.chunks.form().halves;
        for (int half = 0; half < halves; ++half)
            if (product.half == ShardProduct::wholeShard || product.half == half)
                visit(m_schedule.chunks.number({product.shard, 0, 0, half}));
    }

    /// Sends every message as soon as its data is there; the last arrival.
    double send(const LinkRates& rates)
    {
        std::vector<double> free(place(m_schedule.topology.chips() * m_schedule.topology.ports()), 0);
        double last = 0;
        Step step;
        for (int t = 0; t < m_schedule.steps; ++t) {
            fillStep(m_schedule, t, step);
            std::vector<double> arrivals;
            for (const auto& transfer : step.transfers) {
                auto& link = free[place(transfer.from * m_schedule.topology.ports() + transfer.port)];
                double start = link;
                eachIn(step, transfer, [&](ChunkNumber chunk) { start = std::max(start, at(transfer.from, chunk)); });
                link = start + transfer.bytes / rates.bandwidth.si();
                arrivals.push_back(link + rates.hop.si());
            }
            for (std::size_t i = 0; i < step.transfers.size(); ++i) {
                const auto& transfer = step.transfers[i];
                eachIn(step, transfer, [&](ChunkNumber chunk) {
                    at(transfer.to, chunk) = std::max(at(transfer.to, chunk), arrivals[i]);
                });
                last = std::max(last, arrivals[i]);
            }
        }
        return last;
    }

private:
    template <class Visit> static void eachIn(const Step& step, const Transfer& transfer, Visit visit)
    {
        for (const auto& run : step.chunks(transfer))
            for (ChunkNumber chunk = run.first; chunk < run.first + run.count; ++chunk)
                visit(chunk);
    }

    const Schedule& m_schedule;
    std::vector<double> m_times;
};

/// A step's products begin when all of its shards are there; the last one ends the matmul.
double pipelinedGather(const CollectiveMatmul& plan, const LinkRates& rates, double shardTime)
{
    ChunkTimes times(plan.transfers);
    times.send(rates);
    double last = 0;
    for (int chip = 0; chip < plan.transfers.topology.chips(); ++chip) {
        double end = 0;
        for (const auto& row : plan.products) {
            double there = 0;
            double shares = 0;
            for (const auto& product : row[place(chip)]) {
                times.eachChunk(product, [&](ChunkNumber chunk) { there = std::max(there, times.at(chip, chunk)); });
                shares += shareOf(product);
            }
            end = std::max(end, there) + shares * shardTime;
        }
        last = std::max(last, end);
    }
    return last;
}

/// Products never wait; partials leave when their step is done and what arrives for them is added.
double pipelinedScatter(const CollectiveMatmul& plan, const LinkRates& rates, double shardTime)
{
    ChunkTimes times(plan.transfers);
    double last = 0;
    for (int chip = 0; chip < plan.transfers.topology.chips(); ++chip) {
        double end = 0;
        for (const auto& row : plan.products) {
            for (const auto& product : row[place(chip)])
                end += shareOf(product) * shardTime;
            for (const auto& product : row[place(chip)])
                times.eachChunk(product, [&](ChunkNumber chunk) { times.at(chip, chunk) = end; });
        }
        last = std::max(last, end);
    }
    return std::max(last, times.send(rates));
}

double longestRow(const ProductRow& row)
{
    double longest = 0;
    for (const auto& products : row) {
        double sum = 0;
        for (const auto& product : products)
            sum += shareOf(product);
        longest = std::max(longest, sum);
    }
    return longest;
}

double withBarriers(const CollectiveMatmul& plan, const LinkRates& rates, double shardTime)
{
    const auto steps = timeEveryChip(plan.transfers, rates).stepBytes;
    const std::size_t bare = plan.form == MatmulForm::gather ? steps.size() : 0;
    double sum = longestRow(plan.products[bare]) * shardTime;
    for (std::size_t t = 0; t < steps.size(); ++t) {
        const auto& beside = plan.products[plan.form == MatmulForm::gather ? t : t + 1];
        sum += std::max(longestRow(beside) * shardTime,
                        steps[t] > 0 ? rates.hop.si() + steps[t] / rates.bandwidth.si() : 0);
    }
    return sum;
}

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
    if (chips % 2 == 1)
        return formulas::wholeMatmulOdd(n, Count(chips / 2), tc, ts);
    return formulas::wholeMatmulEven(n, Count(chips / 2), tc, ts, th);
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

} // namespace

MatmulTiming timeMatmul(const MatmulRequest& request, const CollectiveMatmul& plan)
{
    const Count n(request.topology.chips());
    CollectiveRequest alone;
    alone.topology = request.topology;
    alone.elements = request.elements;
    alone.elementBytes = request.elementBytes;
    alone.rates = request.rates;
    const auto collective = request.topology.chips() > 1 ? gatherTime(alone, AxisOrder::rotated).time : Seconds(0);
    const double tc = request.shardTime.si();
    MatmulTiming timing;
    timing.multiplying = request.shardTime * n;
    timing.naive = formulas::matmulThenCollective(n, request.shardTime, collective);
    timing.pipelined = Seconds(plan.form == MatmulForm::gather ? pipelinedGather(plan, request.rates, tc)
                                                               : pipelinedScatter(plan, request.rates, tc));
    timing.lockstep = Seconds(withBarriers(plan, request.rates, tc));
    timing.closedForm = closedForm(request, plan);
    timing.hidden = timing.pipelined.si() <= timing.multiplying.si() * (1 + 1e-12);
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
