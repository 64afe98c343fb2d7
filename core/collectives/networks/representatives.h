// SPDX-License-Identifier: GPL-3.0-or-later
// Chips that stand for all others where pieces are alike: one place of every closed axis, one half of every open one.
#pragma once

#include "core/collectives/networks/topology.h"

#include <array>
#include <vector>

namespace core
{

class Representatives
{
public:
    explicit Representatives(const Topology&);

    /// Ascending.
    const std::vector<int>& chips() const { return m_chips; }
    /// Chips that a representative stands for, itself among them.
    int weight(int chip) const;

    /// A chip does what its representative does, mirrored on some open axes.
    struct Stand {
        int chip = 0;
        std::array<bool, 3> mirrored{};

        /// The port of one for a port of the other; those of a switch, which has more than a torus, are its own.
        int port(int port) const
        {
            const auto axis = static_cast<std::size_t>(axisOf(port));
            return axis < mirrored.size() && mirrored[axis] ? port ^ 1 : port;
        }
    };
    Stand of(int chip) const;

    /// Where a message of a representative comes in, as representatives see it: it, or what it stands for, goes on to
    /// at most two of them, by ports that lead on in the same direction.
    struct Arrival {
        int chip = 0;
        int port = 0;
    };
    struct Arrivals {
        std::array<Arrival, 2> all{};
        int count = 0;
    };
    Arrivals arrivals(int chip, int port) const;

private:
    int places(int axis) const; // of an axis, that representatives stand at

    Topology m_topology;
    std::vector<int> m_chips;
};

} // namespace core
