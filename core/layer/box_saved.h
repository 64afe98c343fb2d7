// SPDX-License-Identifier: GPL-3.0-or-later
// Which saved activations of a layer each box needs in the backward pass (MODEL.md, section f.6).
#pragma once

#include "core/formulas/transformer.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/layer/layer.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_work.h"
#include "core/step/context.h"

namespace core
{

/// `first`: the layer begins with this box, whose input is the layer's.
struct SavedQuestion {
    LayerPart part = LayerPart::mlpIn;
    Remat policy = Remat::none;
    bool first = false;
};

/// How many arrays of width D.
template <class In>
CountOf<typename In::Rep> residualSaved(const Scenario& s, const Reader<In>& in, const SavedQuestion& q)
{
    if (q.policy == Remat::boundary)
        return q.first ? in(field::work::rematK) : in.none();
    const bool norm = q.part == LayerPart::attentionNorm || q.part == LayerPart::mlpNorm;
    const bool fromNorm = q.part == LayerPart::qkv || q.part == (s.model.E > 0 ? LayerPart::router : LayerPart::mlpIn);
    const bool needed = q.policy == Remat::none ? norm || fromNorm : q.policy == Remat::matmuls ? norm : q.first;
    return needed ? in.one() : in.none();
}

/// How many of the hidden width: those before the activation function, and its result.
inline double hiddenSaved(const Model& m, const SavedQuestion& q)
{
    const bool all = q.policy == Remat::none;
    if (!all && q.policy != Remat::matmuls && q.policy != Remat::ffn)
        return 0;
    const double most = m.nmat >= 3 ? 3 : (m.nmat >= 2 ? 2 : 1);
    const double result = all && m.nmat >= 2 ? 1 : 0;
    const double before = all ? most - result : m.nmat - 1;
    switch (q.part) {
    case LayerPart::activation:
        return before;
    case LayerPart::mlpOut:
        return result;
    case LayerPart::experts:
    case LayerPart::shared:
        return before + result;
    default:
        return 0;
    }
}

/// Elements per token that are kept since this box needs them; over all boxes they are those of the layer.
template <class In> SavedOf<typename In::Rep> boxSaved(const Scenario& s, const Reader<In>& in,
                                                       const WorkloadFactsOf<typename In::Rep>& facts,
                                                       const SavedQuestion& q)
{
    namespace f = formulas;
    SavedOf<typename In::Rep> saved{in.none(), in.none(), in.none()};
    const auto where = idOf(q.part);
    if (const auto arrays = residualSaved(s, in, q); plain(arrays) > 0)
        saved.residual = f::residualWidth.as(where)(arrays, facts.D);
    const bool heads = q.policy == Remat::none || q.policy == Remat::matmuls;
    const auto H = in(field::model::H);
    if (heads && q.part == LayerPart::attention) {
        saved.keys = f::keyValueWidth(in(field::model::K), H);
        saved.inner = f::arrayWidth.as(where)(in(field::model::N), H) + saved.keys;
    }
    if (q.policy == Remat::none && q.part == LayerPart::attentionOut)
        saved.inner = f::arrayWidth.as(where)(in(field::model::N), H);
    if (const double n = hiddenSaved(s.model, q); n > 0) {
        const auto F = in(field::model::F);
        const auto width = q.part == LayerPart::experts  ? f::hiddenWidth.as(where)(in(field::model::k), in.none(), F)
                           : q.part == LayerPart::shared ? f::hiddenWidth.as(where)(in.none(), in(field::model::Es), F)
                                                         : F;
        saved.inner = f::arrayWidth.as(where)(in(fact::hiddenSaved, n), width);
    }
    return saved;
}

} // namespace core
