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

constexpr bool isData(Role r) { return r == Role::data || r == Role::zero1 || r == Role::zero2 || r == Role::fsdp; }

/// Degrees of parallelism; an axis that is not used gives the constant 1.
template <class R> struct DegreesOf {
    std::array<CountOf<R>, meshAxes> size;
    CountOf<R> slices;
    CountOf<R> ranks; // share the batch: data, FSDP, context and expert axes, and slices
    CountOf<R> tensor, pipeline, expert;
    CountOf<R> fsdp, gradients, optimizer; // shards of weights, gradients, optimizer states
    CountOf<R> slice, chips, working;      // chips of a slice, in all, and without replicated work
};

/// Saved elements per token and layer, split by what divides them.
template <class R> struct SavedOf {
    CountOf<R> residual, inner;
};

/// What later parts need of the model.
template <class R> struct WorkloadFactsOf {
    CountOf<R> B, L, D, layers; // batch in tokens of the pass; layers = L
    CountOf<R> experts;         // parameters of a layer's routed experts; 0 without
    CountOf<R> hidden;          // MLP width a token uses
    SavedOf<R> saved;
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

/// One axis in one pass.
template <class R> struct AxisPassOf {
    PayloadOf<R> payload;
    BytesOf<R> wire;
    SecondsOf<R> bandwidth, time; // without and with the latency floor
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
template <class In> CountOf<typename In::Rep> savedShard(const Scenario&, const Reader<In>&,
                                                         const WorkloadFactsOf<typename In::Rep>&,
                                                         const DegreesOf<typename In::Rep>&);
/// Shards of weights on the other FSDP axes: each axis gathers after them.
template <class In> CountOf<typename In::Rep> otherShards(const NetworkContext<In>&, std::size_t axis);
template <class In> ByteRateOf<typename In::Rep> axisRate(const NetworkContext<In>&, std::size_t axis);
template <class In> SwitchLevels<In> switchLevels(const NetworkContext<In>&, std::size_t axis);
/// Rate of a chip in the format of the scenario; of bf16 where it has none.
template <class In> FlopRateOf<typename In::Rep> peakRate(const Scenario&, const Reader<In>&);

} // namespace core
