// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters, operations and saved elements of the model (MODEL.md, section f).
#pragma once

#include "core/formulas/transformer.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/context.h"

namespace core
{

template <class In> ParametersOf<typename In::Rep> parametersOf(const Scenario& s, const Reader<In>& in,
                                                                WorkloadFactsOf<typename In::Rep>& facts)
{
    namespace f = formulas;
    const auto& m = s.model;
    const auto D = in(field::model::D);
    const auto F = in(field::model::F);
    const auto L = in(field::model::L);
    const auto nmat = in(field::model::nmat);
    const auto V = m.V > 0 ? in(field::model::V) : in.none();
    ParametersOf<typename In::Rep> p;
    auto mlp = f::mlpParameters(nmat, D, F);
    auto mlpActive = mlp;
    auto attention = in.none();
    facts.experts = in.none();
    facts.hidden = F;
    if (m.E > 0) {
        const auto E = in(field::model::E);
        const auto k = in(field::model::k);
        const auto Es = m.Es > 0 ? in(field::model::Es) : in.none();
        const auto shared = f::sharedParameters(Es, nmat, D, F, E);
        facts.experts = f::expertParameters.as("all")(E, nmat, D, F);
        mlp = f::moeParameters.as("all")(facts.experts, shared);
        mlpActive = f::moeParameters.as("active")(f::expertParameters.as("active")(k, nmat, D, F), shared);
        facts.hidden = f::hiddenWidth(k, Es, F);
    }
    if (m.attention)
        attention = f::attentionParameters(D, in(field::model::H), in(field::model::N), in(field::model::K));
    const auto norms = m.norms > 0 ? in(field::model::norms) : in.none();
    const auto norm = m.norms > 0 ? f::normParameters(norms, D) : in.none();
    const auto finalNorm = m.norms > 0 ? f::normParameters.as("final")(in.one(), D) : in.none();
    const auto copies = in(fact::embeddings, m.tied ? 1 : 2);
    p.layer = f::layerParameters(attention, mlp, norm);
    p.layerActive = m.E > 0 ? f::layerParameters.as("active")(attention, mlpActive, in.none())
                            : (m.norms > 0 ? f::layerParameters.as("active")(attention, mlp, in.none()) : p.layer);
    p.embedding = m.V > 0 ? f::embeddingParameters(copies, V, D) : in.none();
    p.finalNorm = finalNorm;
    p.outside = m.norms > 0 ? f::outsideParameters(p.embedding, finalNorm) : p.embedding;
    p.total = f::totalParameters(L, p.layer, p.embedding, finalNorm);
    const auto activeLayer =
        m.norms > 0 ? f::layerParameters.as("active, norms")(attention, mlpActive, norm) : p.layerActive;
    p.active = m.E > 0 ? f::totalParameters.as("active")(L, activeLayer, p.embedding, finalNorm) : p.total;
    p.attention = m.attention ? f::allLayers.as("attention")(L, attention) : in.none();
    p.mlp = f::allLayers.as("MLP")(L, mlp);
    p.multiplying = f::multiplyingParameters(L, p.layerActive, V, D);
    p.kvPerToken = m.attention ? f::cachePerToken(L, in(field::model::K), in(field::model::H), in(field::prec::kv))
                               : in.template constant<dim::byte>(0);
    facts.L = L;
    facts.D = D;
    facts.attention = m.attention;
    facts.moe = m.E > 0;
    return p;
}

/// The policy in force: without a backward pass `none`, and without attention that saves the layer input and the hidden
/// activations (CS336).
constexpr Remat effectiveRemat(const Scenario& s)
{
    const auto asked = s.work.mode == Mode::training ? s.work.remat : Remat::none;
    const bool mlpOnly = !s.model.attention && (asked == Remat::none || asked == Remat::matmuls);
    return mlpOnly ? Remat::ffn : asked;
}

/// `where` tells the elements of several policies apart in a derivation.
template <class In> SavedOf<typename In::Rep> savedOf(const Scenario& s, const Reader<In>& in,
                                                      const WorkloadFactsOf<typename In::Rep>& facts, Remat policy,
                                                      std::string_view where)
{
    namespace f = formulas;
    const auto& m = s.model;
    const auto nmat = in(field::model::nmat);
    const auto width = f::residualWidth.as(where);
    const auto heads = [&](const auto& inner, const auto& n) {
        return inner.as(where)(in(field::model::N), in(field::model::K), in(field::model::H), n, facts.hidden);
    };
    const auto keys = [&] { return f::keyValueWidth(in(field::model::K), in(field::model::H)); };
    switch (policy) {
    case Remat::none: {
        const auto n = in(fact::hiddenSaved, m.nmat >= 3 ? 3 : (m.nmat >= 2 ? 2 : 1));
        return {width(in(fact::widthSaved, 4), facts.D), heads(f::innerWidthAll, n), keys()};
    }
    case Remat::matmuls:
        return {width(in(fact::matmulsSaved, 2), facts.D), heads(f::innerWidthMatmuls, nmat), keys()};
    case Remat::block:
        return {width(in.one(), facts.D), in.none(), in.none()};
    case Remat::boundary:
        return {width(in(field::work::rematK), facts.D), in.none(), in.none()};
    case Remat::ffn:
        break;
    }
    return {width(in.one(), facts.D), f::innerWidthMlp.as(where)(nmat, facts.hidden), in.none()};
}

/// Fills the elements that are saved, and those of the layer that is being recomputed: policy none, of one layer.
template <class In> void addSaved(const Scenario& s, const Reader<In>& in, WorkloadFactsOf<typename In::Rep>& facts)
{
    const auto policy = effectiveRemat(s);
    facts.saved = savedOf(s, in, facts, policy, {});
    facts.recomputed = {in.none(), in.none(), in.none()};
    if (policy == Remat::block || policy == Remat::boundary)
        facts.recomputed = savedOf(s, in, facts, s.model.attention ? Remat::none : Remat::ffn, recomputedLayer);
}

/// One chip's share of the operations of work.pass, and the operations themselves. `queries` is the tokens per pass,
/// `keys` the length they attend to.
template <class In> WorkloadOf<typename In::Rep> workloadOf(const Scenario& s, const Reader<In>& in,
                                                            const ParametersOf<typename In::Rep>& p,
                                                            const WorkloadFactsOf<typename In::Rep>& facts,
                                                            const DegreesOf<typename In::Rep>& d)
{
    namespace f = formulas;
    const auto& m = s.model;
    WorkloadOf<typename In::Rep> w;
    auto attention = in.template constant<dim::flop>(0);
    if (m.attention) {
        const auto S = in(field::work::seq);
        const auto share = masksScores(s) ? f::causalShare(S) : in.one();
        attention = f::attentionFlops(facts.B, S, in(field::model::N), in(field::model::H), share, facts.L);
    }
    const bool whole = facts.training && s.work.pass == Pass::step;
    w.forward = f::forwardFlops(p.multiplying, facts.B, attention);
    w.backward = facts.training ? f::backwardFlops(w.forward) : in.template constant<dim::flop>(0);
    w.step = facts.training ? f::stepFlops(w.forward, w.backward) : w.forward;
    w.attention = whole ? f::attentionOfPass(attention, in(fact::passes, 3)) : attention;
    w.recompute = in.template constant<dim::flop>(0);
    const auto remat = effectiveRemat(s);
    if (facts.training && (remat == Remat::block || remat == Remat::boundary))
        w.recompute = f::recomputeLayers(facts.L, p.layerActive, facts.B, attention);
    else if (facts.training && remat == Remat::matmuls)
        w.recompute = f::recomputeAttention(attention);
    else if (facts.training && m.attention && remat == Remat::ffn)
        w.recompute = f::recomputeAttentionBlock(p.attention, facts.B, attention);
    const auto none = in.template constant<dim::flop>(0);
    w.chip = f::chipFlops(whole ? w.step : w.forward, whole ? w.recompute : none, d.working);
    return w;
}

} // namespace core
