// SPDX-License-Identifier: GPL-3.0-or-later
// A product small enough to look at, by the chosen plan of a large one, computed on whole numbers.
#pragma once

#include "core/sharding/execute.h"
#include "core/sharding/report.h"

namespace core
{

struct ShardingExample {
    NamedMesh mesh; // that of the product, or with axes of 2 where it has more than 16 devices
    Sizes sizes;    // the smallest that the plan can cut
    Execution run;
};

/// The error says why there is nothing to compute.
tl::expected<ShardingExample, std::string> exampleOf(const ShardingReport&);

} // namespace core
