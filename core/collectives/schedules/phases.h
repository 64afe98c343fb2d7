// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which the parts of an array go along the axes, and where a step falls in it.
#pragma once

#include "core/collectives/networks/topology.h"

#include <algorithm>
#include <vector>

namespace core
{

/// rotated: all axes at once, each part of a shard in its own order. oneByOne: one axis after the other.
enum class AxisOrder { rotated, oneByOne };

/// In phase k part p uses the active axis (p + k) mod D, so no two parts share an axis; with a single part the axes
/// follow each other. A phase lasts as long as its slowest part.
class Phases
{
public:
    /// `stepsOf` gives the steps that an axis takes.
    template <class StepsOf> Phases(const Topology& topology, int parts, StepsOf stepsOf)
        : m_axes(topology.activeAxes()), m_parts(parts), m_begin{0}
    {
        const int count = static_cast<int>(m_axes.size());
        for (int phase = 0; phase < count; ++phase) {
            int longest = 0;
            for (int part = 0; part < parts; ++part)
                longest = std::max(longest, stepsOf(topology.axes[static_cast<std::size_t>(axis(part, phase))]));
            m_begin.push_back(m_begin.back() + longest);
        }
    }

    int count() const { return static_cast<int>(m_axes.size()); }
    int steps() const { return m_begin.back(); }
    int begin(int phase) const { return m_begin[static_cast<std::size_t>(phase)]; }

    int axis(int part, int phase) const { return m_axes[static_cast<std::size_t>((part + phase) % count())]; }

    int phaseOf(int step) const
    {
        int phase = 0;
        while (step >= m_begin[static_cast<std::size_t>(phase) + 1])
            ++phase;
        return phase;
    }

    /// The part that uses `axis` in `phase`, or -1.
    int partOn(int axisWanted, int phase) const
    {
        for (int part = 0; part < m_parts; ++part)
            if (axis(part, phase) == axisWanted)
                return part;
        return -1;
    }

private:
    std::vector<int> m_axes;
    int m_parts = 1;
    std::vector<int> m_begin;
};

} // namespace core
