// SPDX-License-Identifier: GPL-3.0-or-later
// Where the boxes of a layer, their collectives and their numbers go: one line for each box, one column for each kind.
#pragma once

#include "ui/charts/layer_reading.h"

namespace ui
{

/// From left to right on a line.
struct LayerColumns {
    QRectF lane, box, forward, backward, parameters, flops, bytes, time;
};

struct LayerLayout {
    ChartSizes sizes;
    qreal head = 0;             // where the heads stand, half-way up
    std::vector<QRectF> rows;   // of the boxes
    std::vector<QRectF> ends;   // of the embedding above them and the logits below
    QRectF total, edited, step; // the sums; where nothing is edited, `edited` is the line of `step`
    QRectF logits;              // below them, of no layer; empty where a chip holds none
    LayerColumns columns;       // of height 0; of width 0 where there is no room for one
    bool lines = true;          // of notation under the title of a box
    int chipsAcross = 2;

    /// A column on a line.
    QRectF cell(const QRectF& row, const QRectF& column) const
    {
        return {column.left(), row.top(), column.width(), row.height()};
    }
};

/// Rows are as high as their arrays and chips need, where the area is at least layerHeight().
LayerLayout layerLayout(const LayerReading::Layer&, const QSizeF&);
/// At which nothing is left out of a picture of that width.
qreal layerHeight(const LayerReading::Layer&, qreal width);

/// An array of a box, with the signs around it.
struct NotationArray {
    const core::ShardedArray* array = nullptr;
    QString before, after; // ", ", " · ", " → "; a comma ends a line
};
/// The arrays of a box on as many lines as the width asks for.
std::vector<std::vector<NotationArray>> notationLines(const core::BoxArrays&, const ChartSizes&, qreal width);

/// Lines that belong to one block: attention with its norm, or the MLP with its own.
struct LayerBlock {
    std::size_t first = 0, last = 0;
};
std::vector<LayerBlock> layerBlocks(const LayerReading::Layer&);

} // namespace ui
