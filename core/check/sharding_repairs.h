// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a sharded product one that can be planned: another expression, mesh or size.
#pragma once

#include "core/check/check.h"
#include "core/sharding/report.h"

#include <functional>
#include <optional>

namespace core
{

/// What is wrong with a product, as shardingError() says.
using ShardingJudge = std::function<std::optional<NotationError>(const Sharding&)>;

/// Whole expressions to write instead; where the mesh lacks an axis, also a mesh that has it and the product without
/// it; where an axis does not divide a size, also other lengths of the axes, larger sizes, and the product without the
/// axis. Each leads to a product that can be planned, however many sizes fail.
std::vector<Repair> shardingRepairs(const Sharding&, const ShardingJudge& = shardingError);

} // namespace core
