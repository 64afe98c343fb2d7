// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives of GPUs behind one switch: straight to everybody, or round a ring that is only thought of.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

namespace core
{

enum class SwitchOrder { direct, ring };

Schedule gatherThroughSwitch(const CollectiveRequest&, SwitchOrder);
/// The ring sends its partial sums onwards; direct, every GPU receives all partials of its shard at once.
Schedule reduceThroughSwitch(const CollectiveRequest&, SwitchOrder);
Schedule allToAllThroughSwitch(const CollectiveRequest&, SwitchOrder);

} // namespace core
