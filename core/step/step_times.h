// SPDX-License-Identifier: GPL-3.0-or-later
// The passes as microbatches through the slots of a pipeline: the step and its bounds (MODEL.md, sections g.4, g.9).
#pragma once

#include "core/formulas/step.h"
#include "core/step/pass_times.h"
#include "core/step/payload.h"

#include <cmath>
#include <optional>

namespace core
{

inline constexpr std::array<std::string_view, meshAxes> eachNames{"X, each microbatch", "Y, each microbatch",
                                                                  "Z, each microbatch"};
inline constexpr std::array<std::string_view, meshAxes> tokenNames{"X, of tokens", "Y, of tokens", "Z, of tokens"};

/// Slots of the pipeline over microbatches, and its idle share.
template <class R> struct SlotsOf {
    CountOf<R> sigma, bubble;
    CountOf<R> omega; // ZB-H1: share of a microbatch that is the gradient of weights; else 0
};

/// Slots of ZB-H1, where gradients of weights and of inputs are these shares of a microbatch.
template <class In> CountOf<typename In::Rep> splitSlots(const NetworkContext<In>& c,
                                                         const CountOf<typename In::Rep>& weights,
                                                         const CountOf<typename In::Rep>& inputs)
{
    namespace f = formulas;
    const auto& Z = c.d.pipeline;
    const auto m = c.in(field::work::micro);
    return plain(m) < plain(Z) ? f::slotFactorSplitFew(m, Z, weights, inputs)
                               : f::slotFactorSplit(m, Z, weights, inputs);
}

/// The slots in which weights get their gradients, of all microbatches, without what happens once a step.
template <class R> struct GradientSlotsOf {
    SecondsOf<R> work; // math, or HBM where that takes longer
    AxisTimesOf<R> axis;
    SecondsOf<R> combined;
};

/// The backward pass of ZB-H1 in its two slots, of all microbatches.
template <class R> struct GradientsOf {
    CountOf<R> omega;
    SecondsOf<R> work; // of both passes
    SecondsOf<R> inputs;
    GradientSlotsOf<R> weights;
};

template <class In> bool splitsBackward(const NetworkContext<In>& c)
{
    return plain(c.d.pipeline) > 1 && c.s.pipe.schedule == PipeSchedule::zeroBubble && c.facts.training &&
           c.s.work.pass == Pass::step;
}

/// The stage before waits for the gradients of inputs: no math of the gradients of weights, and not their
/// reduce-scatter. Either is as long as its collectives where these take longer.
template <class In>
GradientsOf<typename In::Rep> gradientsOf(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w,
                                          const TimesOf<typename In::Rep>& t, const NetworkOf<typename In::Rep>& net)
{
    namespace f = formulas;
    const auto zero = c.in.template constant<dim::second>(0);
    auto axes = splitTimes(c, net.backward).each;
    AxisTimesOf<typename In::Rep> scatters{zero, zero, zero};
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (const auto& moved = net.backward[a].weights; !net.backward[a].once && plain(moved.payload.reduce) > 0) {
            scatters[a] = f::scatterAlone.as(axisNames[a])(moved.time, moved.payload.gather, moved.payload.reduce);
            axes[a] = f::withoutScatter.as(axisNames[a])(axes[a], scatters[a]);
        }
    const auto omega = f::weightPart(w.step, w.attention, w.recompute);
    const auto work = f::sumOfPasses.as("work")(t.forward.work, t.backward.work);
    const auto weightWork = f::weightMath.as("work")(omega, work);
    return {omega,
            work,
            combine(c, f::inputPart.as("work")(t.backward.work, weightWork), axes, "gradients of inputs").combined,
            {weightWork, scatters, combine(c, weightWork, scatters, "gradients of weights").combined}};
}

/// Either all microbatches keep a stage busy, or with fewer of them than stages, stages keep one microbatch busy.
/// `backward`: of all microbatches, without what happens once a step; of ZB-H1 both its slots.
template <class In> SlotsOf<typename In::Rep> slotsOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t,
                                                      const std::optional<GradientsOf<typename In::Rep>>& gradients,
                                                      const SecondsOf<typename In::Rep>& backward)
{
    namespace f = formulas;
    const auto& Z = c.d.pipeline;
    if (plain(Z) <= 1)
        return {c.in.one(), c.in.none(), c.in.none()};
    const auto m = c.in(field::work::micro);
    const bool few = plain(m) < plain(Z);
    if (gradients) {
        const auto& omega = gradients->omega;
        const auto pass = f::sumOfPasses.as("microbatches")(t.forward.combined, backward);
        const bool alone = plain(gradients->work) == plain(pass);
        const auto weights = alone ? omega : f::weightPartOfAll(t.forward.combined, gradients->inputs, pass);
        const auto sigma = splitSlots(c, weights, f::inputShare(gradients->inputs, pass));
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

/// The step of all microbatches and slots. What happens once a step hides behind the slots in which weights get their
/// gradients, in the last microbatch.
template <class In>
SecondsOf<typename In::Rep> stepOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t,
                                   const AxisTimesOf<typename In::Rep>& onceAxes,
                                   const CountOf<typename In::Rep>& sigma, const SecondsOf<typename In::Rep>& backward,
                                   const GradientSlotsOf<typename In::Rep>& gradients, std::string_view where)
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
    const bool once = !(plain(onceAxes[0]) + plain(onceAxes[1]) + plain(onceAxes[2]) == 0);
    if (c.s.work.micro <= 1 && plain(sigma) == 1)
        return f::stepTime(sigma, t.forward.combined, t.backward.combined, exposed(t.backward.combined));
    const auto m = c.s.work.micro > 1 ? c.in(field::work::micro) : c.in.one();
    const auto mean = f::microbatchTime.as(where)(gradients.combined, m);
    if (!once)
        return f::stepTime(sigma, t.forward.combined, backward, exposed(mean));
    AxisTimesOf<R> axes;
    for (std::size_t a = 0; a < meshAxes; ++a)
        axes[a] = plain(onceAxes[a]) == 0 ? f::microbatchTime.as(axisNames[a])(gradients.axis[a], m)
                                          : f::lastOfAxis.as(axisNames[a])(gradients.axis[a], m, onceAxes[a]);
    const auto last = combine(c, f::microbatchTime.as("work")(gradients.work, m), axes, "last microbatch").combined;
    return f::stepWithReductions(sigma, t.forward.combined, backward, last, mean, exposed(last));
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
    return f::lowerSplit(busy, t.math, f::inputPart(t.backward.math, f::weightMath(omega, t.math)), omega, m,
                         c.d.pipeline, t.dcn);
}

/// Slots of a step in which everything is added: of the places that the last group of interleaved stages leaves empty,
/// no other pass fills one. Those of zero bubble depend on what is added: `boundTimes`.
template <class In>
CountOf<typename In::Rep> upperSlots(const NetworkContext<In>& c, const CountOf<typename In::Rep>& sigma)
{
    const double Z = plain(c.d.pipeline), m = c.s.work.micro;
    const auto v = stageChunks(c);
    const bool isShort = plain(v) > 1 && m > Z && std::fmod(m, Z) != 0;
    return isShort ? formulas::slotFactorShort(c.in(field::work::micro), c.d.pipeline, v) : sigma;
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
    const auto v = stageChunks(c);
    const bool waits = plain(v) > 1 && c.s.work.micro < plain(c.d.pipeline); // between chunks: those before reduce then
    for (std::size_t a = 0; plain(sigma) != 1 && a < meshAxes; ++a) {
        if (whole && plain(split.once[a]) != 0) {
            axes[a] = waiting[a] = f::sumOfPasses.as(eachNames[a])(t.forward.axis[a], split.each[a]);
            ending[a] = f::slotsAndReductions.as(axisNames[a])(
                sigma, axes[a], waits ? f::lastChunk.as(axisNames[a])(split.once[a], v) : split.once[a]);
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
    auto factor = upperSlots(c, sigma);
    if (zeroBubble) {
        const auto slot = f::upperTime.as("a slot")(c.in.one(), math, t.hbm, axes[0], axes[1], axes[2], zero);
        const auto inputs =
            f::inputShare.as("a slot")(f::inputPart(t.backward.math, f::weightMath(pipeline.omega, t.math)), slot);
        factor = splitSlots(c, f::weightPartOfAdded(pipeline.omega, math, slot), inputs);
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
    const auto gradients = splitsBackward(c) ? std::optional(gradientsOf(c, w, t, net)) : std::nullopt;
    const auto inSlots =
        gradients ? f::sumOfPasses.as("gradients")(gradients->inputs, gradients->weights.combined) : backward;
    const auto pipeline = slotsOf(c, t, gradients, inSlots);
    t.sigma = pipeline.sigma;
    t.bubble = pipeline.bubble;
    t.idle = (t.sigma - c.in.one()) * (whole ? t.forward.combined + inSlots : t.forward.combined);
    using Slots = GradientSlotsOf<typename In::Rep>;
    const auto last = gradients ? gradients->weights : Slots{t.backward.work, split.each, backward};
    t.step = stepOf(c, t, split.once, t.sigma, inSlots, last, gradients ? "gradients of weights" : "backward");
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
