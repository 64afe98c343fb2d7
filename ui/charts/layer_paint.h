// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a layer's picture: arrays in notation, and chips of collectives with their legend.
#pragma once

#include "ui/charts/chart_label.h"
#include "ui/charts/layer_layout.h"

class QPainter;

namespace ui
{

/// What a layer is painted with.
struct LayerCanvas {
    QPainter& painter;
    const LayerLayout& layout;
    const Theme& theme;
    std::vector<Mark>& marks;
    const LayerReading::Layer& layer;
    const QString& lit; // place that is pointed at

    qreal px(qreal n) const { return layout.sizes.px(n); }
};

/// A rounded box of two fills, one upon the other: half the time of a border that is stroked.
void fillBox(const LayerCanvas&, const QRectF&, const QColor& fill, const QColor& border, qreal width);

/// The first of the texts that fits; else the last, smaller or cut.
Label fittingLabel(const QStringList& texts, qreal size, const Theme&, qreal width);

/// A box's arrays, line by line.
std::vector<Label> notationLabels(const LayerCanvas&, const LayerRow&, qreal width);

void paintChips(const LayerCanvas&, const std::vector<LayerChip>&, const QRectF& cell);

/// What the letters of the chips mean, beside the sums.
void paintChipLegend(const LayerCanvas&);

} // namespace ui
