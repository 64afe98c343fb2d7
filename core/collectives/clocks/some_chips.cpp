// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass for parts that go along the axes of a network with open ones: only of chips that stand for all.
#include "core/collectives/clocks/arrivals.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/step_sums.h"
#include "core/collectives/networks/representatives.h"

namespace core
{

namespace
{

/// A message waits for its link, for all that its chip got of the part in earlier phases, and, where it is passed on,
/// for what came in the same direction just before.
class SomeChipsPass
{
public:
    SomeChipsPass(const Schedule& schedule, const LinkRates& rates)
        : m_schedule(schedule), m_some(schedule.topology), m_sums(rates), m_bandwidth(rates.bandwidth.si()),
          m_hop(rates.hop.si()), m_ports(place(schedule.topology.ports()))
    {
        const auto links = m_some.chips().size() * m_ports;
        m_free.assign(links, {});
        m_load.assign(links, 0);
        m_passedOn.assign(links, {});
        m_ready.assign(links, {}); // as many parts as axes at most
        m_number.assign(place(schedule.topology.chips()), 0);
        for (std::size_t i = 0; i < m_some.chips().size(); ++i)
            m_number[place(m_some.chips()[i])] = i;
    }

    CollectiveTiming run(const Watch& watch)
    {
        const auto& phases = m_schedule.phases;
        for (std::size_t k = 0; k < phases.size(); ++k) {
            const int end = k + 1 < phases.size() ? phases[k + 1].begin : m_schedule.steps;
            m_passedOn.assign(m_passedOn.size(), {});
            for (int t = phases[k].begin; t < end; ++t) {
                start(t, phases[k]);
                arrive(t, watch);
                m_sums.endStep(m_last);
            }
            gatherUp(phases[k]);
        }
        return m_sums.finished(m_last, *std::max_element(m_load.begin(), m_load.end()));
    }

private:
    std::size_t link(int chip, int port) const { return m_number[place(chip)] * m_ports + place(port); }
    AsyncMoment& ready(int chip, int part) { return m_ready[m_number[place(chip)] * m_ports + place(part)]; }

    void start(int t, const AxisPhase& phase)
    {
        m_step.clear();
        for (const int chip : m_some.chips())
            addSends(m_schedule, t, chip, m_step);
        m_starts.clear();
        double largest = 0;
        for (const auto& transfer : m_step.transfers) {
            const auto own = link(transfer.from, transfer.port);
            const int part = phase.parts[place(axisOf(transfer.port))];
            m_starts.push_back(later(later(m_free[own], m_passedOn[own]), ready(transfer.from, part)));
            largest = std::max(largest, transfer.bytes);
            m_load[own] += transfer.bytes;
            m_sums.addMessages(transfer.bytes, m_some.weight(transfer.from));
        }
        m_sums.addStep(largest);
    }

    void arrive(int t, const Watch& watch)
    {
        for (std::size_t i = 0; i < m_step.transfers.size(); ++i) {
            const auto& transfer = m_step.transfers[i];
            const AsyncMoment end{m_starts[i].time + transfer.bytes / m_bandwidth, m_starts[i].hops};
            const AsyncMoment arrival{end.time + m_hop, end.hops + 1};
            auto& free = m_free[link(transfer.from, transfer.port)];
            free = later(free, end);
            m_last = later(m_last, arrival);
            const auto arrivals = m_some.arrivals(transfer.from, transfer.port);
            for (std::size_t k = 0; k < place(arrivals.count); ++k) {
                auto& here = m_passedOn[link(arrivals.all[k].chip, arrivals.all[k].port)];
                here = later(here, arrival);
            }
            if (watch)
                watch(transfer, {t, m_starts[i].time, arrival.time, end.time});
        }
    }

    /// After a phase a chip has all of a part that came from both sides.
    void gatherUp(const AxisPhase& phase)
    {
        for (const int chip : m_some.chips())
            for (int axis = 0; axis < 3; ++axis)
                if (const int part = phase.parts[place(axis)]; part >= 0)
                    ready(chip, part) = later(ready(chip, part), later(m_passedOn[link(chip, 2 * axis)],
                                                                       m_passedOn[link(chip, 2 * axis + 1)]));
    }

    const Schedule& m_schedule;
    Representatives m_some;
    StepSums m_sums;
    double m_bandwidth;
    double m_hop;
    std::size_t m_ports;
    std::vector<std::size_t> m_number; // of a representative among them
    std::vector<AsyncMoment> m_free;
    std::vector<double> m_load;
    std::vector<AsyncMoment> m_passedOn; // by the port that leads on; of this phase
    std::vector<AsyncMoment> m_ready;    // by chip and part
    Step m_step;
    std::vector<AsyncMoment> m_starts;
    AsyncMoment m_last;
};

} // namespace

CollectiveTiming timeSomeChips(const Schedule& schedule, const LinkRates& rates, const Watch& watch)
{
    return SomeChipsPass(schedule, rates).run(watch);
}

} // namespace core
