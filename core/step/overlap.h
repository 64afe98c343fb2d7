// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the passes under the overlap conventions, the step (MODEL.md, sections a.2, g.4, g.9).
#pragma once

#include "core/formulas/memory.h"
#include "core/formulas/network.h"
#include "core/formulas/step.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/context.h"

namespace core
{

/// The axes of one pass split into the tensor axes and the others, under a convention.
template <class R> struct CombinedOf {
    SecondsOf<R> comms, combined;
};

template <class In> CombinedOf<typename In::Rep> combine(const NetworkContext<In>& c,
                                                         const SecondsOf<typename In::Rep>& math,
                                                         const std::array<AxisPassOf<typename In::Rep>, meshAxes>& axes,
                                                         std::string_view where)
{
    namespace f = formulas;
    const auto& x = axes[0].time;
    const auto& y = axes[1].time;
    const auto& z = axes[2].time;
    const auto zero = c.in.template constant<dim::second>(0);
    switch (c.s.conv.comms) {
    case Overlap::overlapped: {
        const auto comms = f::commsOverlapped.as(where)(x, y, z);
        return {comms, f::passOverlapped.as(where)(math, comms)};
    }
    case Overlap::added: {
        const auto comms = f::commsAdded.as(where)(x, y, z);
        return {comms, f::passOverlapped.as(where)(math, comms)};
    }
    case Overlap::tensorExposed: {
        std::array<SecondsOf<typename In::Rep>, meshAxes> other{zero, zero, zero}, tensor{zero, zero, zero};
        for (std::size_t a = 0; a < meshAxes; ++a)
            (c.s.mesh.axis[a].role == Role::tensor ? tensor : other)[a] = axes[a].time;
        const auto hidden = f::commsOverlapped.as(where)(other[0], other[1], other[2]);
        const auto exposed = f::commsAdded.as(where)(tensor[0], tensor[1], tensor[2]);
        return {f::sumOfPasses.as(where)(hidden, exposed), f::passTensorExposed.as(where)(math, hidden, exposed)};
    }
    case Overlap::none:
        break;
    }
    const auto comms = f::commsAdded.as(where)(x, y, z);
    return {comms, f::passSerial.as(where)(math, comms)};
}

/// HBM traffic of the forward pass of all microbatches on one chip, as weights and activations.
template <class In>
SecondsOf<typename In::Rep> hbmTime(const NetworkContext<In>& c, double passes, std::string_view where)
{
    namespace f = formulas;
    const auto& in = c.in;
    const auto P = f::shardedParameters(c.facts.L, c.params.layer, c.params.embedding, c.d.pipeline, c.d.tensor);
    const auto m = c.s.work.micro > 1 ? in(field::work::micro) : in.one();
    const auto weights = f::weightTraffic(m, in(field::prec::weights), P);
    auto activations = f::activationTraffic(in(field::prec::act), savedShard(c.s, in, c.facts, c.d), c.tokens.rank,
                                            c.facts.L, c.d.pipeline);
    if (c.s.work.mode == Mode::decode && c.s.model.attention)
        activations = f::cacheBytes(c.facts.B, in(field::work::seq), c.params.kvPerToken, c.d.working);
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
    const auto forward = combine(c, t.forward.math, net.forward, "forward");
    t.forward.comms = forward.comms;
    t.forward.combined = forward.combined;
    const auto backward = combine(c, t.backward.math, net.backward, "backward");
    t.backward.comms = backward.comms;
    t.backward.combined = backward.combined;
}

template <class In> TimesOf<typename In::Rep>
timesOf(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w, const NetworkOf<typename In::Rep>& net)
{
    namespace f = formulas;
    TimesOf<typename In::Rep> t;
    passTimes(c, w, net, t);
    const bool whole = c.facts.training && c.s.work.pass == Pass::step;
    const auto zero = c.in.template constant<dim::second>(0);
    const auto sum = [&](std::string_view where, const auto& forward, const auto& backward) {
        return whole ? f::sumOfPasses.as(where)(forward, backward) : forward;
    };
    t.math = sum("math", t.forward.math, t.backward.math);
    t.hbm = sum("HBM", t.forward.hbm, t.backward.hbm);
    t.comms = sum("communication", t.forward.comms, t.backward.comms);
    for (std::size_t a = 0; a < meshAxes; ++a)
        t.axis[a] = sum(axisNames[a], t.forward.axis[a], t.backward.axis[a]);
    t.dcn = net.dcn;
    auto sigma = c.in.one();
    t.bubble = c.in.none();
    if (plain(c.d.pipeline) > 1) {
        const auto m = c.in(field::work::micro);
        const bool chunks = c.s.pipe.schedule == PipeSchedule::interleaved;
        const auto v = chunks ? c.in(field::parallel::chunks) : c.in.one();
        sigma = f::slotFactor(m, c.d.pipeline, v);
        t.bubble = f::bubbleShare(m, c.d.pipeline, v);
    }
    const bool serial = c.s.conv.comms == Overlap::none;
    const auto dcn = plain(t.dcn) == 0 ? zero : (serial ? t.dcn : f::dcnExposed(t.dcn, t.backward.combined));
    t.step = f::stepTime(sigma, t.forward.combined, whole ? t.backward.combined : zero, dcn);
    t.lower = f::lowerTime(sigma, t.math, t.hbm, t.axis[0], t.axis[1], t.axis[2], t.dcn);
    t.upper = f::upperTime(sigma, t.math, t.hbm, t.axis[0], t.axis[1], t.axis[2], t.dcn);
    return t;
}

template <class In>
TrafficOf<typename In::Rep> trafficOf(const NetworkContext<In>& c, const NetworkOf<typename In::Rep>& net)
{
    TrafficOf<typename In::Rep> out;
    const bool whole = c.facts.training && c.s.work.pass == Pass::step;
    out.allGather = out.reduceScatter = out.allReduce = out.allToAll = out.p2pForward = out.p2pBackward = c.nothing();
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const auto role = c.s.mesh.axis[a].role;
        const auto add = [&](const AxisPassOf<typename In::Rep>& pass, bool backward) {
            out.allGather = out.allGather + pass.payload.gather;
            out.reduceScatter = out.reduceScatter + pass.payload.reduce;
            out.allReduce = out.allReduce + pass.payload.allReduce;
            if (role == Role::expert)
                out.allToAll = out.allToAll + pass.payload.other / c.d.size[a];
            else
                (backward ? out.p2pBackward : out.p2pForward) =
                    (backward ? out.p2pBackward : out.p2pForward) + pass.payload.other;
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
