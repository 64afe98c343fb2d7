// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the table of outputs for the single collective.
#pragma once

#include "core/numbers/metrics.h"

namespace core
{

void collectiveMetrics(std::vector<Metric>& rows);

/// shard.*, of the sharded product.
void shardingMetrics(std::vector<Metric>& rows);

} // namespace core
