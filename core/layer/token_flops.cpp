// SPDX-License-Identifier: GPL-3.0-or-later
// FLOPs of a box over the batch; shares of matmuls by the weights that a token meets.
#include "core/layer/layer.h"

#include "core/formulas/transformer.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_model.h"
#include "core/step/report.h"

#include <algorithm>
#include <cmath>

namespace core
{

double TokenFlops::attentionAt(double T) const
{
    const auto kept = [this](double at) { return masked ? (at + 1) / 2 : at; };
    return attention * kept(T) / kept(length);
}

double TokenFlops::shareAt(double T) const { return attentionAt(T) / (attentionAt(T) + matrices); }

template <class In> CountOf<typename In::Rep> equalLengthOf(const Scenario& s, const In& inputs)
{
    const Reader<In> in(inputs, s);
    const auto length = formulas::equalLength(in(field::model::D), in(field::model::K), in(field::model::N));
    return masksScores(s) ? formulas::equalLengthMasked(length) : length;
}

template CountOf<double> equalLengthOf(const Scenario&, const Plain&);
template CountOf<Traced> equalLengthOf(const Scenario&, const Recording&);

std::optional<TokenFlops> tokenFlops(const Scenario& s)
{
    if (!s.model.attention)
        return std::nullopt;
    const auto layer = layerOf(s);
    const auto forward = [&](LayerPart part) {
        const auto box = std::ranges::find(layer.boxes, part, &LayerBoxOf<double>::part);
        return box == layer.boxes.end() ? 0.0 : box->numbers.forward.si() / s.work.batch;
    };
    TokenFlops out{.masked = masksScores(s), .length = s.work.seq, .attention = forward(LayerPart::attention)};
    out.projections = forward(LayerPart::qkv) + forward(LayerPart::attentionOut);
    out.matrices = layer.total.forward.si() / s.work.batch - out.attention;
    out.share = out.attention / (out.attention + out.matrices);
    out.equal = equalLengthOf(s, Plain()).si();
    return out.attention > 0 && std::isfinite(out.share) ? std::optional(out) : std::nullopt;
}

std::vector<MatmulShare> matmulShares(const Scenario& s, const Report& r)
{
    const auto& m = s.model;
    const bool whole = s.work.mode == Mode::training && s.work.pass == Pass::step;
    const double passes = whole ? 3 : 1; // of forward FLOPs
    const double attention = m.attention ? m.D * m.H * (2 * m.N + 2 * m.K) : 0;
    const double mlp = std::max(0.0, r.params.layerActive.si() - attention);
    std::vector<MatmulShare> out;
    const auto add = [&](LayerPart part, double weights) {
        if (weights > 0)
            out.push_back({part, weights});
    };
    if (m.attention) {
        add(LayerPart::qkv, m.D * m.H * (m.N + 2 * m.K));
        add(LayerPart::attention, r.flops.attention.si() / passes / s.work.batch / m.L / 2);
        add(LayerPart::attentionOut, m.D * m.H * m.N);
    }
    add(LayerPart::mlpIn, mlp * (m.nmat - 1) / m.nmat);
    add(LayerPart::mlpOut, mlp / m.nmat);
    add(LayerPart::logits, m.V * m.D / m.L);
    double all = 0;
    for (const auto& one : out)
        all += one.share;
    for (auto& one : out)
        one.share /= all;
    return out;
}

} // namespace core
