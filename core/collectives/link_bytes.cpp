// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the messages of steps, link by link.
#include "core/collectives/link_bytes.h"

#include <algorithm>
#include <utility>

namespace core
{

LinkBytes::LinkBytes(Schedule schedule) : m_schedule(std::move(schedule))
{
    if (!m_schedule.symmetric && !m_schedule.phases.empty())
        m_some.emplace(m_schedule.topology);
    const int chips = m_schedule.symmetric ? 1 : m_schedule.topology.chips();
    m_bytes.assign(static_cast<std::size_t>(chips) * static_cast<std::size_t>(m_schedule.topology.ports()), 0);
}

std::size_t LinkBytes::link(int chip, int port) const
{
    return static_cast<std::size_t>((m_schedule.symmetric ? 0 : chip) * m_schedule.topology.ports() + port);
}

void LinkBytes::moveTo(int step)
{
    step = std::clamp(step, 0, m_schedule.steps);
    if (step < m_step) {
        std::fill(m_bytes.begin(), m_bytes.end(), 0.0);
        m_step = 0;
    }
    for (; m_step < step; ++m_step) {
        m_transfers.clear();
        if (m_schedule.symmetric)
            addSends(m_schedule, m_step, 0, m_transfers);
        else if (m_some)
            for (const int chip : m_some->chips())
                addSends(m_schedule, m_step, chip, m_transfers);
        else
            fillStep(m_schedule, m_step, m_transfers);
        for (const auto& transfer : m_transfers.transfers)
            m_bytes[link(transfer.from, transfer.port)] += transfer.bytes;
    }
}

double LinkBytes::at(int chip, int port) const
{
    if (m_bytes.empty() || !m_some)
        return m_bytes.empty() ? 0 : m_bytes[link(chip, port)];
    const auto stand = m_some->of(chip);
    return m_bytes[link(stand.chip, stand.port(port))];
}

double LinkBytes::busiest() const { return m_bytes.empty() ? 0 : *std::max_element(m_bytes.begin(), m_bytes.end()); }

} // namespace core
