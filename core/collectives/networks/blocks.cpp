// SPDX-License-Identifier: GPL-3.0-or-later
// Chips of blocks, axis by axis, and the axis of slices.
#include "core/collectives/networks/blocks.h"

#include <algorithm>

namespace core
{

Topology blocksOf(const Topology& whole)
{
    Topology blocks = whole;
    for (auto& axis : blocks.axes)
        axis.length = (axis.length + blockSide - 1) / blockSide;
    return blocks;
}

int slicedAxis(const Topology& whole)
{
    const auto active = whole.activeAxes();
    return active.empty() ? 0 : active.back();
}

int firstOfBlock(const Topology& whole, int block)
{
    auto at = blocksOf(whole).coordinates(block);
    for (int& place : at)
        place *= blockSide;
    return whole.chip(at);
}

Coordinates sidesOfBlock(const Topology& whole, int block)
{
    Coordinates sides = whole.coordinates(firstOfBlock(whole, block));
    for (std::size_t axis = 0; axis < 3; ++axis)
        sides[axis] = std::min(blockSide, whole.axes[axis].length - sides[axis]);
    return sides;
}

std::vector<int> chipsAtPort(const Topology& whole, int block, int port)
{
    const auto min = whole.coordinates(firstOfBlock(whole, block));
    Coordinates end = sidesOfBlock(whole, block);
    for (std::size_t axis = 0; axis < 3; ++axis)
        end[axis] += min[axis];
    const auto across = static_cast<std::size_t>(axisOf(port));
    std::vector<int> chips;
    Coordinates at = min;
    const int face = isForward(port) ? end[across] - 1 : min[across];
    for (at[2] = min[2]; at[2] < end[2]; ++at[2])
        for (at[1] = min[1]; at[1] < end[1]; ++at[1])
            for (at[0] = min[0]; at[0] < end[0]; ++at[0])
                if (at[across] == face && whole.neighbour(whole.chip(at), port) >= 0)
                    chips.push_back(whole.chip(at));
    return chips;
}

} // namespace core
