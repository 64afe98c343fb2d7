// SPDX-License-Identifier: GPL-3.0-or-later
// Paths between two chips that share no directed link, as many as there are, with the fewest links in all.
#pragma once

#include "core/collectives/networks/topology.h"

#include <vector>

namespace core
{

/// Ports from chip to chip, starting at the sender.
using PortPath = std::vector<int>;

/// Sets of 1, 2, ... paths: each has the fewest links of all sets of so many. Ends before the path that would make a
/// set longer by `most` links or more. Of a torus, between different chips.
std::vector<std::vector<PortPath>> disjointPaths(const Topology&, int from, int to, double max);

} // namespace core
