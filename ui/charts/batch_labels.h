// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what time against batch says in words: regions, values at the present batch, names and values at the ends.
#pragma once

#include "ui/charts/chart_label.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/label_placement.h"

#include <optional>
#include <vector>

namespace ui
{

/// One line of the chart and what it says at the present batch.
struct BatchCurve {
    QString name;
    QString value; // at the present batch
    double now = 0;
    std::optional<core::Resource> resource = {}; // none: the whole step
    QString metric;
    std::vector<QPointF> samples = {}; // times against batches, in the range in sight
};

/// What all labels speak of.
struct BatchWords {
    std::vector<BatchCurve> curves; // the step first
    double batch = 0;               // present
    double crossing = 0;            // NaN: no communication; infinity: never compute-bound
    QString batchText, crossingText;
};

class BatchLabels
{
public:
    BatchLabels(QPainter& painter, const PictureLayout& frame, const BatchWords& words)
        : m_painter(painter), m_frame(frame), m_words(words), m_placer(frame.area.adjusted(1, 1, -1, -1)),
          m_over(frame.area.adjusted(1, 1, -1, -1))
    {
    }

    void draw();
    std::vector<Mark> marks() const { return m_marks; }

    /// What stands at the end of a curve, where it has `value`.
    static Label endLabel(const BatchCurve&, const QString& value, const Theme&, const ChartSizes&);

private:
    void paintStrip();
    void paintRegions(const QRectF& strip);
    void paintCrossing(const QRectF& strip);
    void tint(const QRectF& strip, qreal from, qreal to, QColor) const;
    void writeRegion(const QString&, qreal left, qreal right, qreal y);
    void paintNow();
    void paintMarkers(qreal x);
    void writeValue(const BatchCurve&);
    void block(const QPolygonF&);
    void writeNow(qreal x);
    void paintEnds();
    void paintEnd(const BatchCurve&, const Label&, qreal end, qreal place);

    QPainter& m_painter;
    const PictureLayout& m_frame;
    const BatchWords& m_words;
    LabelPlacer m_placer;
    LabelPlacer m_over; // of labels that may lie over lines, though not over marks and other labels
    std::vector<Mark> m_marks;
};

} // namespace ui
