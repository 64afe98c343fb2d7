// SPDX-License-Identifier: GPL-3.0-or-later
// Which boxes a layer has, and what they are called.
#include "core/layer/layer.h"
#include "core/operation/model_operations.h"

#include <array>

namespace core
{

namespace
{

struct PartWords {
    std::string_view id, title;
};
constexpr std::array<PartWords, 15> words{{{"attn_norm", "Norm before attention"},
                                           {"qkv", "Q, K, V projections"},
                                           {"attention", "Attention"},
                                           {"attn_out", "Output projection"},
                                           {"mlp_norm", "Norm before the MLP"},
                                           {"router", "Router"},
                                           {"dispatch", "Dispatch"},
                                           {"mlp_in", "Up projections"},
                                           {"activation", "Activation function"},
                                           {"mlp_out", "Down projection"},
                                           {"experts", "Experts"},
                                           {"shared", "Shared experts"},
                                           {"combine", "Combine"},
                                           {"embedding", "Embedding"},
                                           {"logits", "Final norm and logits"}}};

struct BoxOperation {
    LayerPart part;
    ModelOperation operation;
};
constexpr std::array<BoxOperation, 13> ofBoxes{{{LayerPart::qkv, ModelOperation::query},
                                                {LayerPart::qkv, ModelOperation::key},
                                                {LayerPart::qkv, ModelOperation::value},
                                                {LayerPart::attention, ModelOperation::attention},
                                                {LayerPart::attentionOut, ModelOperation::output},
                                                {LayerPart::mlpIn, ModelOperation::up},
                                                {LayerPart::mlpIn, ModelOperation::gate},
                                                {LayerPart::activation, ModelOperation::activation},
                                                {LayerPart::mlpOut, ModelOperation::down},
                                                {LayerPart::router, ModelOperation::router},
                                                {LayerPart::experts, ModelOperation::experts},
                                                {LayerPart::shared, ModelOperation::experts},
                                                {LayerPart::logits, ModelOperation::logits}}};

} // namespace

std::string_view idOf(LayerPart part) { return words[static_cast<std::size_t>(part)].id; }

std::string_view titleOf(LayerPart part) { return words[static_cast<std::size_t>(part)].title; }

std::vector<LayerPart> partsOf(const Model& m)
{
    std::vector<LayerPart> all;
    if (m.attention)
        all = {LayerPart::attentionNorm, LayerPart::qkv, LayerPart::attention, LayerPart::attentionOut};
    if (m.attention || m.norms > 0)
        all.push_back(LayerPart::mlpNorm);
    if (m.E > 0) {
        all.insert(all.end(), {LayerPart::router, LayerPart::dispatch, LayerPart::experts});
        if (m.Es > 0)
            all.push_back(LayerPart::shared);
        all.push_back(LayerPart::combine);
        return all;
    }
    all.insert(all.end(), {LayerPart::mlpIn, LayerPart::activation});
    if (m.nmat > 1)
        all.push_back(LayerPart::mlpOut);
    return all;
}

std::vector<Operation> operationsOf(const Scenario& s, LayerPart part)
{
    std::vector<Operation> found;
    for (const auto& row : ofBoxes)
        if (auto one = row.part == part ? operationOf(s, row.operation) : std::nullopt)
            found.push_back(*std::move(one));
    return found;
}

std::vector<LayerPart> endsOf(const Model& m)
{
    return m.V > 0 ? std::vector{LayerPart::embedding, LayerPart::logits} : std::vector<LayerPart>();
}

} // namespace core
