// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks an axis joins, and the bytes of its collectives in a pass (MODEL.md, sections g.3, g.9 to g.11).
#pragma once

#include "core/formulas/memory.h"
#include "core/formulas/network.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/degrees.h"

namespace core
{

template <class In> GroupOf<typename In::Rep> groupOf(const NetworkContext<In>& c, std::size_t a, bool weights)
{
    GroupOf<typename In::Rep> g{a, c.d.size[a], c.fit.axis[a], weights};
    const auto members = membersOf(c.s.mesh, a, weights);
    for (std::size_t b = 0; b < meshAxes; ++b) {
        if (b == a || !members[b])
            continue;
        const auto& joining = c.fit.axis[b];
        g.size = formulas::jointRanks.as(axisNames[a])(g.size, c.d.size[b]);
        g.fit.links += joining.links;
        if (c.s.hw.kind == ChipKind::tpu)
            g.fit.hops += joining.hops;
    }
    return g;
}

/// Whether an axis reduces gradients before another, which then has its shards left: those that shard more go first,
/// and of two alike the first one, which gathers last.
inline bool reducesBefore(const Mesh& mesh, std::size_t b, std::size_t a)
{
    const auto shards = [&mesh](std::size_t axis) {
        const auto role = weightRole(mesh, axis);
        return role == Role::fsdp ? 3 : (role == Role::zero2 ? 2 : (role == Role::zero1 ? 1 : 0));
    };
    if (b == a || !isData(weightRole(mesh, b)))
        return false;
    return shards(b) != shards(a) ? shards(b) > shards(a) : b < a;
}

/// Shards of weights and gradients on the other data and FSDP axes that go before.
template <class In> CountOf<typename In::Rep> otherShards(const NetworkContext<In>& c, std::size_t a)
{
    auto others = c.in.one();
    for (std::size_t b = 0; b < meshAxes; ++b)
        if (reducesBefore(c.s.mesh, b, a))
            others = others * groupOf(c, b, true).size;
    return others;
}

/// How often a step gathers FSDP weights: a decode step reads and gathers them once, its stages for every microbatch.
template <class In> double weightRounds(const NetworkContext<In>& c)
{
    return c.s.work.mode == Mode::decode && plain(c.d.pipeline) <= 1 ? 1 : c.microbatches();
}

/// Pieces that the schedule cuts the layers of a stage into.
template <class In> CountOf<typename In::Rep> stageChunks(const NetworkContext<In>& c)
{
    return c.s.pipe.schedule == PipeSchedule::interleaved ? c.in(field::parallel::chunks) : c.in.one();
}

/// Parameters whose gradients an axis reduces: those that its ranks hold alike, or shard.
template <class In> CountOf<typename In::Rep> reducedParameters(const NetworkContext<In>& c, std::size_t a)
{
    namespace f = formulas;
    const bool expert = c.s.mesh.axis[a].role == Role::expert;
    auto layer = expert ? c.params.layer : heldLayer(c.params, c.facts, c.d);
    if (expert && c.facts.moe)
        layer = f::denseParameters(layer, c.facts.experts);
    return f::shardedParameters.as(expert ? "beside experts" : "")(c.facts.L, layer, c.params.outside, c.d.pipeline,
                                                                   c.d.tensor);
}

/// Over an expert axis: all ranks have what is not routed, whose gradients come as shards of the axes before it.
template <class In> CountOf<typename In::Rep> shardsBefore(const NetworkContext<In>& c, std::size_t a)
{
    const auto& mesh = c.s.mesh;
    auto shards = c.in.one();
    for (std::size_t b = 0; b < meshAxes; ++b)
        if (isData(mesh.axis[b].role) || isContext(mesh.axis[b]) || (b < a && mesh.axis[b].role == Role::expert))
            shards = shards * c.d.size[b];
    return shards;
}

/// Weights and gradients over data, ZeRO-1, ZeRO-2 and FSDP axes, with context axes, and over expert axes.
template <class In>
void weightPayload(const NetworkContext<In>& c, std::size_t a, bool backward, PayloadOf<typename In::Rep>& u)
{
    namespace f = formulas;
    const auto role = weightRole(c.s.mesh, a);
    if (role != Role::fsdp && (!c.facts.training || !backward))
        return;
    const bool expert = role == Role::expert;
    if (!expert && !isData(role))
        return;
    const auto P = reducedParameters(c, a);
    const auto others = expert ? shardsBefore(c, a) : otherShards(c, a);
    const bool again = role == Role::fsdp && weightRounds(c) > 1; // for every microbatch
    const auto each = [&](const auto& V, std::string_view where) {
        return again ? f::perMicrobatch.as(where)(V, c.in(field::work::micro)) : V;
    };
    const auto V = f::weightArray.as(axisNames[a])(c.in(field::prec::comm), P, others);
    if (role == Role::fsdp) {
        u.gather = each(V, axisNames[a]);
        u.collectives = c.layersHere() * weightRounds(c) * (backward ? 2 : 1);
    }
    if (!backward)
        return;
    const auto G = f::gradientArray.as(axisNames[a])(c.in(field::prec::gradcomm), P, others);
    if (role == Role::data || expert) {
        u.allReduce = G;
        u.collectives = 2 * c.layersHere();
    } else if (role == Role::fsdp) {
        u.reduce = each(G, weightNames[a]);
    } else {
        u.reduce = G;
        u.gather = V;
        u.collectives = 2 * c.layersHere();
    }
}

/// Activations over a tensor axis: q blocks per layer, each gathered and scattered, or all-reduced.
template <class In> void tensorPayload(const NetworkContext<In>& c, std::size_t a, PayloadOf<typename In::Rep>& u)
{
    namespace f = formulas;
    const auto V = f::activationArray(c.in(field::prec::comm), c.tokens.rank, c.facts.D);
    const auto q = c.in(fact::tensorBlocks, c.facts.attention ? 2 : 1);
    const auto all = f::perLayer.as(axisNames[a])(q, c.facts.L, c.d.pipeline, V);
    if (c.s.tensorSequence)
        u.gather = u.reduce = all;
    else
        u.allReduce = all;
    u.collectives = 2 * (c.facts.attention ? 2 : 1) * c.layersHere() * c.microbatches();
}

/// Key/value heads that one tensor shard works with.
template <class In> CountOf<typename In::Rep> shardHeads(const NetworkContext<In>& c)
{
    const auto K = c.in(field::model::K);
    return plain(c.d.tensor) > 1 ? formulas::headsOfShard(K, c.d.tensor) : K;
}

/// Shards of the activations between blocks.
template <class In> CountOf<typename In::Rep> sequenceShards(const NetworkContext<In>& c)
{
    return c.s.tensorSequence ? c.d.tensor : c.in.one();
}

/// Neighbour and all-to-all axes: pipeline, context, expert.
template <class In>
void passingPayload(const NetworkContext<In>& c, std::size_t a, bool backward, PayloadOf<typename In::Rep>& u)
{
    namespace f = formulas;
    const auto s = c.in(field::prec::comm);
    const auto n = c.d.size[a];
    switch (c.s.mesh.axis[a].role) {
    case Role::pipeline: {
        const auto V = f::activationArray(s, c.tokens.rank, c.facts.D);
        u.other = f::boundaryBytes.as(axisNames[a])(V, stageChunks(c), sequenceShards(c));
        u.collectives = c.microbatches() * plain(stageChunks(c));
        break;
    }
    case Role::context: {
        if (!c.facts.attention)
            break;
        const auto V = f::keyValueArray(s, c.tokens.rank, n, shardHeads(c), c.in(field::model::H));
        const auto passes = backward ? c.in(fact::ringBackward, 2) : c.in(fact::ringForward, 1);
        u.other = f::perLayer.as(backward ? backwardNames[a] : forwardNames[a])(passes, c.facts.L, c.d.pipeline, V);
        u.collectives = c.layersHere() * c.microbatches();
        break;
    }
    case Role::expert: {
        if (!c.facts.moe)
            break;
        const auto V = f::routedArray(s, c.in(field::model::k), c.tokens.rank, n, c.facts.D, sequenceShards(c));
        u.other = f::perLayer.as(axisNames[a])(c.in(fact::exchanges, 2), c.facts.L, c.d.pipeline, V);
        u.collectives = 2 * c.layersHere() * c.microbatches();
        break;
    }
    default:
        break;
    }
}

template <class In>
void tokenPayload(const NetworkContext<In>& c, std::size_t a, bool backward, PayloadOf<typename In::Rep>& u)
{
    if (c.s.mesh.axis[a].role == Role::tensor)
        tensorPayload(c, a, u);
    else
        passingPayload(c, a, backward, u);
}

} // namespace core
