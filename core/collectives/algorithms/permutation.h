// SPDX-License-Identifier: GPL-3.0-or-later
// Any permutation of chips: every array goes axis after axis, in pieces that take turns on the links they share.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

namespace core
{

/// Every chip sends all elements of the request to its destination; who stays sends nothing. A link takes one piece a
/// step, the one with farthest to go first.
Schedule permuteChips(const CollectiveRequest&);

} // namespace core
