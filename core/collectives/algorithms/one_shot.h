// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce of few bytes: every chip takes in the arrays of all chips and adds them itself.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

namespace core
{

/// A gather of one array per chip: at the end every chip has every term of every sum.
Schedule allReduceOneShot(const CollectiveRequest&);

/// Whether on this ring the fewer hops outweigh the bytes.
bool isOneShotFaster(const CollectiveRequest&);

} // namespace core
