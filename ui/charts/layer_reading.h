// SPDX-License-Identifier: GPL-3.0-or-later
// One layer of a snapshot as its picture and its table show it.
#pragma once

#include "core/layer/edited_layer.h"
#include "core/layer/layer_arrays.h"
#include "core/quantity/format.h"
#include "ui/charts/chart_picture.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace ui
{

/// Collectives of a box in a pass that are alike: one kind over the same axis, of weights or of tokens.
struct LayerChip {
    core::CollectiveKind kind = core::CollectiveKind::allGather;
    std::size_t axis = 0; // of the mesh
    bool weights = false;
    double seconds = 0;                                // in work.pass, all microbatches
    std::vector<const core::LayerCollective*> members; // of the layer
    std::vector<const core::FoundCollective*> found;   // in their place: of a box with edited arrays
    QString place;                                     // in the picture
};

struct LayerRow {
    core::LayerPart part = core::LayerPart::mlpIn;
    const core::LayerNumbersOf<double>* numbers = nullptr;
    const core::BoxArrays* arrays = nullptr;
    const core::EditedBox* edited = nullptr;  // null: sharded as the roles say
    std::vector<LayerChip> forward, backward; // backward: with the update
};

/// What is shown of a scenario, or why there is nothing.
struct LayerReading {
    struct Layer {
        core::Scenario scenario;
        bool backward = true; // is timed too
        core::LayerOf<double> numbers;
        core::LayerArrays arrays;
        std::optional<core::EditedLayer> edited;
        std::vector<LayerRow> rows;
        std::vector<LayerRow> ends;                 // embedding and logits
        std::vector<core::LayerCollective> outside; // of no layer and no end: sends, slices; no box
        std::vector<LayerChip> outsideForward, outsideBackward;
    };
    std::shared_ptr<const Layer> layer;
    QString absence;

    static LayerReading of(const Snapshot&);
};

/// "AG", "RS", "AR", "A2A", "ring".
QString shortKind(const LayerChip&, const LayerReading::Layer&);
/// "qkv", "logits", or "outside".
QString boxOf(const core::LayerCollective&, const LayerReading::Layer&);
/// "forward pass", "update".
QString momentName(core::Moment);
/// "X", "XZ", "DCN".
QString axesOf(const LayerChip&, const LayerReading::Layer&);
/// What an edited layer takes in place of the design's.
QString editedSentence(const LayerReading::Layer&);
/// "83.9 M", "704 T"; empty for 0.
QString shortCount(double);
QString byteText(double, const LayerReading::Layer&);
/// "12.2 ms".
QString timeOrEmpty(double seconds);

/// What a number of the picture is of: "math, per chip, both passes". `backward`: the backward pass is timed too.
QString scopeOf(std::string_view number, bool backward);
/// "both passes".
QString passesName(bool backward);

/// Marks of a box, of its arrays, of a chip, without words: pictures complete them when they are shown.
Mark boxMark(const LayerRow&);
Mark arraysMark(const LayerRow&);
Mark chipMark(const LayerChip&, const LayerReading::Layer&);
/// Puts heading and lines into one of these.
void completeMark(Mark&, const LayerReading::Layer&);
/// "One of 80 layers: 856 M parameters ...".
QString layerSentence(const LayerReading::Layer&);

} // namespace ui
