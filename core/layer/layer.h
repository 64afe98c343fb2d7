// SPDX-License-Identifier: GPL-3.0-or-later
// One transformer layer of the scenario as boxes: what each has of the parameters, FLOPs, bytes and collectives of the
// step (MODEL.md, g).
#pragma once

#include "core/design/collectives.h"

#include <optional>
#include <string_view>
#include <vector>

namespace core
{

struct Report;

/// In the order of the forward pass. A layer has either the MLP's boxes or those of a mixture of experts.
enum class LayerPart {
    attentionNorm,
    qkv,
    attention,
    attentionOut,
    mlpNorm,
    router,
    dispatch,
    mlpIn,
    activation,
    mlpOut,
    experts,
    shared,
    combine,
    embedding, // before the layers
    logits     // after them, with the final norm
};

/// "qkv": the BOX of layer.flops.BOX.
std::string_view idOf(LayerPart);
/// "Q, K, V projections".
std::string_view titleOf(LayerPart);

/// The boxes of a model's layer, in the order of the forward pass.
std::vector<LayerPart> partsOf(const Model&);
/// Before and after the layers; none where the model has no vocabulary.
std::vector<LayerPart> endsOf(const Model&);

/// The operations of the model that a box does, whole; the first is what it is opened as. None for norms, dispatch,
/// combine and the embedding.
std::vector<Operation> operationsOf(const Scenario&, LayerPart);

/// What a box, or all boxes, or what lies outside the layers, has. `chip`: of a stage's layers, on one chip.
template <class R> struct LayerNumbersOf {
    CountOf<R> parameters;        // all experts
    FlopsOf<R> forward, backward; // of the whole batch, on all chips
    FlopsOf<R> recompute;         // added to the backward pass
    FlopsOf<R> chip;              // on one chip in work.pass, all microbatches
    SecondsOf<R> math;            // for these
    SecondsOf<R> comms;           // charged for its collectives in work.pass, all microbatches
    BytesOf<R> payload;           // that these hand over, per rank
    BytesOf<R> weights;           // on one chip
    BytesOf<R> saved;             // for the backward pass, on one chip, of all microbatches in flight
    BytesOf<R> transient;         // while the layer is recomputed, on one chip
    BytesOf<R> cache;             // keys and values, on one chip
    BytesOf<R> logits;            // of the loss, or of the next tokens, on one chip
};

template <class R> struct LayerBoxOf {
    LayerPart part = LayerPart::mlpIn;
    LayerNumbersOf<R> numbers;
};

/// A collective of the design that a box takes part in; of several boxes each has its calls.
struct LayerCollective {
    std::size_t at = 0; // in designCollectives()
    LayerPart part = LayerPart::mlpIn;
    double each = 1; // calls of the box in a layer and microbatch
};

/// Numbers of the whole model are `layers` times the total and what is outside; numbers of a chip `layersHere` times.
template <class R> struct LayerOf {
    std::vector<LayerBoxOf<R>> boxes;
    std::vector<LayerBoxOf<R>> ends; // embedding and logits: a part of `outside`
    LayerNumbersOf<R> total, outside;
    CountOf<R> layers, layersHere; // of the model; of a stage
    DesignListOf<R> design;
    std::vector<LayerCollective> collectives;    // in the order of the design
    std::vector<LayerCollective> endCollectives; // of the ends; sends and slices have no box
};

/// On doubles or on traced numbers. Without collectives where the mesh does not fit the slice.
template <class In> LayerOf<typename In::Rep> layerOf(const Scenario&, const In&);
LayerOf<double> layerOf(const Scenario&);

/// Forward FLOPs of one token in one layer.
struct TokenFlops {
    bool masked = false;
    double length = 0;      // of the sequence
    double attention = 0;   // at that length
    double projections = 0; // Q, K, V and output
    double matrices = 0;    // of the whole layer
    double share = 0;       // of attention in the layer
    double equal = 0;       // length at which attention has as many as its projections

    /// Scores grow with the length; a causal mask keeps (T + 1)/(2T) of them.
    double attentionAt(double length) const;
    double shareAt(double length) const;
};
/// Nothing where the model has no attention.
std::optional<TokenFlops> tokenFlops(const Scenario&);

/// The length at which attention takes the FLOPs of its projections.
template <class In> CountOf<typename In::Rep> equalLengthOf(const Scenario&, const In&);

/// A matmul of a layer, and what share of the layer's FLOPs it is.
struct MatmulShare {
    LayerPart part = LayerPart::qkv;
    double share = 0;
};
/// In the order of a forward pass. Scores count as many weights as have their FLOPs, logits as a share of a layer.
std::vector<MatmulShare> matmulShares(const Scenario&, const Report&);

} // namespace core
