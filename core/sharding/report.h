// SPDX-License-Identifier: GPL-3.0-or-later
// The sharded product of a scenario: its plans, the backward pass, and its numbers.
#pragma once

#include "core/quantity/quantity.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/plan.h"

namespace core
{

struct Scenario;
struct Sharding;
class Recording;
class Traced;

/// Numbers of a plan.
template <class R> struct ShardingOf {
    struct Step {
        BytesOf<R> bytes; // V (MODEL.md, e): of the array that is gathered or reduced, on one device
        SecondsOf<R> seconds;
    };
    FlopsOf<R> flops;               // one device
    SecondsOf<R> math, comms, time; // time: math and collectives overlapped
    BytesOf<R> payload;             // of its collectives
    std::vector<Step> steps;        // of its resharding, before the product and after; free ones are zero
    std::vector<BytesOf<R>> bytes;  // per device: operands as given, then the result
    std::vector<CountOf<R>> copies; // devices that hold the same piece of these
};

struct ShardingReport {
    std::optional<NotationError> error; // then there is nothing else
    ShardingExpression expression;
    NamedMesh mesh;
    Sizes sizes;
    std::vector<ShardingPlan> plans;             // the cheapest first
    std::size_t chosen = 0;                      // of them
    std::vector<std::vector<ShardingPlan>> back; // of the gradient of each operand; empty where there is no product

    /// The chosen one.
    const ShardingPlan& plan() const { return plans[chosen]; }

    /// Operands as given, then the result: as asked, else as the chosen plan ends.
    std::vector<ShardedArray> arrays() const;
    /// How many of each dimension one device has.
    std::vector<std::int64_t> localShape(const ShardedArray&) const;
};

/// What is wrong with the expression on its mesh; nothing where it can be planned.
std::optional<NotationError> shardingError(const Sharding&);

/// Why nothing reads the field of that id, as a sentence: it is the size of a dimension that the product lacks. Empty
/// for all else.
std::string unreadSize(const Sharding&, std::string_view id);
/// The same of a size that is asked for, set or not.
std::string noSuchDimension(const Sharding&, std::string_view id);

/// A plan that was picked for an expression.
struct PlanChoice {
    std::string expression;
    ShardingPlan plan;
};

/// Meshes have up to three axes, which lie on hardware axes of the present chip. The cheapest plan is chosen where
/// none was picked for its expression, or none of the plans is like it.
ShardingReport shardingOf(const Scenario&, const PlanChoice* picked = nullptr);

/// Of a plan of the report; bytes and copies where it is one of the product.
ShardingOf<double> planNumbers(const Scenario&, const ShardingReport&, const ShardingPlan&);
ShardingOf<Traced> tracedPlan(const Scenario&, const ShardingReport&, const ShardingPlan&, const Recording&);
/// Of the chosen plan.
ShardingOf<double> shardingNumbers(const Scenario&, const ShardingReport&);
ShardingOf<Traced> tracedSharding(const Scenario&, const ShardingReport&, const Recording&);

} // namespace core
