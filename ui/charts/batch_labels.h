// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what time against batch says in words: regions, values at the present batch, names and values at the ends.
#pragma once

#include "core/explore/batch_series.h"
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

    /// Where it ends; of one without samples the present batch.
    QPointF end(double batch) const { return samples.empty() ? QPointF(batch, now) : samples.back(); }
};

/// Two times that are equal at the critical batch.
struct BatchCrossing {
    QString lines;      // "math = ICI X"
    QStringList remark; // why lines of the chart may cross elsewhere, and what is called balanced
};

/// Of one pass, where lines are sums over the passes in sight. Nothing where that batch is none.
BatchCrossing crossingAt(double batch, const Snapshot&);

/// What all labels speak of.
struct BatchWords {
    std::vector<BatchCurve> curves; // the step first
    double batch = 0;               // present
    double crossing = 0;            // NaN: no communication; infinity: never compute-bound
    QString batchText, crossingText;
    BatchCrossing equal;                // at the critical batch
    std::vector<core::BatchBand> bands; // what binds, over the range in sight
    std::vector<double> baselines;      // their batches, whose marks are kept clear
};

/// The colour of a region; invalid where nothing is known.
QColor regionColour(core::Verdict, const Theme&);
QString regionText(core::Verdict);
/// A border of regions as a whole batch; the critical batch by its own words.
QString borderText(double batch, double crossing, const QString& crossingText);

class BatchLabels
{
public:
    BatchLabels(QPainter& painter, const PictureLayout& frame, const BatchWords& words)
        : m_painter(painter), m_frame(frame), m_words(words), m_placer(frame.area.adjusted(1, 1, -1, -1))
    {
    }

    void draw();
    std::vector<Mark> marks() const { return m_marks; }

    /// What stands at the end of a curve, where it has `value`.
    static Label endLabel(const BatchCurve&, const QString& value, const Theme&, const ChartSizes&);

private:
    void paintStrip();
    QString regionName(core::Verdict) const;
    void paintRegions(const QRectF& strip, const QRectF& chip);
    QRectF chipOf(const QRectF& strip) const;
    void paintCrossing(const QRectF& chip);
    std::optional<QPointF> beside(qreal x, const QSizeF& size, int side) const;
    void nameCrossing();
    void tint(const QRectF& strip, qreal from, qreal to, QColor) const;
    void markRegion(std::size_t band, const QRectF& room);
    void writeRegion(const QString&, qreal left, qreal right, qreal y);
    void paintNow();
    void paintMarkers(qreal x);
    void writeColumn(const std::vector<const BatchCurve*>&);
    void writeNow(qreal x);
    void paintEnds();
    void paintEnd(const BatchCurve&, const Label&, qreal end, qreal place);

    QPainter& m_painter;
    const PictureLayout& m_frame;
    const BatchWords& m_words;
    LabelPlacer m_placer;
    std::vector<Mark> m_marks;
    std::vector<Mark> m_regions; // behind all other marks
};

} // namespace ui
