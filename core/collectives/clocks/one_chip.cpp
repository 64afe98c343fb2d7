// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass for networks on which every chip does the same: what chip 0 sends, it receives from the other side.
#include "core/collectives/clocks/arrivals.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/step_sums.h"

#include <unordered_map>

namespace core
{

namespace
{

/// When each chunk was at chip 0; by number where all of them come by, else only those under way.
class OneChipArrivals
{
public:
    explicit OneChipArrivals(const Schedule& schedule) : m_sparse(schedule.chunks.form().cut == Cut::blocks)
    {
        if (!m_sparse)
            m_moments.assign(static_cast<std::size_t>(schedule.chunks.count()), {});
    }

    AsyncMoment ready(ChunkNumber chunk) const
    {
        if (!m_sparse)
            return m_moments[static_cast<std::size_t>(chunk)];
        const auto found = m_underWay.find(chunk);
        return found == m_underWay.end() ? AsyncMoment{} : found->second;
    }

    void add(ChunkNumber chunk, const AsyncMoment& moment)
    {
        auto& at = m_sparse ? m_underWay[chunk] : m_moments[static_cast<std::size_t>(chunk)];
        at = later(at, moment);
    }

    void forget(ChunkNumber chunk)
    {
        if (m_sparse)
            m_underWay.erase(chunk);
    }

private:
    bool m_sparse;
    std::vector<AsyncMoment> m_moments;
    std::unordered_map<ChunkNumber, AsyncMoment> m_underWay;
};

class OneChipPass
{
public:
    OneChipPass(const Schedule& schedule, const LinkRates& rates)
        : m_schedule(schedule), m_arrivals(schedule), m_sums(rates), m_bandwidth(rates.bandwidth.si()),
          m_hop(rates.hop.si()), m_switched(schedule.topology.wiring == Wiring::throughSwitch)
    {
        const auto links = m_switched ? 1 : static_cast<std::size_t>(schedule.topology.ports());
        m_free.assign(links, {});
        m_load.assign(links, 0);
    }

    CollectiveTiming run(const Watch& watch)
    {
        Step step;
        for (int t = 0; t < m_schedule.steps; ++t) {
            step.clear();
            addSends(m_schedule, t, 0, step);
            m_port = 0;
            for (const auto& transfer : step.transfers)
                m_port += transfer.bytes;
            start(step);
            arrive(t, step, watch);
            m_sums.endStep(m_last);
        }
        return m_sums.finished(m_last, *std::max_element(m_load.begin(), m_load.end()));
    }

private:
    std::size_t link(const Transfer& t) const { return m_switched ? 0 : static_cast<std::size_t>(t.port); }
    double occupied(const Transfer& t) const { return m_switched ? m_port : t.bytes; }

    void start(const Step& step)
    {
        m_starts.clear();
        double largest = 0;
        for (const auto& transfer : step.transfers) {
            AsyncMoment start = m_free[link(transfer)];
            for (const auto& run : step.chunks(transfer))
                for (ChunkNumber i = run.first; i < run.first + run.count; ++i)
                    start = later(start, m_arrivals.ready(i));
            m_starts.push_back(start);
            largest = std::max(largest, occupied(transfer));
            m_load[link(transfer)] += transfer.bytes;
            m_sums.addMessages(transfer.bytes, m_schedule.topology.chips());
        }
        m_sums.addStep(largest);
    }

    void arrive(int t, const Step& step, const Watch& watch)
    {
        const bool moves = m_schedule.goal == Goal::exchangeBlocks;
        for (const auto& transfer : step.transfers)
            for (const auto& run : step.chunks(transfer))
                for (ChunkNumber i = run.first; moves && i < run.first + run.count; ++i)
                    m_arrivals.forget(i);
        for (std::size_t i = 0; i < step.transfers.size(); ++i) {
            const auto& transfer = step.transfers[i];
            const AsyncMoment end{m_starts[i].time + occupied(transfer) / m_bandwidth, m_starts[i].hops};
            const AsyncMoment arrival{end.time + m_hop, end.hops + 1};
            m_free[link(transfer)] = later(m_free[link(transfer)], end);
            m_last = later(m_last, arrival);
            const int back = m_schedule.topology.portBack(0, transfer.port);
            for (const auto& run : step.chunks(transfer))
                for (ChunkNumber chunk = run.first; chunk < run.first + run.count; ++chunk)
                    m_arrivals.add(m_schedule.chunks.moved(chunk, back), arrival);
            if (watch)
                watch(transfer, {t, m_starts[i].time, arrival.time, end.time});
        }
    }

    const Schedule& m_schedule;
    OneChipArrivals m_arrivals;
    StepSums m_sums;
    double m_bandwidth;
    double m_hop;
    bool m_switched;
    double m_port = 0; // bytes of this step through the port of the switch
    std::vector<AsyncMoment> m_free;
    std::vector<double> m_load;
    std::vector<AsyncMoment> m_starts;
    AsyncMoment m_last;
};

} // namespace

CollectiveTiming timeOneChip(const Schedule& schedule, const LinkRates& rates, const Watch& watch)
{
    return OneChipPass(schedule, rates).run(watch);
}

} // namespace core
