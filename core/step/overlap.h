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
inline constexpr std::array<std::string_view, meshAxes> tokenNames{"X, of tokens", "Y, of tokens", "Z, of tokens"};

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

template <class In> MathOf<typename In::Rep> mathOf(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w)
{
    namespace f = formulas;
    const auto C = peakRate(c.s, c.in);
    return {f::passMath.as("forward")(w.forward, c.d.working, C),
            plain(w.recompute) > 0 ? f::recomputingMath.as("backward")(w.backward, w.recompute, c.d.working, C)
                                   : f::passMath.as("backward")(w.backward, c.d.working, C)};
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

/// Slots of the pipeline over microbatches, and its idle share.
template <class R> struct SlotsOf {
    CountOf<R> sigma, bubble;
    CountOf<R> omega; // ZB-H1: share of a microbatch that is the gradient of weights; else 0
};

/// Slots of ZB-H1, where gradients of weights are `share` of a microbatch.
template <class In>
CountOf<typename In::Rep> splitSlots(const NetworkContext<In>& c, const CountOf<typename In::Rep>& share)
{
    namespace f = formulas;
    const auto& Z = c.d.pipeline;
    const auto m = c.in(field::work::micro);
    return plain(m) < plain(Z) ? f::slotFactorSplitFew(m, Z, share) : f::slotFactorSplit(m, Z, share);
}

/// The part of the backward pass for which the stage before waits: no math of the gradients of weights, and not their
/// reduce-scatter. It is as long as its collectives where these take longer.
template <class In>
SecondsOf<typename In::Rep> inputGradients(const NetworkContext<In>& c, const CountOf<typename In::Rep>& omega,
                                           const SecondsOf<typename In::Rep>& work, const TimesOf<typename In::Rep>& t,
                                           const NetworkOf<typename In::Rep>& net)
{
    namespace f = formulas;
    auto axes = splitTimes(c, net.backward).each;
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (const auto& moved = net.backward[a].weights; !net.backward[a].once && plain(moved.payload.reduce) > 0)
            axes[a] =
                f::withoutScatter.as(axisNames[a])(axes[a], moved.time, moved.payload.gather, moved.payload.reduce);
    return combine(c, f::inputPart.as("work")(t.backward.work, omega, work), axes, "gradients of inputs").combined;
}

/// Either all microbatches keep a stage busy, or with fewer of them than stages, stages keep one microbatch busy.
/// `backward`: of all microbatches, without what happens once a step.
template <class In>
SlotsOf<typename In::Rep> slotsOf(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w,
                                  const NetworkOf<typename In::Rep>& net, const TimesOf<typename In::Rep>& t,
                                  const SecondsOf<typename In::Rep>& backward)
{
    namespace f = formulas;
    const auto& Z = c.d.pipeline;
    if (plain(Z) <= 1)
        return {c.in.one(), c.in.none(), c.in.none()};
    const auto m = c.in(field::work::micro);
    const bool few = plain(m) < plain(Z);
    if (c.s.pipe.schedule == PipeSchedule::zeroBubble && c.facts.training && c.s.work.pass == Pass::step) {
        const auto omega = f::weightPart(w.step, w.attention, w.recompute);
        const auto work = f::sumOfPasses.as("work")(t.forward.work, t.backward.work);
        const auto pass = f::sumOfPasses.as("microbatches")(t.forward.combined, backward);
        const bool alone = plain(work) == plain(pass);
        const auto inputs = inputGradients(c, omega, work, t, net);
        const auto sigma = splitSlots(c, alone ? omega : f::weightPartOfAll(t.forward.combined, inputs, pass));
        return {sigma, f::idleSlots(sigma), omega};
    }
    const auto v = stageChunks(c);
    if (plain(v) == 1 || !few)
        return {f::slotFactor(m, Z, v), f::bubbleShare(m, Z, v), c.in.none()};
    const auto sigma = f::slotFactorFew(m, Z, v);
    return {sigma, f::idleSlots(sigma), c.in.none()};
}

/// The backward pass of all microbatches, without what happens once a step.
template <class In> SecondsOf<typename In::Rep>
backwardOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t, const SplitTimesOf<typename In::Rep>& split)
{
    if (plain(split.once[0]) + plain(split.once[1]) + plain(split.once[2]) == 0)
        return t.backward.combined;
    return combine(c, t.backward.work, split.each, "backward, without reductions").combined;
}

/// The step of all microbatches and slots. What happens once a step hides behind the backward pass of the last
/// microbatch.
template <class In> SecondsOf<typename In::Rep> stepOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t,
                                                       const SplitTimesOf<typename In::Rep>& split,
                                                       const CountOf<typename In::Rep>& sigma,
                                                       const SecondsOf<typename In::Rep>& each)
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

/// What no order of ZB-H1 undercuts. Its own slots are a little longer where gradients of weights are shorter than a
/// forward pass.
template <class In>
SecondsOf<typename In::Rep> lowerOfSplit(const NetworkContext<In>& c, const SecondsOf<typename In::Rep>& hbm,
                                         const CountOf<typename In::Rep>& omega, const TimesOf<typename In::Rep>& t,
                                         const AxisTimesOf<typename In::Rep>& axes)
{
    namespace f = formulas;
    const auto m = c.s.work.micro > 1 ? c.in(field::work::micro) : c.in.one();
    const auto busy = f::busyTime(t.math, hbm, axes[0], axes[1], axes[2]);
    return f::lowerSplit(busy, t.math, f::inputPart(t.backward.math, omega, t.math), omega, m, c.d.pipeline, t.dcn);
}

/// Everything overlaps, or nothing does. A stage gathers weights ahead and waits for no other stage with them, so the
/// bubble lengthens what an axis sends for tokens alone.
template <class In> void boundTimes(const NetworkContext<In>& c, const NetworkOf<typename In::Rep>& net,
                                    const SplitTimesOf<typename In::Rep>& split,
                                    const SlotsOf<typename In::Rep>& pipeline, TimesOf<typename In::Rep>& t)
{
    namespace f = formulas;
    const auto& sigma = pipeline.sigma;
    const auto zero = c.in.template constant<dim::second>(0);
    auto axes = t.axis;
    auto waiting = t.axis;                                  // of `axes`, what slots wait for
    AxisTimesOf<typename In::Rep> busy{zero, zero, zero};   // an axis with weights, from its first byte to its last
    AxisTimesOf<typename In::Rep> ending{zero, zero, zero}; // slots, then what happens once a step
    auto once = zero;
    const bool whole = c.facts.training && c.s.work.pass == Pass::step;
    const bool zeroBubble = plain(pipeline.omega) > 0;
    for (std::size_t a = 0; plain(sigma) != 1 && a < meshAxes; ++a) {
        if (whole && plain(split.once[a]) != 0) {
            axes[a] = waiting[a] = f::sumOfPasses.as(eachNames[a])(t.forward.axis[a], split.each[a]);
            ending[a] = f::slotsAndReductions.as(axisNames[a])(sigma, axes[a], split.once[a]);
            once = once + split.once[a];
            if (zeroBubble)
                busy[a] = t.axis[a];
        } else if (plain(net.forward[a].weights.time) + (whole ? plain(net.backward[a].weights.time) : 0) > 0) {
            busy[a] = t.axis[a];
            const auto& forward = net.forward[a].tokens.time;
            waiting[a] = whole ? f::sumOfPasses.as(tokenNames[a])(forward, net.backward[a].tokens.time) : forward;
        }
    }
    const auto hbm = c.s.conv.hbm ? t.hbm : zero;
    t.lower = zeroBubble ? lowerOfSplit(c, hbm, pipeline.omega, t, waiting)
                         : f::lowerTime(sigma, t.math, hbm, waiting[0], waiting[1], waiting[2], t.dcn);
    if (plain(busy[0]) + plain(busy[1]) + plain(busy[2]) > 0)
        t.lower = f::lowerWithReductions.as("gathers")(t.lower, busy[0], busy[1], busy[2]);
    const bool decodes = c.s.conv.hbm && c.s.work.mode == Mode::decode; // and counts the input embedding in its math
    const auto math = decodes ? f::workTime.as("math, decode")(t.math, decodeMath(c)) : t.math;
    auto factor = sigma;
    if (zeroBubble) {
        const auto slot = f::upperTime.as("a slot")(c.in.one(), math, t.hbm, axes[0], axes[1], axes[2], zero);
        factor = splitSlots(c, f::weightPartOfAdded(pipeline.omega, math, slot));
    }
    t.upper = f::upperTime(factor, math, t.hbm, axes[0], axes[1], axes[2], t.dcn);
    if (plain(once) == 0)
        return;
    if (!zeroBubble)
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
    const auto split = splitTimes(c, net.backward);
    const auto backward = whole ? backwardOf(c, t, split) : t.backward.combined;
    const auto pipeline = slotsOf(c, w, net, t, backward);
    t.sigma = pipeline.sigma;
    t.bubble = pipeline.bubble;
    t.step = stepOf(c, t, split, t.sigma, backward);
    boundTimes(c, net, split, pipeline, t);
    if (!c.bounds && isUndercut(c)) {
        NetworkContext<In> least = c;
        least.bounds = true;
        NetworkOf<typename In::Rep> network;
        addNetwork(least, network);
        t.lower = timesOf(least, w, network).lower;
    }
    return t;
}

} // namespace core
