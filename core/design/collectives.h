// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives of a design one by one: what time.X, bytes.* and their like are the sums of.
#pragma once

#include "core/quantity/quantity.h"
#include "core/scenario/scenario.h"
#include "core/step/step_array.h"

#include <string>
#include <vector>

namespace core
{

/// When a step runs a collective. Optimizer: after the update of the weights, timed with the backward pass.
enum class Moment { forward, backward, optimizer };

/// The metric among bytes.* that counts a collective.
enum class PayloadKind { allGather, reduceScatter, allReduce, allToAll, ring, p2p };

/// How often a chip takes part in one collective during work.pass.
struct CollectiveCalls {
    double layers = 1; // of one chip; 1 of what is outside the layers
    double each = 1;   // in a layer and microbatch
    double microbatches = 1;

    double all() const { return layers * each * microbatches; }
    /// Calls of a layer in the pass that belong to a box, of which it has `ofBox` in a microbatch.
    double inLayer(double ofBox) const { return ofBox * microbatches; }
};

inline constexpr std::size_t slicesAxis = 3; // beside X, Y and Z: the data-parallel slices, over DCN

/// One collective of the step, as the cost model charges it.
template <class R> struct DesignCollectiveOf {
    std::string name; // "AllGather_X of W_in"
    CollectiveKind kind = CollectiveKind::allGather;
    PayloadKind payload = PayloadKind::allGather;
    std::size_t axis = 0; // of the mesh, or slicesAxis
    Moment when = Moment::forward;
    CollectiveCalls calls;
    BytesOf<R> bytes;       // V of one call
    SecondsOf<R> seconds;   // charged for one call
    SecondsOf<R> bandwidth; // of them, what the bytes take; the rest are hops (conv.latency)
    bool weights = false;   // of weights or gradients: ranks of the context axes may take part too
    bool inLayer = true;    // of every layer; else once a stage or a step
    StepArray of = StepArray::outside;
    std::string_view array; // its name: "W_in", "Out"; a literal
    BytesOf<R> rankBytes;   // of V what one rank hands in, as bytes.* counts it

    SecondsOf<R> total() const { return seconds * calls.all(); }
    BytesOf<R> totalBytes() const { return bytes * calls.all(); }
};
using DesignCollective = DesignCollectiveOf<double>;

template <class R> struct DesignListOf {
    std::vector<DesignCollectiveOf<R>> all; // in the order of the pass
    CountOf<R> stages;                      // of a pipeline
};

/// On doubles or on traced numbers. The mesh fits the slice.
template <class In> DesignListOf<typename In::Rep> listCollectives(const Scenario&, const In&);

/// Every collective of work.pass in the order of the pass, sorted by axis within. None where no chip talks to another,
/// or the mesh does not fit the slice. The totals of an axis add up to its time (time.X), and so do bytes.
std::vector<DesignCollective> designCollectives(const Scenario&);

/// The one with the longest time in total; null if there is none.
const DesignCollective* longest(const std::vector<DesignCollective>&);

} // namespace core
