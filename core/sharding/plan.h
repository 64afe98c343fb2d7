// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives that a sharded product needs: all ways to put them in, and which is cheapest.
#pragma once

#include "core/sharding/reshard.h"

namespace core
{

/// Reshards, in one step an operand where that will do (slices that each lead to another array count as one),
/// multiplies on every device, then brings the result to where it is asked.
struct ShardingPlan {
    std::vector<ReshardStep> before;
    std::vector<ShardedArray> operands; // as they are multiplied, one after the other, with the fewest FLOPs
    ShardedArray product;               // what the devices then hold
    std::vector<ReshardStep> after;

    double math = 0;  // s
    double comms = 0; // s
    /// Math and collectives overlapped, s.
    double time() const { return math > comms ? math : comms; }
    const ShardedArray& result() const { return after.empty() ? product : after.back().after; }
    /// Takes the same steps.
    bool isLike(const ShardingPlan& other) const { return before == other.before && after == other.after; }
    /// Before the product, then after.
    std::vector<ReshardStep> reshards() const;
    /// "AllGather_X(B)", "A · B", "AllReduce_X(C)".
    std::vector<std::string> steps() const;
    /// "AllGather_X(B) → A · B".
    std::string text() const;
};

/// Seconds of a collective, and of a device that multiplies what a plan gives it.
struct PlanCosts {
    StepSeconds seconds;
    std::function<double(const ShardingPlan&)> math;
};

/// What the expression needs as it is written (MODEL.md, d), for each of its axes: "1" to "4", "2 and 4".
std::string shardingCase(const ShardingExpression&);
/// All that it can be.
std::vector<std::string> shardingCases();

/// All plans of the fewest steps that will do, the cheapest first. Empty where the expression has no product. Their
/// arrays name no axis of one device.
std::vector<ShardingPlan> plansOf(const ShardingExpression&, const NamedMesh&, const Sizes&, const PlanCosts&);

/// The product whose result is the gradient of one operand, with that operand's sharding (d.5).
ShardingExpression backwardOf(const ShardingExpression&, const ShardedArray& result, std::size_t operand);

} // namespace core
