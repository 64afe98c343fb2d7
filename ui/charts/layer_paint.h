// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a layer's picture: arrays in notation, and chips of collectives with their legend.
#pragma once

#include "ui/charts/chart_label.h"
#include "ui/charts/layer_layout.h"

#include <QImage>
#include <QLineF>
#include <QPen>
#include <QTransform>

#include <utility>
#include <vector>

class QPainter;

namespace ui
{

/// What a cell of the picture shows: a box of two fills, one upon the other, which takes half the time of a border that
/// is stroked; dotted lines on it; labels by their middles.
struct LayerCell {
    QRectF box = {};
    QColor fill = {}, border = {};
    qreal rim = 0; // width of the border
    qreal radius = 0;
    std::vector<QLineF> dots = {};
    QPen dotted = {};
    std::vector<std::pair<Label, QPointF>> labels = {};

    void addLeft(const Label&, const QPointF& leftMiddle);
    void addRight(const Label&, const QPointF& rightMiddle);
    QRectF bounds() const;
    void paint(QPainter&) const;
    friend bool operator==(const LayerCell&, const LayerCell&) = default;
};

/// Most cells stand still while a slider is dragged: those that look as in the painting before are copied from it.
class LayerCells
{
public:
    /// A painting in which cells are drawn in the order of the one before, on `ground`.
    void begin(QPainter&, const QColor& ground);
    /// Nothing else that changes is painted in `room`.
    void draw(QPainter&, LayerCell, const QRectF& room);

private:
    struct Kept {
        LayerCell cell;
        QImage image = {}; // none before it has stood still once
    };

    std::vector<Kept> m_kept;
    std::size_t m_drawn = 0;
    const QImage* m_on = nullptr; // what is painted on, where copies look the same there
    QTransform m_view;
    QColor m_ground;
};

/// What a layer is painted with.
struct LayerCanvas {
    QPainter& painter;
    LayerCells& cells;
    const LayerLayout& layout;
    const Theme& theme;
    std::vector<Mark>& marks;
    const LayerReading::Layer& layer;
    const QString& lit; // place that is pointed at

    qreal px(qreal n) const { return layout.sizes.px(n); }
};

/// The first of the texts that fits; else the last, smaller or cut.
Label fittingLabel(const QStringList& texts, qreal size, const Theme&, qreal width);

/// A box's arrays, line by line.
std::vector<Label> notationLabels(const LayerCanvas&, const LayerRow&, qreal width);

void paintChips(const LayerCanvas&, const std::vector<LayerChip>&, const QRectF& cell);

/// What the letters of the chips mean, beside the sums.
void paintChipLegend(const LayerCanvas&);

} // namespace ui
