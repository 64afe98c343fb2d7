// SPDX-License-Identifier: GPL-3.0-or-later
// Moves along closed axes, and mirrors open ones in their middle.
#include "core/collectives/networks/representatives.h"

namespace core
{

Representatives::Representatives(const Topology& topology) : m_topology(topology)
{
    for (int z = 0; z < places(2); ++z)
        for (int y = 0; y < places(1); ++y)
            for (int x = 0; x < places(0); ++x)
                m_chips.push_back(m_topology.chip({x, y, z}));
}

int Representatives::places(int axis) const
{
    const auto& side = m_topology.axes[place(axis)];
    return side.wraps ? 1 : (side.length + 1) / 2;
}

int Representatives::weight(int chip) const
{
    const auto at = m_topology.coordinates(chip);
    int weight = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto& side = m_topology.axes[k];
        weight *= side.wraps ? side.length : 2 * at[k] + 1 == side.length ? 1 : 2;
    }
    return weight;
}

Representatives::Stand Representatives::of(int chip) const
{
    auto at = m_topology.coordinates(chip);
    Stand stand;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto& side = m_topology.axes[k];
        stand.mirrored[k] = !side.wraps && at[k] >= places(static_cast<int>(k));
        at[k] = side.wraps ? 0 : stand.mirrored[k] ? side.length - 1 - at[k] : at[k];
    }
    stand.chip = m_topology.chip(at);
    return stand;
}

Representatives::Arrivals Representatives::arrivals(int chip, int port) const
{
    const auto axis = place(axisOf(port));
    const auto& side = m_topology.axes[axis];
    if (side.wraps) // as much comes in behind
        return {{Arrival{chip, port}}, 1};
    auto at = m_topology.coordinates(chip);
    at[axis] += isForward(port) ? 1 : -1;
    const int middle = places(static_cast<int>(axis)) - 1;
    const bool odd = side.length % 2 == 1;
    if (at[axis] > middle) // over the middle; as much comes back from the other half
        return odd ? Arrivals{} : Arrivals{{Arrival{chip, port ^ 1}}, 1};
    const int to = m_topology.chip(at);
    const bool both = odd && at[axis] == middle && isForward(port); // from both halves
    return {{Arrival{to, port}, Arrival{to, port ^ 1}}, both ? 2 : 1};
}

} // namespace core
