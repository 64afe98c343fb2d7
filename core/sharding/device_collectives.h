// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives on the numbers that devices hold.
#pragma once

#include "core/collectives/schedules/schedule.h"
#include "core/sharding/execute.h"

namespace core
{

/// A group of devices that takes part in one collective: its members in the order of the axes, major to minor.
using DeviceGroup = std::vector<int>;

std::vector<DeviceGroup> groupsAlong(const NamedMesh&, std::string_view axes);

/// Places of the mesh axes: coordinates of a device.
std::vector<int> placeOf(const NamedMesh&, int device);
/// Index among the blocks that axes cut, major to minor.
std::int64_t blockOf(const NamedMesh&, std::string_view axes, int device);

/// The array after the step.
tl::expected<DeviceArray, std::string> resharded(const DeviceArray&, const ReshardStep&, const NamedMesh&,
                                                 const Sizes&);

} // namespace core
