// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the messages of steps, link by link.
#include "core/collectives/clocks/link_bytes.h"

#include "core/formulas/collective_steps.h"

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
    m_chunks.assign(m_bytes.size(), 0);
}

std::size_t LinkBytes::link(int chip, int port) const
{
    const int at = (m_schedule.symmetric ? 0 : chip) * m_schedule.topology.ports() + port;
    return static_cast<std::size_t>(at);
}

void LinkBytes::moveTo(int step)
{
    step = std::clamp(step, 0, m_schedule.steps);
    if (step < m_step) {
        std::fill(m_bytes.begin(), m_bytes.end(), 0.0);
        std::fill(m_chunks.begin(), m_chunks.end(), 0);
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
        for (const auto& transfer : m_transfers.transfers) {
            const std::size_t on = link(transfer.from, transfer.port);
            m_bytes[on] += transfer.bytes;
            for (const auto& run : m_transfers.chunks(transfer))
                m_chunks[on] += run.count;
        }
    }
}

std::size_t LinkBytes::followed(int chip, int port) const
{
    if (!m_some)
        return link(chip, port);
    const auto stand = m_some->of(chip);
    return link(stand.chip, stand.port(port));
}

double LinkBytes::at(int chip, int port) const { return m_bytes.empty() ? 0 : m_bytes[followed(chip, port)]; }

double LinkBytes::busiest() const { return m_bytes.empty() ? 0 : *std::max_element(m_bytes.begin(), m_bytes.end()); }

std::vector<ChunkNumber> LinkBytes::received() const
{
    const auto& topology = m_schedule.topology;
    std::vector<ChunkNumber> received(static_cast<std::size_t>(topology.chips()), 0);
    for (int chip = 0; chip < topology.chips(); ++chip)
        for (int port = 0; port < topology.ports(); ++port)
            if (const int to = topology.neighbour(chip, port); to >= 0)
                received[static_cast<std::size_t>(to)] += m_chunks[followed(chip, port)];
    return received;
}

Quantity<dim::byte> capacityOfLink(Quantity<dim::bytePerSecond> bandwidth, Quantity<dim::second> end)
{
    return formulas::linkCapacity(bandwidth, end);
}

Quantity<dim::count> loadOfLink(Quantity<dim::byte> carried, Quantity<dim::byte> capacity)
{
    return capacity.si() > 0 ? formulas::linkLoad(carried, capacity) : Quantity<dim::count>(0);
}

} // namespace core
