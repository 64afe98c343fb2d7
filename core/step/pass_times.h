// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the forward and the backward pass under the overlap conventions (MODEL.md, sections a.2, g.4).
#pragma once

#include "core/formulas/memory.h"
#include "core/formulas/network.h"
#include "core/formulas/roofline.h"
#include "core/formulas/serving.h"
#include "core/formulas/step.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/degrees.h"

namespace core
{

template <class R> using AxisTimesOf = std::array<SecondsOf<R>, meshAxes>;

/// Times of one pass of all microbatches: what every microbatch takes, and what happens once a step.
template <class R> struct SplitTimesOf {
    AxisTimesOf<R> each, once;
};

/// The axes of one pass split into the tensor axes and the others, under a convention. `work`: math, or HBM where that
/// takes longer.
template <class R> struct CombinedOf {
    SecondsOf<R> comms, combined;
};

template <class In>
CombinedOf<typename In::Rep> combine(const NetworkContext<In>& c, const SecondsOf<typename In::Rep>& work,
                                     const AxisTimesOf<typename In::Rep>& axes, std::string_view where)
{
    namespace f = formulas;
    const auto& [x, y, z] = axes;
    const auto zero = c.in.template constant<dim::second>(0);
    switch (c.s.conv.comms) {
    case Overlap::overlapped: {
        const auto comms = f::commsOverlapped.as(where)(x, y, z);
        return {comms, f::passOverlapped.as(where)(work, comms)};
    }
    case Overlap::added: {
        const auto comms = f::commsAdded.as(where)(x, y, z);
        return {comms, f::passOverlapped.as(where)(work, comms)};
    }
    case Overlap::tensorExposed: {
        AxisTimesOf<typename In::Rep> other{zero, zero, zero}, tensor{zero, zero, zero};
        for (std::size_t a = 0; a < meshAxes; ++a)
            (c.s.mesh.axis[a].role == Role::tensor ? tensor : other)[a] = axes[a];
        const auto hidden = f::commsOverlapped.as(where)(other[0], other[1], other[2]);
        const auto exposed = f::commsAdded.as(where)(tensor[0], tensor[1], tensor[2]);
        return {f::sumOfPasses.as(where)(hidden, exposed), f::passTensorExposed.as(where)(work, hidden, exposed)};
    }
    case Overlap::none:
        break;
    }
    const auto comms = f::commsAdded.as(where)(x, y, z);
    return {comms, f::passSerial.as(where)(work, comms)};
}

/// What a decode step reads on one chip: the cache of its sequences, and the weights that its tokens need.
template <class R> struct DecodeReadsOf {
    BytesOf<R> cache, weights;
};

/// The stages of a pipeline read their weights for every microbatch.
template <class In> DecodeReadsOf<typename In::Rep> decodeReads(const NetworkContext<In>& c)
{
    namespace f = formulas;
    const auto& in = c.in;
    const auto cache = c.facts.attention
                           ? f::cacheBytes(c.facts.B, in(field::work::seq), c.params.kvPerToken, c.d.working)
                           : c.nothing();
    const bool stages = plain(c.d.pipeline) > 1;
    auto P = f::servedShare(c.params.total, c.d.pipeline, c.d.tensor);
    if (c.facts.moe) {
        // Tokens of the ranks that share the experts; each chip reads those of its experts that some token visits.
        const auto tokens = f::groupTokens(stages ? c.tokens.micro : c.tokens.rank, c.d.expert);
        const auto hit = c.s.model.k < c.s.model.E ? f::hitExperts(in(field::model::E), in(field::model::k), tokens)
                                                   : in(field::model::E);
        P = f::servedExperts(c.params.total, c.facts.L, c.facts.experts, hit, in(field::model::E), c.d.expert,
                             c.d.pipeline, c.d.tensor);
    }
    const auto m = stages ? in(field::work::micro) : in.one();
    return {cache, f::weightTraffic(m, in(field::prec::weights), P)};
}

template <class In>
SecondsOf<typename In::Rep> hbmTime(const NetworkContext<In>& c, double passes, std::string_view where)
{
    namespace f = formulas;
    const auto& in = c.in;
    if (c.s.work.mode == Mode::decode) {
        const auto reads = decodeReads(c);
        return f::memoryTime.as(where)(in.one(), reads.weights, reads.cache, in(field::hw::hbmRate));
    }
    const auto layer = heldLayer(c.params, c.facts, c.d);
    const auto P = f::shardedParameters(c.facts.L, layer, c.params.outside, c.d.pipeline, c.d.tensor);
    const auto m = c.s.work.micro > 1 ? in(field::work::micro) : in.one();
    const auto weights = f::weightTraffic(m, in(field::prec::weights), P);
    const auto activations = f::activationTraffic(in(field::prec::act), savedShard(c.s, in, c.facts.saved, c.d, {}),
                                                  c.tokens.rank, c.facts.L, c.d.pipeline);
    const auto n = passes == 1 ? in.one() : in(fact::memoryPasses, passes);
    return f::memoryTime.as(where)(n, weights, activations, in(field::hw::hbmRate));
}

template <class In> FlopRateOf<typename In::Rep> peakRate(const Scenario& s, const Reader<In>& in)
{
    auto i = static_cast<std::size_t>(s.prec.compute);
    if (i >= dtypeCount || s.hw.flops[i].si() <= 0)
        i = static_cast<std::size_t>(Dtype::bf16); // check() says so: DTYPE
    return in(field::hw::flops, i);
}

template <class In> SecondsOf<typename In::Rep> decodeMath(const NetworkContext<In>& c)
{
    return formulas::decodeMath(c.facts.B, c.params.active, c.d.working, peakRate(c.s, c.in));
}

/// Math of a decode step, or what it reads where that takes longer.
template <class In> SecondsOf<typename In::Rep>
decodeWork(const NetworkContext<In>& c, const SecondsOf<typename In::Rep>& math, std::string_view where)
{
    namespace f = formulas;
    const auto reads = decodeReads(c);
    return f::workTime.as(where)(math,
                                 f::decodeStep(decodeMath(c), reads.cache, reads.weights, c.in(field::hw::hbmRate)));
}

/// Math of one pass, or its HBM traffic where that takes longer (conv.hbm).
template <class In> SecondsOf<typename In::Rep>
workTime(const NetworkContext<In>& c, const PassTimesOf<typename In::Rep>& pass, std::string_view where)
{
    namespace f = formulas;
    if (!c.s.conv.hbm)
        return pass.math;
    if (c.s.work.mode == Mode::decode)
        return decodeWork(c, pass.math, where);
    return f::workTime.as(where)(pass.math, pass.hbm);
}

template <class In> SplitTimesOf<typename In::Rep>
splitTimes(const NetworkContext<In>& c, const std::array<AxisPassOf<typename In::Rep>, meshAxes>& axes)
{
    SplitTimesOf<typename In::Rep> out;
    const auto zero = c.in.template constant<dim::second>(0);
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const bool once = axes[a].once && !(plain(axes[a].weights.time) == 0);
        out.each[a] = once ? axes[a].tokens.time : axes[a].time;
        out.once[a] = once ? axes[a].weights.time : zero;
    }
    return out;
}

/// Math of either pass.
template <class R> struct MathOf {
    SecondsOf<R> forward, backward;
};

/// How they are called in derivations.
struct MathNames {
    std::string_view forward = "forward", backward = "backward";
};

template <class In> MathOf<typename In::Rep> mathOf(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w,
                                                    const MathNames& names = {})
{
    namespace f = formulas;
    const auto C = peakRate(c.s, c.in);
    return {f::passMath.as(names.forward)(w.forward, c.d.working, C),
            plain(w.recompute) > 0 ? f::recomputingMath.as(names.backward)(w.backward, w.recompute, c.d.working, C)
                                   : f::passMath.as(names.backward)(w.backward, c.d.working, C)};
}

template <class In> void passTimes(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w,
                                   const NetworkOf<typename In::Rep>& net, TimesOf<typename In::Rep>& t)
{
    const auto math = mathOf(c, w);
    t.forward.math = math.forward;
    t.backward.math = math.backward;
    t.forward.hbm = hbmTime(c, 1, "forward");
    t.backward.hbm = hbmTime(c, 2, "backward");
    for (std::size_t a = 0; a < meshAxes; ++a) {
        t.forward.axis[a] = net.forward[a].time;
        t.backward.axis[a] = net.backward[a].time;
    }
    t.forward.work = workTime(c, t.forward, "forward");
    t.backward.work = workTime(c, t.backward, "backward");
    const auto forward = combine(c, t.forward.work, t.forward.axis, "forward");
    t.forward.comms = forward.comms;
    t.forward.combined = forward.combined;
    const auto backward = combine(c, t.backward.work, t.backward.axis, "backward");
    t.backward.comms = backward.comms;
    t.backward.combined = backward.combined;
}

} // namespace core
