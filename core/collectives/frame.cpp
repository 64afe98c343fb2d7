// SPDX-License-Identifier: GPL-3.0-or-later
// Messages sorted by link and time, searched for those that are under way.
#include "core/collectives/frame.h"

#include <algorithm>
#include <limits>

namespace core
{

Timeline::Timeline(const Schedule& schedule, const LinkRates& rates, CollectiveClock clock)
    : m_topology(schedule.topology), m_symmetric(schedule.symmetric)
{
    const int ports = std::max(1, m_topology.ports());
    m_stepStarts.assign(static_cast<std::size_t>(schedule.steps), std::numeric_limits<double>::infinity());
    const auto keep = [&](const Transfer& t, const Flight& flight) {
        m_messages.push_back({t.from * ports + t.port, t.to, flight.step, t.op, t.bytes, flight.start, flight.arrival});
        auto& start = m_stepStarts[static_cast<std::size_t>(flight.step)];
        start = std::min(start, flight.start);
    };
    const auto timing = m_symmetric ? timeOneChip(schedule, rates, keep) : timeEveryChip(schedule, rates, keep);
    m_end = timing.by(clock).si();
    if (clock != CollectiveClock::async)
        moveToBarriers(timing, rates, clock);
    keepOrderOfLinks();
}

/// Steps one after the other, every message of a step leaving at its beginning.
void Timeline::moveToBarriers(const CollectiveTiming& timing, const LinkRates& rates, CollectiveClock clock)
{
    const double hop = rates.hop.si();
    const double bandwidth = rates.bandwidth.si();
    double start = 0;
    for (std::size_t step = 0; step < m_stepStarts.size(); ++step) {
        m_stepStarts[step] = start;
        const double wire = timing.stepBytes[step] / bandwidth;
        start += clock == CollectiveClock::lockstep ? hop + wire : std::max(hop, wire);
    }
    const bool shared = m_topology.wiring == Wiring::throughSwitch; // messages of a step share the port
    for (auto& message : m_messages) {
        const auto step = static_cast<std::size_t>(message.step);
        const double wire = (shared ? timing.stepBytes[step] : message.bytes) / bandwidth;
        message.start = m_stepStarts[step];
        message.arrival = message.start + (clock == CollectiveClock::lockstep ? hop + wire : std::max(hop, wire));
    }
}

void Timeline::keepOrderOfLinks()
{
    std::stable_sort(m_messages.begin(), m_messages.end(), [](const Message& a, const Message& b) {
        return a.link != b.link ? a.link < b.link : a.start < b.start;
    });
    const int chips = m_symmetric ? 1 : m_topology.chips();
    const auto links = static_cast<std::size_t>(chips * std::max(1, m_topology.ports()));
    m_firstOfLink.assign(links + 1, 0);
    for (const auto& message : m_messages)
        ++m_firstOfLink[static_cast<std::size_t>(message.link) + 1];
    for (std::size_t link = 0; link < links; ++link)
        m_firstOfLink[link + 1] += m_firstOfLink[link];
}

void Timeline::addChip(int chip, double seconds, Frame& frame) const
{
    const int ports = m_topology.ports();
    for (int port = 0; port < ports; ++port) {
        const auto link = static_cast<std::size_t>((m_symmetric ? 0 : chip) * ports + port);
        const auto first = m_messages.begin() + static_cast<std::ptrdiff_t>(m_firstOfLink[link]);
        const auto last = m_messages.begin() + static_cast<std::ptrdiff_t>(m_firstOfLink[link + 1]);
        const auto later =
            std::upper_bound(first, last, seconds, [](double now, const Message& m) { return now < m.start; });
        // The wire takes one message at a time, but several may be in the hop behind it.
        for (auto it = later; it != first && std::prev(it)->arrival > seconds; --it) {
            const auto& m = *std::prev(it);
            const int to = m_symmetric ? m_topology.neighbour(chip, port) : m.to;
            const double progress = (seconds - m.start) / (m.arrival - m.start);
            frame.moving.push_back({chip, to, port, m.step, m.op, m.bytes, progress});
            frame.firstStep = frame.firstStep < 0 ? m.step : std::min(frame.firstStep, m.step);
            frame.lastStep = std::max(frame.lastStep, m.step);
        }
    }
}

Frame Timeline::at(double seconds) const
{
    Frame frame{seconds, m_end, -1, -1, {}};
    frame.moving.reserve(m_firstOfLink.size());
    for (int chip = 0; chip < m_topology.chips(); ++chip)
        addChip(chip, seconds, frame);
    return frame;
}

Frame Timeline::at(double seconds, std::span<const int> chips) const
{
    Frame frame{seconds, m_end, -1, -1, {}};
    for (const int chip : chips)
        addChip(chip, seconds, frame);
    return frame;
}

Frame frameAt(const Timeline& timeline, Quantity<dim::second> moment) { return timeline.at(moment.si()); }

} // namespace core
