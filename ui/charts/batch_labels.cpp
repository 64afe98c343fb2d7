// SPDX-License-Identifier: GPL-3.0-or-later
// What time against batch says in words: regions and crossing above the axes, the present batch, names at the ends.
#include "ui/charts/batch_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::BatchPicture", text); }

bool positive(double value) { return std::isfinite(value) && value > 0; }

// Draws the first label that fits, centred in [left, right].
void drawBetween(QPainter& painter, const std::vector<Label>& labels, qreal left, qreal right, qreal y)
{
    const auto fits = [&](const Label& label) { return label.size().width() <= right - left; };
    if (const auto found = std::ranges::find_if(labels, fits); found != labels.end())
        found->draw(painter, QPointF((left + right) / 2, y));
}

} // namespace

// A strip above the axes: the region on either side of the crossing, and the crossing's batch between them.
void BatchPicture::paintStrip(QPainter& painter, const PlotFrame& frame, std::vector<PlotMark>& marks) const
{
    const ChartSizes& sizes = frame.sizes;
    const QRectF strip(frame.area.left(), frame.area.top() - sizes.px(22), frame.area.width(), sizes.px(18));
    const qreal middle = strip.center().y();
    const auto region = [&](const QString& text) { return Label(text, chartFont(sizes.text), frame.theme.text); };
    const auto tint = [&](qreal from, qreal to, QColor colour) {
        colour.setAlphaF(frame.theme.dark ? 0.26F : 0.18F);
        painter.fillRect(QRectF(QPointF(from, strip.top()), QPointF(to, strip.bottom())), colour);
    };
    if (!positive(m_crossing)) {
        const bool never = std::isinf(m_crossing);
        if (!std::isnan(m_crossing))
            tint(strip.left(), strip.right(), never ? frame.theme.comms : frame.theme.compute);
        const QString text = never                    ? tr("communication-bound at every batch")
                             : std::isnan(m_crossing) ? tr("no communication at any batch")
                                                      : tr("compute-bound at every batch");
        drawBetween(painter, {region(text)}, strip.left(), strip.right(), middle);
        return;
    }
    const qreal border = std::clamp(frame.xOf(m_crossing), strip.left(), strip.right());
    tint(strip.left(), border, frame.theme.comms);
    tint(border, strip.right(), frame.theme.compute);
    const Label value(crossingText(), chartFont(sizes.text, QFont::DemiBold), frame.theme.text);
    const qreal half = value.size().width() / 2 + sizes.px(6);
    const qreal centre = std::clamp(border, strip.left() + half, strip.right() - half);
    const QRectF chip(centre - half, strip.top() - sizes.px(1), 2 * half, strip.height() + sizes.px(2));
    if (frame.area.left() < border && border < frame.area.right()) {
        painter.setPen(QPen(frame.theme.text, sizes.px(1.2)));
        painter.drawLine(QPointF(border, chip.bottom()), QPointF(border, frame.area.bottom()));
    }
    painter.setPen(QPen(frame.theme.text, sizes.px(1)));
    painter.setBrush(frame.theme.panel);
    painter.drawRoundedRect(chip, sizes.px(3), sizes.px(3));
    value.draw(painter, QPointF(centre, middle));
    marks.push_back({corners(chip),
                     tr("Critical batch"),
                     {crossingText(), tr("communication-bound below, compute-bound from here on")},
                     QStringLiteral("batch.critical")});
    const qreal gap = sizes.px(6);
    drawBetween(painter, {region(tr("communication-bound")), region(tr("comms-bound"))}, strip.left() + gap,
                chip.left() - gap, middle);
    drawBetween(painter, {region(tr("compute-bound")), region(tr("math-bound"))}, chip.right() + gap,
                strip.right() - gap, middle);
}

void BatchPicture::paintNow(QPainter& painter, const PlotFrame& frame, std::vector<PlotMark>& marks) const
{
    const double batch = m_snapshot.scenario.work.batch;
    const ChartSizes& sizes = frame.sizes;
    const qreal x = frame.xOf(batch);
    if (x < frame.area.left() || x > frame.area.right())
        return;
    painter.setPen(QPen(frame.theme.accent, sizes.px(1.4)));
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
    LabelPlacer placer(frame.area.adjusted(1, 1, -1, -1));
    const core::BatchSeries& all = sampled(frame.ranges.xLeast, frame.ranges.xMost);
    for (const Curve& curve : m_curves) {
        const auto& values = valuesOf(curve, all);
        for (std::size_t i = 6; i < values.size(); i += 6)
            if (positive(values[i - 6]) && positive(values[i]))
                placer.blockLine(frame.at(all.batch[i - 6], values[i - 6]), frame.at(all.batch[i], values[i]),
                                 sizes.px(4));
        const QPointF at = frame.at(batch, curve.now);
        if (!curve.resource || !frame.area.contains(at))
            continue;
        const ResourceLook look = lookOf(*curve.resource, frame.theme);
        painter.setPen(QPen(frame.theme.panel, sizes.px(1.2)));
        painter.setBrush(look.colour);
        drawMarker(painter, look.marker, at, sizes.px(9));
        const QRectF box(at - QPointF(6, 6) * sizes.unit, QSizeF(12, 12) * sizes.unit);
        placer.block(box);
        marks.push_back({corners(box), curve.name, {curve.value}, curve.metric});
    }
    if (positive(m_crossing))
        placer.blockLine(QPointF(frame.xOf(m_crossing), frame.area.top()),
                         QPointF(frame.xOf(m_crossing), frame.area.bottom()), sizes.px(2));
    const Label label(tr("now %1").arg(toText(core::grouped(batch))), chartFont(sizes.text, QFont::Medium),
                      frame.theme.text);
    const qreal dx = label.size().width() / 2 + sizes.px(4);
    const qreal half = label.size().height() / 2 + sizes.px(3);
    std::vector<QPointF> spots;
    for (int row = 0; row < 12; ++row)
        for (const qreal side : {dx, -dx})
            spots.emplace_back(x + side, frame.area.bottom() - half - row * (frame.area.height() - 2 * half) / 11);
    std::vector<QPolygonF> outlines;
    for (const QPointF& spot : spots)
        outlines.push_back(label.outline(spot, 0, 1));
    if (const auto chosen = placer.place(outlines))
        label.draw(painter, spots[*chosen]);
}

// Names and present values stand right of the axes, moved apart, each with a leader to the end of its curve.
void BatchPicture::paintEnds(QPainter& painter, const PlotFrame& frame, std::vector<PlotMark>& marks) const
{
    const ChartSizes& sizes = frame.sizes;
    const core::BatchSeries& all = sampled(frame.ranges.xLeast, frame.ranges.xMost);
    const QRectF& area = frame.area;
    std::vector<qreal> ends;
    std::vector<qreal> heights;
    std::vector<Label> labels;
    for (const Curve& curve : m_curves) {
        const auto& values = valuesOf(curve, all);
        const double last = values.empty() || !positive(values.back()) ? curve.now : values.back();
        ends.push_back(std::clamp(frame.yOf(last), area.top(), area.bottom()));
        Label label(curve.name + u' ', chartFont(sizes.text, QFont::DemiBold), frame.theme.text);
        label.add(curve.value, chartFont(sizes.text), frame.theme.text);
        heights.push_back(label.size().height() + sizes.px(1));
        labels.push_back(label);
    }
    // The step runs over the curve that makes it, and stands above that curve's name.
    ends.front() -= heights.front() / 2;
    const std::vector<qreal> places = spread(ends, heights, area.top() - sizes.px(6), area.bottom() + sizes.px(6));
    ends.front() += heights.front() / 2;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (std::isnan(places[i]))
            continue;
        const QPointF start(area.right() + sizes.px(12), places[i]);
        const auto& resource = m_curves[i].resource;
        painter.setPen(QPen(resource ? lookOf(*resource, frame.theme).colour : frame.theme.muted, sizes.px(1)));
        painter.drawPolyline(
            QPolygonF({QPointF(area.right() + sizes.px(1), ends[i]), QPointF(area.right() + sizes.px(8), places[i]),
                       QPointF(area.right() + sizes.px(10), places[i])}));
        labels[i].drawLeft(painter, start);
        const QRectF box(start - QPointF(0, heights[i] / 2), QSizeF(labels[i].size().width(), heights[i]));
        const QString now = tr("at %1").arg(toText(core::grouped(m_snapshot.scenario.work.batch)));
        marks.push_back({corners(box), m_curves[i].name, {m_curves[i].value + u' ' + now}, m_curves[i].metric});
    }
}

std::vector<PlotMark> BatchPicture::farMarks(const PlotFrame& frame) const
{
    std::vector<PlotMark> marks;
    const core::BatchSeries& all = sampled(frame.ranges.xLeast, frame.ranges.xMost);
    constexpr std::size_t stride = 4;
    for (const Curve& curve : m_curves) {
        const auto& values = valuesOf(curve, all);
        for (std::size_t i = stride; curve.resource && i < values.size(); i += stride) {
            if (!positive(values[i - stride]) || !positive(values[i]))
                continue;
            const std::size_t middle = i - stride / 2;
            marks.push_back({alongLine(frame.at(all.batch[i - stride], values[i - stride]),
                                       frame.at(all.batch[i], values[i]), frame.sizes.px(8)),
                             curve.name,
                             {tr("%1 at a batch of %2")
                                  .arg(toText(core::format(values[middle], core::dim::second)),
                                       toText(core::format(all.batch[middle], core::dim::count)))},
                             {}});
        }
    }
    return marks;
}

std::vector<PlotMark> BatchPicture::paintOver(QPainter& painter, const PlotFrame& frame) const
{
    std::vector<PlotMark> marks;
    painter.setRenderHint(QPainter::Antialiasing);
    paintStrip(painter, frame, marks);
    paintNow(painter, frame, marks);
    paintEnds(painter, frame, marks);
    return marks;
}

} // namespace ui
