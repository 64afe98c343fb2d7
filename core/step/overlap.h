// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the passes under the overlap conventions, the step (MODEL.md, sections a.2, g.4, g.9).
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
#include "core/step/payload.h"

namespace core
{

inline constexpr std::array<std::string_view, meshAxes> eachNames{"X, each microbatch", "Y, each microbatch",
                                                                  "Z, each microbatch"};

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

/// `again`: the stages of a pipeline read their weights for every microbatch.
template <class In> DecodeReadsOf<typename In::Rep> decodeReads(const NetworkContext<In>& c, bool again)
{
    namespace f = formulas;
    const auto& in = c.in;
    const auto cache = c.facts.attention
                           ? f::cacheBytes(c.facts.B, in(field::work::seq), c.params.kvPerToken, c.d.working)
                           : c.nothing();
    const bool stages = again && plain(c.d.pipeline) > 1;
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
        const auto reads = decodeReads(c, true);
        return f::memoryTime.as(where)(in.one(), reads.weights, reads.cache, in(field::hw::hbmRate));
    }
    const auto layer = heldLayer(c.params, c.facts, c.d);
    const auto P = f::shardedParameters(c.facts.L, layer, c.params.embedding, c.d.pipeline, c.d.tensor);
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

/// Math of one pass, or its HBM traffic where that takes longer (conv.hbm).
template <class In> SecondsOf<typename In::Rep>
workTime(const NetworkContext<In>& c, const PassTimesOf<typename In::Rep>& pass, std::string_view where)
{
    namespace f = formulas;
    if (!c.s.conv.hbm)
        return pass.math;
    if (c.s.work.mode != Mode::decode)
        return f::workTime.as(where)(pass.math, pass.hbm);
    const auto reads = decodeReads(c, true);
    const auto W = c.in(field::hw::hbmRate);
    return f::workTime.as(where)(pass.math, f::decodeStep(decodeMath(c), reads.cache, reads.weights, W));
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

template <class In> void passTimes(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w,
                                   const NetworkOf<typename In::Rep>& net, TimesOf<typename In::Rep>& t)
{
    namespace f = formulas;
    const auto C = peakRate(c.s, c.in);
    t.forward.math = f::passMath.as("forward")(w.forward, c.d.working, C);
    t.backward.math = plain(w.recompute) > 0
                          ? f::recomputingMath.as("backward")(w.backward, w.recompute, c.d.working, C)
                          : f::passMath.as("backward")(w.backward, c.d.working, C);
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

/// Slots of the pipeline over microbatches, and its idle share.
template <class R> struct SlotsOf {
    CountOf<R> sigma, bubble;
};

template <class In> SlotsOf<typename In::Rep> slotsOf(const NetworkContext<In>& c)
{
    namespace f = formulas;
    if (plain(c.d.pipeline) <= 1)
        return {c.in.one(), c.in.none()};
    const auto m = c.in(field::work::micro);
    const auto v = stageChunks(c);
    return {f::slotFactor(m, c.d.pipeline, v), f::bubbleShare(m, c.d.pipeline, v)};
}

/// The step of all microbatches and slots. What happens once a step hides behind the backward pass of the last
/// microbatch.
template <class In> SecondsOf<typename In::Rep> stepOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t,
                                                       const SplitTimesOf<typename In::Rep>& split,
                                                       const CountOf<typename In::Rep>& sigma)
{
    namespace f = formulas;
    using R = typename In::Rep;
    const auto zero = c.in.template constant<dim::second>(0);
    const bool serial = c.s.conv.comms == Overlap::none;
    const auto exposed = [&](const SecondsOf<R>& last) {
        return plain(t.dcn) == 0 ? zero : (serial ? t.dcn : f::dcnExposed(t.dcn, last));
    };
    if (!c.facts.training || c.s.work.pass != Pass::step)
        return f::stepTime(sigma, t.forward.combined, zero, zero);
    const bool once = !(plain(split.once[0]) + plain(split.once[1]) + plain(split.once[2]) == 0);
    if (c.s.work.micro <= 1 && plain(sigma) == 1)
        return f::stepTime(sigma, t.forward.combined, t.backward.combined, exposed(t.backward.combined));
    const auto m = c.s.work.micro > 1 ? c.in(field::work::micro) : c.in.one();
    const auto each =
        once ? combine(c, t.backward.work, split.each, "backward, without reductions").combined : t.backward.combined;
    const auto mean = f::microbatchTime.as("backward")(each, m);
    if (!once)
        return f::stepTime(sigma, t.forward.combined, each, exposed(mean));
    AxisTimesOf<R> axes;
    for (std::size_t a = 0; a < meshAxes; ++a)
        axes[a] = plain(split.once[a]) == 0 ? f::microbatchTime.as(axisNames[a])(split.each[a], m)
                                            : f::lastOfAxis.as(axisNames[a])(split.each[a], m, split.once[a]);
    const auto last = combine(c, f::microbatchTime.as("work")(t.backward.work, m), axes, "last microbatch").combined;
    return f::stepWithReductions(sigma, t.forward.combined, each, last, mean, exposed(last));
}

/// Everything overlaps, or nothing does.
template <class In> void boundTimes(const NetworkContext<In>& c, const SplitTimesOf<typename In::Rep>& split,
                                    const CountOf<typename In::Rep>& sigma, TimesOf<typename In::Rep>& t)
{
    namespace f = formulas;
    const auto zero = c.in.template constant<dim::second>(0);
    auto axes = t.axis;
    AxisTimesOf<typename In::Rep> ending{zero, zero, zero}; // slots, then what happens once a step
    auto once = zero;
    const bool idle = plain(sigma) != 1 && c.facts.training && c.s.work.pass == Pass::step;
    for (std::size_t a = 0; idle && a < meshAxes; ++a) {
        if (plain(split.once[a]) == 0)
            continue;
        axes[a] = f::sumOfPasses.as(eachNames[a])(t.forward.axis[a], split.each[a]);
        ending[a] = f::slotsAndReductions.as(axisNames[a])(sigma, axes[a], split.once[a]);
        once = once + split.once[a];
    }
    t.lower = f::lowerTime(sigma, t.math, t.hbm, axes[0], axes[1], axes[2], t.dcn);
    const bool decodes = c.s.conv.hbm && c.s.work.mode == Mode::decode; // and counts the input embedding in its math
    const auto math = decodes ? f::workTime.as("math, decode")(t.math, decodeMath(c)) : t.math;
    t.upper = f::upperTime(sigma, math, t.hbm, axes[0], axes[1], axes[2], t.dcn);
    if (plain(once) == 0)
        return;
    t.lower = f::lowerWithReductions(t.lower, ending[0], ending[1], ending[2]);
    t.upper = f::upperWithReductions(t.upper, once);
}

template <class In> TimesOf<typename In::Rep>
timesOf(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w, const NetworkOf<typename In::Rep>& net)
{
    namespace f = formulas;
    TimesOf<typename In::Rep> t;
    passTimes(c, w, net, t);
    const bool whole = c.facts.training && c.s.work.pass == Pass::step;
    const auto sum = [&](std::string_view where, const auto& forward, const auto& backward) {
        return whole ? f::sumOfPasses.as(where)(forward, backward) : forward;
    };
    t.math = sum("math", t.forward.math, t.backward.math);
    t.hbm = sum("HBM", t.forward.hbm, t.backward.hbm);
    t.comms = sum("communication", t.forward.comms, t.backward.comms);
    for (std::size_t a = 0; a < meshAxes; ++a)
        t.axis[a] = sum(axisNames[a], t.forward.axis[a], t.backward.axis[a]);
    t.dcn = net.dcn;
    const auto pipeline = slotsOf(c);
    t.bubble = pipeline.bubble;
    const auto split = splitTimes(c, net.backward);
    t.step = stepOf(c, t, split, pipeline.sigma);
    boundTimes(c, split, pipeline.sigma, t);
    return t;
}

template <class In>
TrafficOf<typename In::Rep> trafficOf(const NetworkContext<In>& c, const NetworkOf<typename In::Rep>& net)
{
    TrafficOf<typename In::Rep> out;
    const bool whole = c.facts.training && c.s.work.pass == Pass::step;
    out.allGather = out.reduceScatter = out.allReduce = out.allToAll = out.ring = out.p2pForward = out.p2pBackward =
        c.nothing();
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const auto role = c.s.mesh.axis[a].role;
        const auto add = [&](const AxisPassOf<typename In::Rep>& pass, bool backward) {
            for (const auto* flow : {&pass.weights, &pass.tokens}) {
                out.allGather = out.allGather + flow->payload.gather;
                out.reduceScatter = out.reduceScatter + flow->payload.reduce;
                out.allReduce = out.allReduce + flow->payload.allReduce;
            }
            const auto& other = pass.tokens.payload.other;
            auto& neighbour = backward ? out.p2pBackward : out.p2pForward;
            if (role == Role::expert)
                out.allToAll = out.allToAll + other / c.d.size[a];
            else if (role == Role::context)
                out.ring = out.ring + other;
            else
                neighbour = neighbour + other;
        };
        add(net.forward[a], false);
        if (whole)
            add(net.backward[a], true);
        out.wire[a] = whole ? formulas::twoPasses.as(axisNames[a])(net.forward[a].wire, net.backward[a].wire)
                            : net.forward[a].wire;
    }
    out.allReduce = out.allReduce + net.dcnGradients;
    out.wireDcn = net.wireDcn;
    return out;
}

} // namespace core
