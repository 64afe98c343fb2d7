// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule with every step written out.
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <vector>

namespace tests
{

inline std::vector<core::Step> allSteps(const core::Schedule& schedule)
{
    std::vector<core::Step> steps(static_cast<std::size_t>(schedule.steps));
    for (int step = 0; step < schedule.steps; ++step)
        core::fillStep(schedule, step, steps[static_cast<std::size_t>(step)]);
    return steps;
}

} // namespace tests
