// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes on one chip and chips that hold the model (MODEL.md, section g.2).
#pragma once

#include "core/formulas/memory.h"
#include "core/formulas/step.h"
#include "core/formulas/transformer.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/degrees.h"

#include <algorithm>
#include <limits>

namespace core
{

/// Adam 2, momentum 1, SGD 0.
constexpr double optimizerStates(Optimizer o) { return o == Optimizer::adam ? 2 : (o == Optimizer::momentum ? 1 : 0); }

template <class In> TokensOf<typename In::Rep> tokensOf(const Scenario& s, const Reader<In>& in,
                                                        const WorkloadFactsOf<typename In::Rep>& facts,
                                                        const DegreesOf<typename In::Rep>& d)
{
    const auto m = s.work.micro > 1 ? in(field::work::micro) : in.one();
    const auto rank = formulas::tokensPerRank(facts.B, d.ranks);
    return {rank, s.work.micro > 1 ? formulas::microTokens(rank, m) : rank};
}

template <class In> CountOf<typename In::Rep> inflightOf(const Scenario& s, const Reader<In>& in,
                                                         const DegreesOf<typename In::Rep>& d, Stage stage)
{
    namespace f = formulas;
    if (stage == Stage::only)
        return in.one();
    const auto m = in(field::work::micro);
    if (s.pipe.schedule == PipeSchedule::gpipe)
        return m;
    if (s.pipe.schedule == PipeSchedule::interleaved && s.pipe.chunks > 1) {
        const auto v = in(field::parallel::chunks);
        return stage == Stage::first ? f::inflightInterleaved(m, d.pipeline, v)
                                     : f::inflightInterleavedLast(m, d.pipeline, v);
    }
    return stage == Stage::first ? f::inflightOneForward(m, d.pipeline) : in.one();
}

template <class In> CountOf<typename In::Rep> savedShard(const Scenario& s, const Reader<In>& in,
                                                         const SavedOf<typename In::Rep>& saved,
                                                         const DegreesOf<typename In::Rep>& d, std::string_view where)
{
    namespace f = formulas;
    const auto split = s.tensorSequence ? d.tensor : in.one();
    if (plain(saved.keys) > 0 && plain(d.tensor) > s.model.K)
        return f::savedElementsCopied.as(where)(saved.residual, split, saved.inner, saved.keys, d.tensor,
                                                in(field::model::K));
    return f::savedElementsShard.as(where)(saved.residual, split, saved.inner, d.tensor);
}

/// Capacity of a chip under conv.capacity, before the reserve.
template <class Bytes> Bytes capacityOf(const Scenario& s, const Bytes& nominal, const Bytes& physical)
{
    if (s.conv.capacity == CapacityRule::physical && plain(physical) > 0)
        return physical;
    return s.conv.capacity == CapacityRule::nominalGib ? formulas::gibCapacity(nominal) : nominal;
}

/// Share of its saved activations that a chip keeps. They are split over fsdp axes alone: context axes, over which the
/// weights are sharded too, split the tokens already.
template <class In>
CountOf<typename In::Rep> keptShare(const Scenario& s, const Reader<In>& in, const DegreesOf<typename In::Rep>& d)
{
    auto ranks = in.one();
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (s.mesh.axis[a].role == Role::fsdp)
            ranks = ranks * d.size[a];
    const bool further = s.actSharded > 0 && plain(ranks) > 1;
    return further ? formulas::shardedShare(in(field::parallel::actSharded), ranks) : in.one();
}

/// What one body of memory reads; bundled so that functions keep few parameters.
template <class In> struct MemoryContext {
    using R = typename In::Rep;
    const Scenario& s;
    const Reader<In>& in;
    const ParametersOf<R>& p;
    const WorkloadFactsOf<R>& facts;
    const DegreesOf<R>& d;
    const TokensOf<R>& tokens;
    Stage stage = Stage::only;
};

/// Parameters outside the layers that a stage holds: the first one the embedding, the last one the logits' matrix.
template <class In> CountOf<typename In::Rep> stageOutside(const MemoryContext<In>& c)
{
    namespace f = formulas;
    const auto& [s, in, p, facts, d, tokens, stage] = c;
    if (stage == Stage::only)
        return p.outside;
    const auto where = stage == Stage::first ? "first stage" : "last stage";
    const auto outside =
        s.model.V > 0 ? f::embeddingParameters.as(where)(in.one(), in(field::model::V), facts.D) : in.none();
    return stage == Stage::last && s.model.norms > 0 ? f::outsideParameters.as(where)(outside, p.finalNorm) : outside;
}

template <class In> void stateMemory(const MemoryContext<In>& c, MemoryOf<typename In::Rep>& m)
{
    namespace f = formulas;
    const auto& [s, in, p, facts, d, tokens, stage] = c;
    const auto nothing = in.template constant<dim::byte>(0);
    const auto layer = heldLayer(p, facts, d);
    const auto outside = stageOutside(c);
    const auto P = f::stageParameters(facts.L, d.pipeline, layer, outside, d.tensor);
    m.weights = f::weightBytes(in(field::prec::weights), P, d.fsdp);
    m.master = m.gradients = m.optimizer = m.gathered = m.gradientBuffer = m.update = nothing;
    if (plain(d.fsdp) > 1)
        m.gathered = f::gatheredBytes(in(field::prec::comm), layer, d.tensor);
    if (!facts.training)
        return;
    if (s.prec.master != Dtype::none)
        m.master = f::masterBytes(in(field::prec::master), P, d.optimizer);
    m.gradients = f::gradientBytes(in(field::prec::grad), P, d.gradients);
    if (s.optimizer != Optimizer::sgd)
        m.optimizer = f::optimizerBytes(in(fact::optimizerStates, optimizerStates(s.optimizer)), in(field::prec::opt),
                                        P, d.optimizer);
    m.update = f::updateBytes(m.master, m.optimizer, in(field::prec::grad), in(field::prec::weights), P, d.optimizer);
    if (plain(d.gradients) > 1)
        m.gradientBuffer = f::gradientBufferBytes(in(field::prec::gradcomm), layer, d.tensor);
}

/// Ranks that share a sequence.
template <class R> CountOf<R> contextDegree(const Scenario& s, const DegreesOf<R>& d, CountOf<R> ranks)
{
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (isContext(s.mesh.axis[a]))
            ranks = ranks * d.size[a];
    return ranks;
}

template <class In> void runningMemory(const MemoryContext<In>& c, MemoryOf<typename In::Rep>& m)
{
    namespace f = formulas;
    const auto& [s, in, p, facts, d, tokens, stage] = c;
    m.activations = m.transient = m.logits = m.kv = in.template constant<dim::byte>(0);
    if (facts.training) {
        const auto act = in(field::prec::act);
        m.activations = f::activationBytes(act, savedShard(s, in, facts.saved, d, {}), tokens.micro, facts.L,
                                           d.pipeline, inflightOf(s, in, d, stage), keptShare(s, in, d));
        if (plain(facts.recomputed.residual) > 0)
            m.transient = f::transientBytes(act, savedShard(s, in, facts.recomputed, d, recomputedLayer), tokens.micro);
        if (s.model.V > 0 && stage != Stage::first)
            m.logits = f::logitBytes(tokens.micro, in(field::model::V), d.tensor, in(field::prec::lossPieces));
    }
    if (s.work.mode == Mode::decode && s.model.attention)
        m.kv = f::cacheBytes(facts.B, in(field::work::seq), p.kvPerToken, d.working);
    if (s.work.mode != Mode::prefill)
        return;
    if (s.model.attention) // of all tokens
        m.kv = f::cacheBytes(facts.B, in.one(), p.kvPerToken, d.working);
    if (s.model.V > 0 && stage != Stage::first) {
        const auto last = f::lastTokens(tokens.micro, contextDegree(s, d, in.one()), in(field::work::seq));
        m.logits = f::logitBytes(last, in(field::model::V), d.tensor, in.one());
    }
}

/// Of one stage, without what concerns the whole model.
template <class In> MemoryOf<typename In::Rep> stageMemory(const MemoryContext<In>& c)
{
    MemoryOf<typename In::Rep> m;
    stateMemory(c, m);
    runningMemory(c, m);
    m.total = formulas::chipBytes(m.weights, m.master, m.gradients, m.optimizer, m.activations, m.transient, m.gathered,
                                  m.gradientBuffer, m.logits, m.kv);
    m.otherStage = m.total;
    m.stage = c.stage;
    return m;
}

/// Stages between the first and the last hold less than the first: no embedding, fewer microbatches.
template <class In> MemoryOf<typename In::Rep> fullestStage(MemoryContext<In> c)
{
    if (plain(c.d.pipeline) <= 1)
        return stageMemory(c);
    c.stage = Stage::first;
    auto first = stageMemory(c);
    c.stage = Stage::last;
    auto last = stageMemory(c);
    const bool end = plain(last.total) > plain(first.total);
    (end ? last : first).otherStage = (end ? first : last).total;
    return end ? last : first;
}

template <class In>
MemoryOf<typename In::Rep> memoryOf(const Scenario& s, const Reader<In>& in, const ParametersOf<typename In::Rep>& p,
                                    const WorkloadFactsOf<typename In::Rep>& facts,
                                    const DegreesOf<typename In::Rep>& d, const TokensOf<typename In::Rep>& tokens)
{
    namespace f = formulas;
    auto m = fullestStage(MemoryContext<In>{s, in, p, facts, d, tokens});
    m.capacity = capacityOf(s, in(field::hw::hbmBytes), in(field::hw::hbmBytesPhysical));
    if (s.reserve > 0)
        m.capacity = f::usableCapacity(m.capacity, in(field::prec::reserve));
    m.fits = plain(m.total) <= plain(m.capacity);
    const auto nothing = in.template constant<dim::byte>(0);
    const bool t = facts.training;
    const auto element = [&](const auto& format) { return t && format.of(s) != Dtype::none ? in(format) : nothing; };
    const bool states = t && s.optimizer != Optimizer::sgd;
    m.state = f::stateBytes(p.total, in(field::prec::weights), element(field::prec::master), element(field::prec::grad),
                            states ? in(fact::optimizerStates, optimizerStates(s.optimizer)) : in.none(),
                            states ? in(field::prec::opt) : nothing);
    const auto elements = f::savedElements(facts.saved.residual, facts.saved.inner);
    m.actPerToken = t ? f::savedPerToken(in(field::prec::act), elements, facts.L) : nothing;
    m.actGlobal = t ? f::savedGlobal(m.actPerToken, facts.B) : nothing;
    const bool cached = !t && s.model.attention;
    const auto length = s.work.mode == Mode::decode ? in(field::work::seq) : in.one(); // prefill counts tokens
    m.cacheGlobal = cached ? f::cacheBytes.as("whole batch")(facts.B, length, p.kvPerToken, in.one()) : nothing;
    return m;
}

/// Chips of every preset that hold the model; the scenario's own capacity where it is the chip in use.
template <class In> FleetOf<typename In::Rep> fleetOf(const Scenario& s, const Reader<In>& in,
                                                      const TokensOf<typename In::Rep>& tokens,
                                                      const MemoryOf<typename In::Rep>& m)
{
    namespace f = formulas;
    FleetOf<typename In::Rep> fleet;
    const std::size_t count = s.presets ? std::min<std::size_t>(s.presets->fleet.size(), maxFleet) : 0;
    for (std::size_t i = count; i < maxFleet; ++i)
        fleet.chip[i].state = fleet.chip[i].exactState = fleet.chip[i].all = fleet.chip[i].exactAll =
            in.template constant<dim::count>(std::numeric_limits<double>::quiet_NaN());
    std::size_t mine = 0; // the chip in use, if it is a preset
    while (mine < count && s.presets->chips[mine].id != s.hw.chip)
        ++mine;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& chip = s.presets->fleet[i];
        const auto M = i == mine ? capacityOf(s, in(field::hw::hbmBytes), in(field::hw::hbmBytesPhysical))
                                 : capacityOf(s, in(chip.nominal), in(chip.physical));
        auto& out = fleet.chip[i];
        out.exactState = f::chipsForState(m.state, M);
        out.exactAll = f::chipsForAll(m.state, m.actGlobal, m.cacheGlobal, M);
        out.state = f::wholeChips.as("state")(out.exactState);
        out.all = f::wholeChips.as("all")(out.exactAll);
    }
    const auto A = f::savedPerRank(m.actPerToken, tokens.rank);
    const auto share = s.actSharded > 0 ? in(field::parallel::actSharded) : in.none();
    const bool never = plain(A) * (1 - s.actSharded) >= plain(m.capacity);
    fleet.minShards = never ? in.template constant<dim::count>(std::numeric_limits<double>::infinity())
                            : f::minShards(m.state, share, A, m.capacity);
    return fleet;
}

} // namespace core
