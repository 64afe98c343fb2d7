// SPDX-License-Identifier: GPL-3.0-or-later
// Looks links of the torus up in those of the part of it that takes part.
#include "core/numbers/step_links.h"

#include "core/collectives/analysis.h"

namespace core
{

StepLinks::StepLinks(const WholeCollective& collective)
    : m_collective(&collective), m_counted(collective.analysis.schedule)
{
    m_partPorts.fill(-1);
    if (collective.whole.wiring == Wiring::torus)
        for (int port = 0; port < part().ports(); ++port)
            if (part().axes[static_cast<std::size_t>(axisOf(port))].length > 1)
                m_partPorts[static_cast<std::size_t>(collective.portOfWhole(port))] = port;
}

const Topology& StepLinks::part() const { return m_collective->analysis.schedule.topology; }

double StepLinks::at(int chip, int port) const
{
    const int own = m_partPorts[static_cast<std::size_t>(port)];
    return own < 0 ? 0 : m_counted.at(m_collective->chipOfPart(chip), own);
}

StepLink StepLinks::busiest() const
{
    if (m_collective->whole.wiring == Wiring::throughSwitch)
        return busiestOfSwitch();
    const auto& whole = m_collective->whole;
    StepLink max{-1, 0, 0};
    for (int chip = 0; chip < whole.chips(); ++chip)
        for (int port = 0; port < whole.ports(); ++port)
            if (whole.neighbour(chip, port) >= 0 && (max.chip < 0 || at(chip, port) > max.bytes))
                max = {chip, port, at(chip, port)};
    return max.chip < 0 ? StepLink{} : max; // one chip has no links
}

StepLink StepLinks::busiestOfSwitch() const
{
    StepLink max;
    for (const bool out : {false, true})
        for (int chip = 0; chip < part().chips(); ++chip) {
            double bytes = 0;
            for (int port = 0; port < part().ports(); ++port)
                bytes += out ? m_counted.at(part().neighbour(chip, part().ports() - 1 - port), port)
                             : m_counted.at(chip, port);
            if (bytes > max.bytes)
                max = {chip, out ? 1 : 0, bytes};
        }
    return max;
}

double StepLinks::sent() const
{
    double bytes = 0;
    for (int chip = 0; chip < part().chips(); ++chip)
        for (int port = 0; port < part().ports(); ++port)
            bytes += m_counted.at(chip, port);
    return bytes * m_collective->analysis.copies;
}

} // namespace core
