// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of 4×4×4 chips and slices, by which a large torus is drawn, and its links are added up.
#pragma once

#include "core/collectives/networks/topology.h"

#include <vector>

namespace core
{

inline constexpr int blockSide = 4;

/// The blocks of a torus as a grid of their own.
Topology blocksOf(const Topology& whole);
/// The axis that slices of a torus cut: the last one with more than one chip.
int slicedAxis(const Topology& whole);
/// The chip of a block that comes first.
int firstOfBlock(const Topology& whole, int block);
/// Chips of a block along each axis: fewer at the end of an axis.
Coordinates sidesOfBlock(const Topology& whole, int block);
/// Chips whose links through `port` lead out of the block.
std::vector<int> chipsAtPort(const Topology& whole, int block, int port);

} // namespace core
