// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a sharded product one that can be planned: another expression, mesh or size.
#pragma once

#include "core/check/check.h"

namespace core
{

/// Whole expressions to write instead; where the mesh lacks an axis, also a mesh that has it and the product without
/// it; where an axis does not divide a size, also other lengths of the axes, larger sizes, and the product without the
/// axis. Each leads to a product that can be planned, however many sizes fail. Of a mesh that cannot be read: one that
/// can, whatever is wrong with the product beside it.
std::vector<Repair> shardingRepairs(const Sharding&);

} // namespace core
