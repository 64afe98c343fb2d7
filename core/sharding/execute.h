// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a plan on whole numbers, device by device; its collectives go by the schedules that the tab Collectives plays.
#pragma once

#include "core/sharding/plan.h"

#include <cstdint>

#include <tl/expected.hpp>

namespace core
{

using Numbers = std::vector<std::int64_t>; // row-major over the dimensions of an array

/// An array cut over the devices. Device c0 + n0·(c1 + n1·c2) sits at c0 of the first mesh axis.
struct DeviceArray {
    ShardedArray layout;
    std::vector<Numbers> blocks; // by device
};

/// What the devices hold after a step.
struct ExecutedStep {
    std::string text; // "AllGather_X(B)", "A · B"
    std::vector<DeviceArray> arrays;
};

struct Execution {
    std::vector<Numbers> operands;   // whole
    Numbers product;                 // whole, without a mesh
    std::vector<ExecutedStep> steps; // the first one is the start
    bool correct = false;            // every device ends with its block of the product
};

inline constexpr std::int64_t maxExecutedDevices = 64;
inline constexpr std::int64_t maxExecutedElements = 4096; // of an array
inline constexpr double maxExecutedProducts = 1 << 20;

/// Operands hold 1, 2, 3 ...; the error says what is too large.
tl::expected<Execution, std::string> execute(const ShardingExpression&, const ShardingPlan&, const NamedMesh&,
                                             const Sizes&);

} // namespace core
