// SPDX-License-Identifier: GPL-3.0-or-later
// What the terms of a step pass to one another, on doubles or on traced numbers.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <array>
#include <string_view>

namespace core
{

template <class In> class Reader;

inline constexpr std::array<std::string_view, meshAxes> axisNames{"X", "Y", "Z"};
inline constexpr std::array<std::string_view, meshAxes> forwardNames{"X, forward", "Y, forward", "Z, forward"};
inline constexpr std::array<std::string_view, meshAxes> backwardNames{"X, backward", "Y, backward", "Z, backward"};
inline constexpr std::array<std::string_view, meshAxes> weightNames{"X, gradients", "Y, gradients", "Z, gradients"};

inline constexpr std::string_view recomputedLayer = "layer being recomputed";

constexpr bool isData(Role r) { return r == Role::data || r == Role::zero1 || r == Role::zero2 || r == Role::fsdp; }

/// The data axis, whose role holds over the context axes too: the one that shards most, an axis of one chip where there
/// is no other; meshAxes without one.
constexpr std::size_t dataAxisOf(const Mesh& mesh)
{
    std::size_t best = meshAxes;
    const auto rank = [&](std::size_t a) {
        constexpr std::array order{Role::data, Role::zero1, Role::zero2, Role::fsdp};
        int shards = 0;
        while (order[static_cast<std::size_t>(shards)] != mesh.axis[a].role)
            ++shards;
        return shards + (mesh.axis[a].size > 1 ? 4 : 0);
    };
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (isData(mesh.axis[a].role) && (best == meshAxes || rank(a) > rank(best)))
            best = a;
    return best;
}

constexpr bool isContext(const MeshAxis& axis) { return axis.role == Role::context && axis.size > 1; }

/// The axis whose time the collectives of weights over data and context axes are; meshAxes without any.
constexpr std::size_t weightAxisOf(const Mesh& mesh)
{
    const auto data = dataAxisOf(mesh);
    if (data < meshAxes && mesh.axis[data].size > 1)
        return data;
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (isContext(mesh.axis[a]))
            return a;
    return data;
}

/// Axes whose ranks take part in a collective of an axis; of weights, with the context axes that join it.
constexpr std::array<bool, meshAxes> membersOf(const Mesh& mesh, std::size_t axis, bool weights)
{
    std::array<bool, meshAxes> members{};
    for (std::size_t a = 0; a < meshAxes; ++a)
        members[a] = a == axis || (weights && axis == weightAxisOf(mesh) && isContext(mesh.axis[a]));
    return members;
}

/// What an axis does with weights: its own role, or over context axes that of the data axis.
constexpr Role weightRole(const Mesh& mesh, std::size_t axis)
{
    const auto data = dataAxisOf(mesh);
    if (isContext(mesh.axis[axis]))
        return axis != weightAxisOf(mesh) ? Role::replicate : (data < meshAxes ? mesh.axis[data].role : Role::data);
    return mesh.axis[axis].role;
}

/// Degrees of parallelism; an axis that is not used gives the constant 1.
template <class R> struct DegreesOf {
    std::array<CountOf<R>, meshAxes> size;
    CountOf<R> slices;
    CountOf<R> ranks; // share the batch: data, FSDP, context and expert axes, and slices
    CountOf<R> tensor, pipeline, expert;
    CountOf<R> fsdp, gradients, optimizer; // shards of weights, gradients, optimizer states
    CountOf<R> slice, chips, working;      // chips of a slice, in all, and without replicated work
};

/// Saved elements per token and layer, split by what divides them. `keys`: of `inner`, keys and values.
template <class R> struct SavedOf {
    CountOf<R> residual, inner, keys;
};

/// What later parts need of the model.
template <class R> struct WorkloadFactsOf {
    CountOf<R> B, L, D, layers; // batch in tokens of the pass; layers = L
    CountOf<R> experts;         // parameters of a layer's routed experts; 0 without
    CountOf<R> hidden;          // MLP width a token uses
    SavedOf<R> saved;           // under work.remat
    SavedOf<R> recomputed;      // by the layer that is being recomputed; 0 where no whole layer is
    bool training = true, attention = false, moe = false;
};

/// Tokens on one data rank, per step and per microbatch.
template <class R> struct TokensOf {
    CountOf<R> rank, micro;
};

/// Payload of one axis in one pass, by collective, and how many collectives there are. As made, nothing: the constant
/// 0.
template <class R> struct PayloadOf {
    BytesOf<R> gather, reduce, allReduce, other; // other: AllToAll, or bytes passed on to a neighbour
    double collectives = 0;
};

/// Ranks that take part in a collective, and how they lie on the hardware.
template <class R> struct GroupOf {
    std::size_t axis = 0; // of the mesh, whose time it is
    CountOf<R> size;
    AxisFit fit;
    bool weights = false; // moves weights and gradients
};

/// One kind of traffic of an axis in one pass.
template <class R> struct FlowOf {
    PayloadOf<R> payload;
    BytesOf<R> wire;
    SecondsOf<R> bandwidth, time; // without and with the latency floor
    SecondsOf<R> hops;            // that floor, which no batch changes
    bool latencyBound = false;
};

/// One axis in one pass: what moves weights and gradients, which no batch changes, and what moves tokens; and the sum.
template <class R> struct AxisPassOf {
    FlowOf<R> weights, tokens;
    bool once = false; // weights and gradients move once a step, not for every microbatch
    BytesOf<R> wire;
    SecondsOf<R> time;
    bool latencyBound = false;
};

template <class R> struct NetworkOf {
    std::array<AxisPassOf<R>, meshAxes> forward, backward;
    SecondsOf<R> dcn;
    BytesOf<R> wireDcn, dcnGradients;
};

/// Everything the network part reads; bundled so that functions keep few parameters.
template <class In> struct NetworkContext {
    using R = typename In::Rep;
    const Scenario& s;
    const Reader<In>& in;
    const ParametersOf<R>& params;
    const WorkloadFactsOf<R>& facts;
    const DegreesOf<R>& d;
    const TokensOf<R>& tokens;
    const MeshFit& fit;
    bool bounds = false; // of GPUs: times that no schedule undercuts, in place of what is charged

    BytesOf<R> nothing() const { return in.template constant<dim::byte>(0); }
    double microbatches() const { return s.work.micro; }
    /// Layers one chip works on, as a plain count of collectives.
    double layersHere() const { return s.model.L / plain(d.pipeline); }
};

/// GPUs: how the ranks of an axis split over a domain, and what each level lets through.
template <class In> struct SwitchLevels {
    CountOf<typename In::Rep> inside, outside; // shares; the constant 0 where the level is not crossed
    ByteRateOf<typename In::Rep> domain, scaleOut;
};

// What terms ask of one another.

template <class In> DegreesOf<typename In::Rep> degreesOf(const Scenario&, const Reader<In>&);
/// Of these elements, what one chip holds.
template <class In> CountOf<typename In::Rep> savedShard(const Scenario&, const Reader<In>&,
                                                         const SavedOf<typename In::Rep>&,
                                                         const DegreesOf<typename In::Rep>&, std::string_view where);
/// Ranks of an axis; of its weights, with the context axes that join it.
template <class In> GroupOf<typename In::Rep> groupOf(const NetworkContext<In>&, std::size_t axis, bool weights);
template <class In> ByteRateOf<typename In::Rep> axisRate(const NetworkContext<In>&, const GroupOf<typename In::Rep>&);
template <class In> SwitchLevels<In> switchLevels(const NetworkContext<In>&, const GroupOf<typename In::Rep>&);
/// Rate of a chip in the format of the scenario; of bf16 where it has none.
template <class In> FlopRateOf<typename In::Rep> peakRate(const Scenario&, const Reader<In>&);

} // namespace core
