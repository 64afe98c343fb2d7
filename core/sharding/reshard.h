// SPDX-License-Identifier: GPL-3.0-or-later
// Resharding: an array that is to lie differently on the mesh, step by step.
#pragma once

#include "core/sharding/notation.h"

#include <functional>

namespace core
{

enum class CollectiveKind;

/// What changes how an array lies. `slice` drops what other devices hold too, `zeros` keeps a copy on one device of
/// the axis and zeros elsewhere: both are free.
enum class ReshardOp { allGather, reduceScatter, allReduce, allToAll, slice, zeros };
/// Of one that is not free.
CollectiveKind kindOf(ReshardOp);

/// One of them on one array, which stays the same array and lies differently afterwards.
struct ReshardStep {
    ReshardOp op = ReshardOp::allGather;
    std::string axes; // that take part, major to minor
    ShardedArray before, after;

    bool isFree() const { return op == ReshardOp::slice || op == ReshardOp::zeros; }
    std::string text() const; // "AllGather_X(B)"
    bool operator==(const ReshardStep&) const = default;
};

/// The dimensions that it splits over more axes: several of a reduce-scatter.
std::vector<std::size_t> splitDims(const ReshardStep&);

/// Seconds of a collective.
using StepSeconds = std::function<double(const ReshardStep&)>;

/// Every step that can be taken. Only minor axes can be gathered or moved: blocks of major ones do not lie side by
/// side.
std::vector<ReshardStep> stepsFrom(const ShardedArray&, const NamedMesh&, const Sizes&);
/// Of equally long ones the cheapest; nothing where none of at most `longest` steps leads there.
std::optional<std::vector<ReshardStep>> shortestPath(const ShardedArray& from, const ShardedArray& to,
                                                     std::size_t longest, const NamedMesh&, const Sizes&,
                                                     const StepSeconds&);

} // namespace core
