// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to time a schedule, told from its shape alone.
#pragma once

#include "core/collectives/schedules/schedule.h"

namespace core
{

/// Links that a block crosses on the average.
double meanHops(const Topology&);

/// Pieces that are looked at when the schedule is timed, each some tens of nanoseconds; by measurement.
double timingEffort(const Schedule&);

} // namespace core
