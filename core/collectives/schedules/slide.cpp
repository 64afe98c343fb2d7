// SPDX-License-Identifier: GPL-3.0-or-later
// Knows the example of the slides among all schedules.
#include "core/collectives/schedules/slide.h"

namespace core
{

bool isSlide(const Schedule& schedule)
{
    const auto& ring = schedule.topology;
    return sums(schedule.goal) && ring.oneWay && ring.chips() == 4 && ring.axes[0].wraps &&
           schedule.chunks.count() == 4 && schedule.chunks.form().cut == Cut::owned;
}

} // namespace core
