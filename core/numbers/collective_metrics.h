// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table of outputs for the single collective.
#pragma once

#include "core/numbers/metrics.h"

#include <limits>

namespace core
{

/// Of a metric that has no value.
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

void collectiveMetrics(std::vector<Metric>& rows);

/// shard.*, of the sharded product.
void shardingMetrics(std::vector<Metric>& rows);

} // namespace core
