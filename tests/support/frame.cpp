// SPDX-License-Identifier: GPL-3.0-or-later
// Messages kept by step; a moment looks only at the steps that are under way.
#include "support/frame.h"

#include "core/scenario/choices.h"

#include <algorithm>
#include <limits>
#include <ranges>

namespace tests
{

using namespace core;

Timeline::Timeline(const Schedule& schedule, const LinkRates& rates, CollectiveClock clock)
    : m_topology(schedule.topology), m_symmetric(schedule.symmetric)
{
    m_firstOfStep.assign(static_cast<std::size_t>(schedule.steps) + 1, 0);
    const auto keep = [&](const Transfer& t, const Flight& flight) {
        m_messages.push_back({t.from, t.to, t.port, t.op, t.bytes, flight.start, flight.arrival});
        ++m_firstOfStep[static_cast<std::size_t>(flight.step) + 1];
    };
    const auto timing = m_symmetric ? timeOneChip(schedule, rates, keep) : timeEveryChip(schedule, rates, keep);
    for (std::size_t step = 1; step < m_firstOfStep.size(); ++step)
        m_firstOfStep[step] += m_firstOfStep[step - 1];
    m_end = timing.by(clock).si();
    if (clock != CollectiveClock::async)
        moveToBarriers(timing, rates, clock);
    findSteps();
}

/// Steps one after the other, every message of a step leaving at its beginning.
void Timeline::moveToBarriers(const CollectiveTiming& timing, const LinkRates& rates, CollectiveClock clock)
{
    const bool shared = m_topology.wiring == Wiring::throughSwitch; // messages of a step share the port
    double start = 0;
    for (std::size_t step = 0; step + 1 < m_firstOfStep.size(); ++step) {
        const double longest = timing.stepBytes[step];
        for (std::size_t i = m_firstOfStep[step]; i < m_firstOfStep[step + 1]; ++i) {
            auto& message = m_messages[i];
            message.start = start;
            message.arrival = start + stepSeconds(clock, rates, shared ? longest : message.bytes);
        }
        start += stepSeconds(clock, rates, longest);
    }
}

void Timeline::findSteps()
{
    for (std::size_t step = 0; step + 1 < m_firstOfStep.size(); ++step) {
        double start = std::numeric_limits<double>::infinity();
        double end = 0;
        for (std::size_t i = m_firstOfStep[step]; i < m_firstOfStep[step + 1]; ++i) {
            start = std::min(start, m_messages[i].start);
            end = std::max(end, m_messages[i].arrival);
        }
        m_stepStarts.push_back(start);
        m_stepEnds.push_back(end);
    }
}

std::span<const Timeline::Message> Timeline::messagesOf(std::size_t step, int chip) const
{
    const auto all = std::span(m_messages).subspan(m_firstOfStep[step], m_firstOfStep[step + 1] - m_firstOfStep[step]);
    if (m_symmetric)
        return all;
    const auto found = std::ranges::equal_range(all, chip, {}, &Message::from);
    return {found.begin(), found.end()};
}

void Timeline::add(const Message& message, std::size_t step, int chip, Frame& frame) const
{
    if (message.start > frame.seconds || message.arrival <= frame.seconds)
        return;
    const int to = m_symmetric ? m_topology.neighbour(chip, message.port) : message.to;
    const double progress = (frame.seconds - message.start) / (message.arrival - message.start);
    const int number = static_cast<int>(step);
    frame.moving.push_back({chip, to, message.port, number, message.op, message.bytes, progress});
    frame.firstStep = frame.firstStep < 0 ? number : frame.firstStep;
    frame.lastStep = number;
}

template <class Chips> Frame Timeline::frame(double seconds, const Chips& chips) const
{
    Frame frame{seconds, m_end, -1, -1, {}};
    for (std::size_t step = 0; step < m_stepStarts.size(); ++step) {
        if (m_stepStarts[step] > seconds || m_stepEnds[step] <= seconds)
            continue;
        if (frame.moving.empty()) // some of the next step may be on their way, too
            frame.moving.reserve((m_firstOfStep[step + 1] - m_firstOfStep[step]) *
                                 (m_symmetric ? std::ranges::size(chips) : 1));
        if constexpr (std::is_same_v<Chips, std::ranges::iota_view<int, int>>) {
            if (!m_symmetric) {
                for (std::size_t i = m_firstOfStep[step]; i < m_firstOfStep[step + 1]; ++i)
                    add(m_messages[i], step, m_messages[i].from, frame);
                continue;
            }
        }
        for (const int chip : chips)
            for (const auto& message : messagesOf(step, chip))
                add(message, step, chip, frame);
    }
    return frame;
}

Frame Timeline::at(double seconds) const { return frame(seconds, std::views::iota(0, m_topology.chips())); }

Frame Timeline::at(double seconds, std::span<const int> chips) const { return frame(seconds, chips); }

Frame frameAt(const Timeline& timeline, Quantity<dim::second> moment) { return timeline.at(moment.si()); }

} // namespace tests
