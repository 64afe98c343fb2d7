// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the formulas of the step on each box: every sum over boxes is a number of the step.
#include "core/layer/layer.h"

#include "core/formulas/network.h"
#include "core/inputs/inputs.h"
#include "core/layer/box_saved.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/step_inputs.h"
#include "core/step/step_times.h"
#include "core/step/weights.h"

#include <optional>

namespace core
{

namespace
{

/// Of weights, or of tokens that one box takes or gives; nothing of those that blocks take and give.
std::optional<LayerPart> partOf(const Model& m, StepArray array)
{
    switch (array) {
    case StepArray::qkv:
        return LayerPart::qkv;
    case StepArray::attentionOut:
        return LayerPart::attentionOut;
    case StepArray::router:
        return LayerPart::router;
    case StepArray::mlpIn:
        return LayerPart::mlpIn;
    case StepArray::mlpOut:
        return LayerPart::mlpOut;
    case StepArray::experts:
        return LayerPart::experts;
    case StepArray::sharedExperts:
        return LayerPart::shared;
    case StepArray::norms: // of a layer, all at once
        return m.attention ? LayerPart::attentionNorm : LayerPart::mlpNorm;
    case StepArray::keysValues:
        return LayerPart::attention;
    case StepArray::dispatched:
        return LayerPart::dispatch;
    case StepArray::combined:
        return LayerPart::combine;
    case StepArray::in:
    case StepArray::out:
    case StepArray::outside:
        break;
    }
    return std::nullopt;
}

LayerPart endOfWeights(std::string_view name) { return name == "W_E" ? LayerPart::embedding : LayerPart::logits; }

/// Where the block of attention, or that of the MLP, begins and ends.
LayerPart firstOfMlp(const Model& m) { return m.E > 0 ? LayerPart::router : LayerPart::mlpIn; }
LayerPart lastOfMlp(const Model& m)
{
    return m.E > 0 ? LayerPart::combine : (m.nmat > 1 ? LayerPart::mlpOut : LayerPart::mlpIn);
}

template <class In> class LayerBuilder
{
public:
    using R = typename In::Rep;
    using Numbers = LayerNumbersOf<R>;

    LayerBuilder(const Scenario& s, const In& inputs) : m_s(s), m_step(s, inputs), m_in(m_step.in)
    {
        addSaved(s, m_in, m_step.facts);
        m_memory = memoryOf(s, m_in, m_step.params, m_step.facts, m_step.d, m_step.tokens);
        m_stage = m_memory.stage;
        m_layer.layers = m_step.facts.L;
        m_layer.layersHere = plain(m_step.d.pipeline) > 1 ? m_step.facts.L / m_step.d.pipeline : m_step.facts.L;
        if (m_step.fit.fits)
            m_layer.design = listCollectives(s, inputs);
        for (std::size_t at = 0; at < m_layer.design.all.size(); ++at)
            place(at);
    }

    LayerOf<R> build()
    {
        for (const auto part : partsOf(m_s.model))
            m_layer.boxes.push_back({part, boxOf(part)});
        m_layer.total = nothing();
        for (const auto& box : m_layer.boxes)
            add(m_layer.total, box.numbers);
        m_layer.outside = outside();
        for (const auto part : endsOf(m_s.model))
            m_layer.ends.push_back({part, endOf(part)});
        return std::move(m_layer);
    }

private:
    void place(std::size_t at)
    {
        const auto& one = m_layer.design.all[at];
        if (!one.inLayer && one.weights && m_s.model.V > 0 && one.axis != slicesAxis)
            m_layer.endCollectives.push_back({at, endOfWeights(one.array), one.calls.each});
        if (!one.inLayer)
            return;
        if (const auto part = partOf(m_s.model, one.of))
            return m_layer.collectives.push_back({at, *part, one.weights ? one.calls.each : 1});
        const bool in = one.of == StepArray::in; // of both blocks
        if (m_s.model.attention)
            m_layer.collectives.push_back({at, in ? LayerPart::qkv : LayerPart::attentionOut, 1});
        m_layer.collectives.push_back({at, in ? firstOfMlp(m_s.model) : lastOfMlp(m_s.model), 1});
    }

    Numbers nothing() const
    {
        const auto flops = m_in.template constant<dim::flop>(0);
        const auto time = m_in.template constant<dim::second>(0);
        const auto bytes = m_in.template constant<dim::byte>(0);
        return {m_in.none(), flops, flops, flops, flops, time, time, bytes, bytes, bytes, bytes, bytes, bytes};
    }

    static void add(Numbers& sum, const Numbers& one)
    {
        sum.parameters = sum.parameters + one.parameters;
        sum.forward = sum.forward + one.forward;
        sum.backward = sum.backward + one.backward;
        sum.recompute = sum.recompute + one.recompute;
        sum.chip = sum.chip + one.chip;
        sum.math = sum.math + one.math;
        sum.comms = sum.comms + one.comms;
        sum.payload = sum.payload + one.payload;
        sum.weights = sum.weights + one.weights;
        sum.saved = sum.saved + one.saved;
        sum.transient = sum.transient + one.transient;
        sum.cache = sum.cache + one.cache;
        sum.logits = sum.logits + one.logits;
    }

    /// Of the matrices of a box: parameters with all experts, and what one chip holds of them before its tensor shard.
    struct Held {
        CountOf<R> all, here;
    };

    Held held(LayerPart part) const
    {
        Held sum{m_in.none(), m_in.none()};
        if (part == LayerPart::attentionNorm || part == LayerPart::mlpNorm) {
            const double before = m_s.model.attention ? std::ceil(m_s.model.norms / 2) : 0;
            const double vectors = part == LayerPart::mlpNorm ? m_s.model.norms - before : before;
            if (vectors > 0)
                sum.all = sum.here =
                    formulas::normParameters.as(idOf(part))(m_in(fact::blockNorms, vectors), m_step.facts.D);
            return sum;
        }
        const WeightList<In> weights(m_step.context);
        for (const auto& w : weights.all()) {
            if (w.of == StepArray::norms || partOf(m_s.model, w.of) != part)
                continue;
            const auto parameters = w.each == 1 ? w.parameters : w.parameters * m_in(fact::sameArrays, w.each);
            sum.here = sum.here + parameters;
            sum.all = sum.all + (w.routed() && plain(m_step.d.expert) > 1 ? parameters * m_step.d.expert : parameters);
        }
        return sum;
    }

    /// Of them, those that a token is multiplied with.
    CountOf<R> multiplying(LayerPart part, const CountOf<R>& all) const
    {
        if (part == LayerPart::attentionNorm || part == LayerPart::mlpNorm)
            return m_in.none();
        if (part == LayerPart::experts)
            return formulas::expertParameters.as("active")(m_in(field::model::k), m_in(field::model::nmat),
                                                           m_step.facts.D, m_in(field::model::F));
        return all;
    }

    FlopsOf<R> scores() const
    {
        const auto S = m_in(field::work::seq);
        return formulas::attentionFlops.as("a layer")(m_step.facts.B, S, m_in(field::model::N), m_in(field::model::H),
                                                      masksScores(m_s) ? formulas::causalShare(S) : m_in.one(),
                                                      m_in.one());
    }

    FlopsOf<R> recomputed(LayerPart part, const CountOf<R>& P, const FlopsOf<R>& attention) const
    {
        namespace f = formulas;
        const auto remat = effectiveRemat(m_s);
        if (m_step.facts.training && (remat == Remat::block || remat == Remat::boundary))
            return f::recomputeLayers.as(idOf(part))(m_in.one(), P, m_step.facts.B, attention);
        if (m_step.facts.training && remat == Remat::matmuls && part == LayerPart::attention)
            return f::recomputeAttention.as(idOf(part))(attention);
        const bool block = part == LayerPart::qkv || part == LayerPart::attention || part == LayerPart::attentionOut;
        if (m_step.facts.training && remat == Remat::ffn && block)
            return f::recomputeAttentionBlock.as(idOf(part))(P, m_step.facts.B, attention);
        return m_in.template constant<dim::flop>(0);
    }

    /// Forward and backward pass, `n` chips share them.
    void addWork(Numbers& out, std::string_view where, const FlopsOf<R>& forward, const CountOf<R>& n) const
    {
        namespace f = formulas;
        out.forward = forward;
        if (m_step.facts.training)
            out.backward = f::backwardFlops.as(where)(forward);
        const bool whole = m_step.facts.training && m_s.work.pass == Pass::step;
        const auto all = whole ? f::stepFlops.as(where)(forward, out.backward) : forward;
        out.chip = f::chipFlops.as(where)(all, whole ? out.recompute : m_in.template constant<dim::flop>(0), n);
        out.math = f::passMath.as(where)(out.chip, m_in.one(), peakRate(m_s, m_in));
    }

    Numbers boxOf(LayerPart part) const
    {
        namespace f = formulas;
        auto out = nothing();
        const auto where = idOf(part);
        const auto& d = m_step.d;
        const auto [all, here] = held(part);
        out.parameters = all;
        const auto P = multiplying(part, all);
        const bool isAttention = part == LayerPart::attention;
        const auto attention = isAttention ? scores() : m_in.template constant<dim::flop>(0);
        if (isAttention || plain(P) > 0) {
            out.recompute = recomputed(part, P, attention);
            addWork(out, where, isAttention ? attention : f::forwardFlops.as(where)(P, m_step.facts.B, attention),
                    sharing());
        }
        if (plain(here) > 0)
            out.weights = f::weightBytes.as(where)(
                m_in(field::prec::weights),
                f::stageParameters.as(where)(m_in.one(), m_in.one(), here, m_in.none(), d.tensor), d.fsdp);
        if (m_step.facts.training)
            addActivations(out, part);
        if (isAttention)
            addCache(out);
        for (const auto& one : m_layer.collectives)
            if (one.part == part)
                addCollective(out, m_layer.design.all[one.at], one.each);
        return out;
    }

    /// Chips that share a layer's work.
    CountOf<R> sharing() const
    {
        return plain(m_step.d.pipeline) > 1 ? m_step.d.working / m_step.d.pipeline : m_step.d.working;
    }

    void addActivations(Numbers& out, LayerPart part) const
    {
        namespace f = formulas;
        const auto where = idOf(part);
        const auto& d = m_step.d;
        const auto act = m_in(field::prec::act);
        const bool first = partsOf(m_s.model).front() == part;
        const auto policy = effectiveRemat(m_s);
        if (const auto saved = boxSaved(m_s, m_in, m_step.facts, {part, policy, first}); anything(saved))
            out.saved = f::activationBytes.as(where)(act, savedShard(m_s, m_in, saved, d, where), m_step.tokens.micro,
                                                     m_in.one(), m_in.one(), inflightOf(m_s, m_in, d, m_stage),
                                                     keptShare(m_s, m_in, d));
        if (policy != Remat::block && policy != Remat::boundary)
            return;
        const auto again = m_s.model.attention ? Remat::none : Remat::ffn;
        if (const auto saved = boxSaved(m_s, m_in, m_step.facts, {part, again, first}); anything(saved))
            out.transient =
                f::transientBytes.as(where)(act, savedShard(m_s, m_in, saved, d, where), m_step.tokens.micro);
    }

    static bool anything(const SavedOf<R>& saved) { return plain(saved.residual) + plain(saved.inner) > 0; }

    void addCache(Numbers& out) const
    {
        namespace f = formulas;
        if (m_s.work.mode == Mode::training)
            return;
        const auto length = m_s.work.mode == Mode::decode ? m_in(field::work::seq) : m_in.one();
        const auto each = f::cachePerToken.as("a layer")(m_in.one(), m_in(field::model::K), m_in(field::model::H),
                                                         m_in(field::prec::kv));
        out.cache = f::cacheBytes.as("a layer")(m_step.facts.B, length, each, sharing());
    }

    void addCollective(Numbers& out, const DesignCollectiveOf<R>& one, double each) const
    {
        namespace f = formulas;
        const auto n = each == 1 ? m_in.one() : m_in(fact::callsEach, each);
        const auto m = one.calls.microbatches == 1 ? m_in.one() : m_in(field::work::micro);
        const auto where = m_in.lasting(one.name);
        out.comms = out.comms + f::allCallsTime.as(where)(n, m_in.one(), m_in.one(), m, one.seconds);
        out.payload = out.payload + one.rankBytes * f::callCount.as(where)(n, m_in.one(), m_in.one(), m);
    }

    Numbers outside() const
    {
        namespace f = formulas;
        auto out = nothing();
        const auto& [fit, in, facts, d, params, tokens, context] = m_step;
        out.parameters = params.outside;
        out.logits = m_memory.logits;
        if (m_s.model.V > 0)
            addLogits(out);
        const auto stage = stageOutside(MemoryContext<In>{m_s, in, params, facts, d, tokens, m_stage});
        if (plain(stage) > 0)
            out.weights = f::weightBytes.as("outside")(
                in(field::prec::weights),
                f::stageParameters.as("outside")(in.none(), in.one(), in.none(), stage, d.tensor), d.fsdp);
        for (const auto& one : m_layer.design.all)
            if (!one.inLayer)
                addCollective(out, one, one.calls.each);
        return out;
    }

    void addLogits(Numbers& out) const
    {
        namespace f = formulas;
        const auto& facts = m_step.facts;
        const auto P = f::multiplyingParameters.as("logits")(m_in.none(), m_in.none(), m_in(field::model::V), facts.D);
        addWork(out, "logits", f::forwardFlops.as("logits")(P, facts.B, m_in.template constant<dim::flop>(0)),
                m_step.d.working);
    }

    /// What lies before the layers or after them; tied, the logits multiply by the embedding, which a last stage has
    /// once more.
    Numbers endOf(LayerPart part) const
    {
        namespace f = formulas;
        auto out = nothing();
        const auto where = idOf(part);
        const auto& p = m_step.params;
        const auto table = f::embeddingParameters.as(where)(m_in.one(), m_in(field::model::V), m_step.facts.D);
        const bool last = part == LayerPart::logits;
        const auto norm = last && m_s.model.norms > 0 ? p.finalNorm : m_in.none();
        out.parameters = (last && m_s.model.tied ? m_in.none() : table) + norm;
        if (last) {
            out.logits = m_memory.logits;
            addLogits(out);
        }
        const bool here = m_stage == Stage::only || m_stage == (last ? Stage::last : Stage::first);
        const auto held = m_stage == Stage::only ? out.parameters : table + norm;
        if (here && plain(held) > 0)
            out.weights = f::weightBytes.as(where)(
                m_in(field::prec::weights),
                f::stageParameters.as(where)(m_in.none(), m_in.one(), m_in.none(), held, m_step.d.tensor),
                m_step.d.fsdp);
        for (const auto& one : m_layer.endCollectives)
            if (one.part == part)
                addCollective(out, m_layer.design.all[one.at], one.each);
        return out;
    }

    const Scenario& m_s;
    StepInputs<In> m_step;
    const Reader<In>& m_in;
    MemoryOf<R> m_memory;
    Stage m_stage = Stage::only;
    LayerOf<R> m_layer;
};

} // namespace

template <class In> LayerOf<typename In::Rep> layerOf(const Scenario& s, const In& inputs)
{
    return LayerBuilder<In>(s, inputs).build();
}

template LayerOf<double> layerOf(const Scenario&, const Plain&);
template LayerOf<Traced> layerOf(const Scenario&, const Recording&);

LayerOf<double> layerOf(const Scenario& s) { return layerOf(s, Plain{}); }

} // namespace core
