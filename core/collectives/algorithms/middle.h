// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce on a line: pieces are summed towards the middle and the sums sent back, both at the same time.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

namespace core
{

/// Pieces that make it fastest under a barrier after every step; whole, at least 1, at most one element each.
int bestPieces(const CollectiveRequest&);

/// For one open axis, or two chips.
Schedule allReduceThroughMiddle(const CollectiveRequest&);

} // namespace core
