// SPDX-License-Identifier: GPL-3.0-or-later
// Products and messages in one forward pass, each told to who watches.
#include "core/collectives/matmul/matmul_pass.h"

#include <algorithm>

namespace core
{

namespace
{

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
    double send(const LinkRates& rates, const Watch& watch)
    {
        const double hop = rates.hop.si();
        std::vector<double> free(place(m_schedule.topology.chips() * m_schedule.topology.ports()), 0);
        std::vector<Flight> flights;
        double last = 0;
        Step step;
        for (int t = 0; t < m_schedule.steps; ++t) {
            fillStep(m_schedule, t, step);
            flights.clear();
            for (const auto& transfer : step.transfers) {
                auto& link = free[place(transfer.from * m_schedule.topology.ports() + transfer.port)];
                double start = link;
                eachIn(step, transfer, [&](ChunkNumber chunk) { start = std::max(start, at(transfer.from, chunk)); });
                link = start + transfer.bytes / rates.bandwidth.si();
                flights.push_back({t, start, link + hop, link});
            }
            for (std::size_t i = 0; i < step.transfers.size(); ++i) {
                const auto& transfer = step.transfers[i];
                const auto& flight = flights[i];
                eachIn(step, transfer, [&](ChunkNumber chunk) {
                    at(transfer.to, chunk) = std::max(at(transfer.to, chunk), flight.arrival);
                });
                last = std::max(last, flight.arrival);
                if (watch)
                    watch(transfer, flight);
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

/// The products of a step one after the other from `start` on; when they end.
double multiplyStep(const std::vector<ShardProduct>& products, int chip, int step, double start, double shardTime,
                    const MatmulWatch& watch)
{
    double shares = 0;
    for (const auto& product : products) {
        const double from = start + shares * shardTime;
        shares += shareOf(product);
        if (watch.product)
            watch.product({chip, step, product, from, start + shares * shardTime});
    }
    return start + shares * shardTime;
}

/// The products of all chips in their order; `ready` says from when those of a step can start, `done` hears when they
/// end.
template <class Ready, class Done>
double multiply(const CollectiveMatmul& plan, double shardTime, const MatmulWatch& watch, Ready ready, Done done)
{
    double last = 0;
    for (int chip = 0; chip < plan.transfers.topology.chips(); ++chip) {
        double end = 0;
        for (std::size_t t = 0; t < plan.products.size(); ++t) {
            const auto& products = plan.products[t][place(chip)];
            const double start = std::max(end, ready(chip, products));
            end = multiplyStep(products, chip, static_cast<int>(t), start, shardTime, watch);
            done(chip, products, end);
        }
        last = std::max(last, end);
    }
    return last;
}

/// All shards of all chips one after the other from `start` on.
double multiplyAll(int chips, double start, double shardTime, const MatmulWatch& watch)
{
    double end = start;
    for (int shard = 0; shard < chips; ++shard) {
        const double from = start + shard * shardTime;
        end = start + (shard + 1) * shardTime;
        for (int chip = 0; watch.product && chip < chips; ++chip)
            watch.product({chip, shard, {shard}, from, end});
    }
    return end;
}

Watch moved(const Watch& watch, double by)
{
    if (!watch)
        return {};
    return [&watch, by](const Transfer& transfer, const Flight& flight) {
        watch(transfer, {flight.step, flight.start + by, flight.arrival + by, flight.sent + by});
    };
}

/// The messages of a step, all leaving together; how long the longest takes.
double sendTogether(const Step& step, int number, double start, const MatmulRates& rates, const MatmulWatch& watch)
{
    double longest = 0;
    for (const auto& transfer : step.transfers) {
        const double wire = transfer.bytes / rates.links.bandwidth.si();
        const double taken = stepSeconds(rates.clock, rates.links, transfer.bytes);
        longest = std::max(longest, taken);
        if (watch.message)
            watch.message(transfer, {number, start, start + taken, start + wire});
    }
    return longest;
}

/// The collective with nothing beside it from `start` on; when it ends.
double sendAlone(const Schedule& schedule, double start, const MatmulRates& rates, const MatmulWatch& watch)
{
    if (rates.clock == CollectiveClock::async)
        return start + timeEveryChip(schedule, rates.links, moved(watch.message, start)).async.si();
    double now = start;
    Step step;
    for (int t = 0; t < schedule.steps; ++t) {
        fillStep(schedule, t, step);
        now += sendTogether(step, t, now, rates, watch);
    }
    return now;
}

double runPipelined(const CollectiveMatmul& plan, const MatmulRates& rates, const MatmulWatch& watch)
{
    using Products = std::vector<ShardProduct>;
    ChunkTimes times(plan.transfers);
    if (plan.form == MatmulForm::gather) { // a step's products begin when all of its shards are there
        times.send(rates.links, watch.message);
        const auto ready = [&](int chip, const Products& products) {
            double there = 0;
            for (const auto& product : products)
                times.eachChunk(product, [&](ChunkNumber chunk) { there = std::max(there, times.at(chip, chunk)); });
            return there;
        };
        return multiply(plan, rates.shardTime.si(), watch, ready, [](int, const Products&, double) {});
    }
    // Products never wait; partials leave when their step is done and what arrives for them is added.
    const auto made = [&](int chip, const Products& products, double end) {
        for (const auto& product : products)
            times.eachChunk(product, [&](ChunkNumber chunk) { times.at(chip, chunk) = end; });
    };
    const double last = multiply(
        plan, rates.shardTime.si(), watch, [](int, const Products&) { return 0.0; }, made);
    return std::max(last, times.send(rates.links, watch.message));
}

double runWithBarriers(const CollectiveMatmul& plan, const MatmulRates& rates, const MatmulWatch& watch)
{
    const int lead = plan.form == MatmulForm::gather ? 0 : 1; // steps of products before the first message
    double now = 0;
    Step step;
    for (int t = 0; t < static_cast<int>(plan.products.size()); ++t) {
        const auto& row = plan.products[place(t)];
        double taken = 0;
        for (std::size_t chip = 0; chip < row.size(); ++chip)
            taken = std::max(
                taken, multiplyStep(row[chip], static_cast<int>(chip), t, now, rates.shardTime.si(), watch) - now);
        if (const int message = t - lead; message >= 0 && message < plan.transfers.steps) {
            fillStep(plan.transfers, message, step);
            taken = std::max(taken, sendTogether(step, message, now, rates, watch));
        }
        now += taken;
    }
    return now;
}

} // namespace

double shareOf(const ShardProduct& product) { return product.half == ShardProduct::wholeShard ? 1 : 0.5; }

double runSerialized(const CollectiveMatmul& plan, const MatmulRates& rates, const MatmulWatch& watch)
{
    const int chips = plan.alone.topology.chips();
    const double shard = rates.shardTime.si();
    if (plan.form == MatmulForm::gather)
        return multiplyAll(chips, sendAlone(plan.alone, 0, rates, watch), shard, watch);
    return sendAlone(plan.alone, multiplyAll(chips, 0, shard, watch), rates, watch);
}

double runOverlapped(const CollectiveMatmul& plan, const MatmulRates& rates, const MatmulWatch& watch)
{
    return rates.clock == CollectiveClock::async ? runPipelined(plan, rates, watch)
                                                 : runWithBarriers(plan, rates, watch);
}

} // namespace core
