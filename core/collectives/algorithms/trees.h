// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce on an open mesh of two axes by a bundle of trees that load every link alike.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

namespace core
{

/// Links one way: into so many pieces, or a multiple of them, the array is cut.
int treeLinks(const Topology&);

/// Networks up to this size; of larger ones the pieces on all their links are too many to follow.
inline constexpr int maxTreeChips = 256;

/// Sums go up the trees and results down, the oldest piece first on every link; for two open axes.
Schedule allReduceByTrees(const CollectiveRequest&);

} // namespace core
