// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of prefill and decode (MODEL.md, section h) and utilisation, days and cost of training (g.12, b.5).
#pragma once

#include "core/formulas/serving.h"
#include "core/formulas/step.h"
#include "core/formulas/transformer.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/step_times.h"

namespace core
{

template <class In> ServingOf<typename In::Rep>
servingOf(const NetworkContext<In>& c, const MemoryOf<typename In::Rep>& m, const TimesOf<typename In::Rep>& t)
{
    namespace f = formulas;
    using R = typename In::Rep;
    ServingOf<R> r;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto& in = c.in;
    r.step = r.latency = r.prefill = in.template constant<dim::second>(nan);
    r.throughput = in.template constant<dim::perSecond>(nan);
    r.batchCritical = r.batchMax = in.template constant<dim::count>(nan);
    const auto C = peakRate(c.s, in);
    const auto n = c.d.working;
    const auto Whbm = in(field::hw::hbmRate);
    const auto s = in(field::prec::weights);
    const auto seq = in(field::work::seq);
    if (c.s.work.mode == Mode::prefill) {
        auto attention = in.template constant<dim::flop>(0);
        if (c.facts.attention) {
            const auto share = c.s.model.causal ? f::causalShare.as("prompt")(seq) : in.one();
            attention =
                f::attentionFlops.as("prompt")(seq, seq, in(field::model::N), in(field::model::H), share, c.facts.L);
        }
        r.prefill = f::prefillTime(c.params.multiplying, seq, attention, n, C, in(field::work::mfu));
    }
    if (c.s.work.mode != Mode::decode)
        return r;
    const auto cache = f::servedCache(seq, c.params.kvPerToken);
    const auto work = c.s.conv.hbm ? t.forward.work : decodeWork(c, t.forward.math, "decode");
    const auto zero = in.template constant<dim::second>(0);
    // As the step has it, without the network.
    r.step = plain(t.sigma) == 1 ? work : f::stepTime.as("without network")(t.sigma, work, zero, zero);
    r.latency = f::tokenLatency(r.step);
    r.throughput = f::decodeThroughput(c.facts.B, r.step);
    r.batchCritical = f::decodeCritical(C, Whbm, s, c.params.total, c.params.active);
    if (plain(cache) > 0)
        r.batchMax = f::decodeBatchMax(n, m.capacity, m.weights, m.gathered, cache, in.none());
    return r;
}

template <class In> TrainingOf<typename In::Rep>
trainingOf(const NetworkContext<In>& c, const WorkloadOf<typename In::Rep>& w, const TimesOf<typename In::Rep>& t)
{
    namespace f = formulas;
    TrainingOf<typename In::Rep> r;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto& in = c.in;
    const auto C = peakRate(c.s, in);
    const bool whole = c.facts.training && c.s.work.pass == Pass::step;
    r.mfu = f::utilisation(whole ? w.step : w.forward, c.d.chips, C, t.step);
    r.days = in.template constant<dim::count>(nan);
    r.cost = in.template constant<dim::dollar>(nan);
    if (!c.facts.training)
        return r;
    r.days =
        f::trainingDays(f::trainingTime(c.params.active, in(field::work::tokens), c.d.chips, C, in(field::work::mfu)));
    if (c.s.hw.price.si() > 0)
        r.cost = f::trainingCost(r.days, c.d.chips, in(field::hw::price));
    return r;
}

} // namespace core
