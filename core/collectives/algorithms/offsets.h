// SPDX-License-Identifier: GPL-3.0-or-later
// All-gather on a torus with every link busy in every step: the same route, chosen once, from every chip to every
// other.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

#include <optional>

namespace core
{

/// Nothing where an axis is open, no such schedule was found, or too many chips would have to be searched.
std::optional<Schedule> gatherByOffsets(const CollectiveRequest&);

} // namespace core
