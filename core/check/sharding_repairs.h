// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a sharded product one that can be planned: another expression, mesh or size.
#pragma once

#include "core/check/check.h"

namespace core
{

/// Whole expressions to write instead; where an axis does not divide a size, also other lengths of the axes, larger
/// sizes, and the product without the axis. Each leads to a product that can be planned, however many sizes fail.
std::vector<Repair> shardingRepairs(const Sharding&);

} // namespace core
