// SPDX-License-Identifier: GPL-3.0-or-later
// The duals of collectives in words: what is gathered forward is scattered backward, and the other way round.
#include "core/layer/collective_reason.h"

#include "core/step/context.h"

#include <fmt/format.h>

namespace core
{

namespace
{

/// "X", "XZ": axes that take part.
std::string axesOf(const Scenario& s, const DesignCollective& one)
{
    if (one.axis == slicesAxis)
        return "the network between slices";
    std::string axes;
    const auto members = membersOf(s.mesh, one.axis, one.weights);
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (members[a] && s.mesh.axis[a].size > 1)
            axes += axisNames[a];
    return axes;
}

bool goesToExperts(const DesignCollective& one)
{
    return one.of == (one.when == Moment::forward ? StepArray::dispatched : StepArray::combined);
}

std::string ofWeights(const std::string& axes, const DesignCollective& one)
{
    if (one.kind == CollectiveKind::allGather && one.when == Moment::optimizer)
        return fmt::format("Each rank of {} has updated its own shard of {}.", axes, one.array);
    if (one.kind == CollectiveKind::allGather)
        return fmt::format("{} splits {}, and a token needs all of it.", axes, one.array);
    const auto kept = one.kind == CollectiveKind::reduceScatter ? "each keeps a shard of the sum" : "all keep the sum";
    return fmt::format("Ranks of {} have tokens of their own, whose gradients add up; {}.", axes, kept);
}

} // namespace

std::string reasonOf(const Scenario& s, const DesignCollective& one)
{
    const auto axes = axesOf(s, one);
    if (one.weights)
        return ofWeights(axes, one);
    const bool backward = one.when != Moment::forward;
    switch (one.payload) {
    case PayloadKind::ring:
        return backward ? fmt::format("{} splits the tokens of a sequence: keys and values go round again, and the "
                                      "terms of their gradients come back.",
                                      axes)
                        : fmt::format("{} splits the tokens of a sequence, and each attends to the keys and values "
                                      "of all.",
                                      axes);
    case PayloadKind::allToAll:
        return goesToExperts(one)
                   ? fmt::format("Ranks of {} hold different experts: each token goes to its own.", axes)
                   : fmt::format("Results of the experts go back to the ranks of {} that hold the tokens.", axes);
    case PayloadKind::p2p:
        return fmt::format("The next stage of {} goes on with it.", axes);
    case PayloadKind::allGather:
        return backward ? fmt::format("The forward pass scattered Out over {}, so its gradient is gathered.", axes)
                        : fmt::format("{} splits D of In, which the matmul contracts.", axes);
    default:
        return backward ? fmt::format("Each rank of {} has the gradient of In through its own part of the weights: "
                                      "terms of a sum.",
                                      axes)
                        : fmt::format("{} splits what the matmul contracts, so its ranks have terms of the sum.", axes);
    }
}

std::string waitingOf(const DesignCollective& one)
{
    if (one.weights && one.when == Moment::optimizer)
        return "The next step waits for it.";
    if (one.weights && one.kind == CollectiveKind::allGather)
        return "The matmul waits for it; it can run while the box before computes.";
    if (one.weights)
        return "Only the update waits for it; it can run while the next boxes compute.";
    switch (one.payload) {
    case PayloadKind::ring:
        return "Attention computes on one block while the next one comes.";
    case PayloadKind::allToAll:
        return goesToExperts(one) ? "The experts wait for it." : "The next box waits for it.";
    case PayloadKind::p2p:
        return "The next stage waits for it.";
    case PayloadKind::allGather:
        return "It waits for the box before; the matmuls of this one wait for it.";
    default:
        return "It waits for the matmul; the next box waits for it.";
    }
}

} // namespace core
