// SPDX-License-Identifier: GPL-3.0-or-later
// All-to-all along the axes of a torus or mesh: every chip has a block for every other.
#pragma once

#include "core/collectives/schedules/phases.h"

namespace core
{

struct CollectiveRequest;
struct Schedule;

/// What an open axis does. bundled: everything that goes further leaves in one message. slots: one block of the axis a
/// step, the one with the longest way first, which fills the middle link all the time.
enum class LineTraffic { bundled, slots };

Schedule allToAllAlongAxes(const CollectiveRequest&, AxisOrder, LineTraffic);

} // namespace core
