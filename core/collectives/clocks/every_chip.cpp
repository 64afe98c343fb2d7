// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass over the messages of every chip.
#include "core/collectives/clocks/arrivals.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/step_sums.h"

namespace core
{

namespace
{

/// State of all links (of a switch: of all ports) during the pass.
class ForwardPass
{
public:
    ForwardPass(const Schedule& schedule, const LinkRates& rates)
        : m_schedule(schedule), m_arrivals(schedule), m_sums(rates), m_bandwidth(rates.bandwidth.si()),
          m_hop(rates.hop.si()), m_switched(schedule.topology.wiring == Wiring::throughSwitch)
    {
        const auto chips = static_cast<std::size_t>(schedule.topology.chips());
        m_linksPerChip = m_switched ? 1 : static_cast<std::size_t>(schedule.topology.ports());
        m_free.assign(chips * m_linksPerChip, {});
        m_load.assign(chips * m_linksPerChip, 0);
        if (m_switched) {
            m_intake.assign(chips, 0);
            m_out.assign(chips, 0);
            m_in.assign(chips, 0);
        }
    }

    CollectiveTiming run(const Watch& watch)
    {
        Step step;
        for (int t = 0; t < m_schedule.steps; ++t) {
            fillStep(m_schedule, t, step);
            sumPorts(step);
            start(step);
            arrive(t, step, watch);
            m_sums.endStep(m_last);
        }
        double busiest = m_load.empty() ? 0 : *std::max_element(m_load.begin(), m_load.end());
        if (m_switched)
            busiest = std::max(busiest, *std::max_element(m_intake.begin(), m_intake.end()));
        return m_sums.finished(m_last, busiest);
    }

private:
    std::size_t link(const Transfer& t) const
    {
        return static_cast<std::size_t>(t.from) * m_linksPerChip + (m_switched ? 0 : static_cast<std::size_t>(t.port));
    }

    /// Bytes of this step through every port of the switch; messages of one step share it.
    void sumPorts(const Step& step)
    {
        if (!m_switched)
            return;
        std::fill(m_out.begin(), m_out.end(), 0);
        std::fill(m_in.begin(), m_in.end(), 0);
        for (const auto& t : step.transfers) {
            m_out[static_cast<std::size_t>(t.from)] += t.bytes;
            m_in[static_cast<std::size_t>(t.to)] += t.bytes;
        }
    }

    double occupied(const Transfer& t) const
    {
        return m_switched ? std::max(m_out[static_cast<std::size_t>(t.from)], m_in[static_cast<std::size_t>(t.to)])
                          : t.bytes;
    }

    void start(const Step& step)
    {
        m_starts.resize(step.transfers.size());
        double largest = 0;
        for (std::size_t i = 0; i < step.transfers.size(); ++i) {
            const auto& t = step.transfers[i];
            m_starts[i] = later(m_free[link(t)], m_arrivals.ready(t.from, step.chunks(t)));
            largest = std::max(largest, occupied(t));
            m_load[link(t)] += t.bytes;
            if (m_switched)
                m_intake[static_cast<std::size_t>(t.to)] += t.bytes;
            m_sums.addMessages(t.bytes, 1);
        }
        m_sums.addStep(largest);
    }

    void arrive(int t, const Step& step, const Watch& watch)
    {
        for (std::size_t i = 0; i < step.transfers.size(); ++i) {
            const auto& transfer = step.transfers[i];
            const AsyncMoment end{m_starts[i].time + occupied(transfer) / m_bandwidth, m_starts[i].hops};
            const AsyncMoment arrival{end.time + m_hop, end.hops + 1};
            m_free[link(transfer)] = later(m_free[link(transfer)], end);
            m_last = later(m_last, arrival);
            m_arrivals.add(transfer.to, step.chunks(transfer), arrival);
            if (watch)
                watch(transfer, {t, m_starts[i].time, arrival.time, end.time});
        }
    }

    const Schedule& m_schedule;
    Arrivals m_arrivals;
    StepSums m_sums;
    double m_bandwidth;
    double m_hop;
    bool m_switched;
    std::size_t m_linksPerChip = 1;
    std::vector<AsyncMoment> m_free;
    std::vector<double> m_load;
    std::vector<double> m_intake;
    std::vector<double> m_out;
    std::vector<double> m_in;
    std::vector<AsyncMoment> m_starts;
    AsyncMoment m_last;
};

} // namespace

CollectiveTiming timeEveryChip(const Schedule& schedule, const LinkRates& rates, const Watch& watch)
{
    return ForwardPass(schedule, rates).run(watch);
}

double stepSeconds(CollectiveClock clock, const LinkRates& rates, double bytes)
{
    const double hop = rates.hop.si();
    const double wire = bytes / rates.bandwidth.si();
    return clock == CollectiveClock::book ? std::max(hop, wire) : hop + wire;
}

Quantity<dim::second> ClockTimes::by(CollectiveClock clock) const
{
    return clock == CollectiveClock::async ? async : clock == CollectiveClock::lockstep ? lockstep : book;
}

CollectiveTiming timeSchedule(const Schedule& schedule, const LinkRates& rates, const Watch& watch)
{
    if (schedule.symmetric)
        return timeOneChip(schedule, rates, watch);
    return schedule.phases.empty() ? timeEveryChip(schedule, rates, watch) : timeSomeChips(schedule, rates, watch);
}

} // namespace core
