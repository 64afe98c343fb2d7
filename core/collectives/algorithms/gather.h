// SPDX-License-Identifier: GPL-3.0-or-later
// All-gather along the axes of a torus or mesh: all axes at once, each part of a shard in its own order, or one by one.
#pragma once

#include "core/collectives/schedules/phases.h"
#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

namespace core
{

/// Rings send both ways, an even ring halves the shard of the opposite chip; open axes and axes of two send along the
/// line. `mirrored`: one-way rings send in −, for the reduction that is made by turning a gather round.
Schedule gatherAlongAxes(const CollectiveRequest&, AxisOrder, bool mirrored = false);

} // namespace core
