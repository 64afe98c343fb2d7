// SPDX-License-Identifier: GPL-3.0-or-later
// Places the labels of time against batch where the lines are read.
#include "ui/charts/batch_labels.h"

#include "core/quantity/format.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::BatchPicture", text); }

QString seconds(double value) { return toText(core::format(value, core::dim::second)); }

} // namespace

Label BatchLabels::endLabel(const BatchCurve& curve, const QString& value, const Theme& theme, const ChartSizes& sizes)
{
    return Label(curve.name + u' ', chartFont(sizes.text, QFont::DemiBold), theme.text)
        .add(value, chartFont(sizes.text), theme.text);
}

void BatchLabels::draw()
{
    paintStrip();
    paintNow();
    paintEnds();
}

void BatchLabels::tint(const QRectF& strip, qreal from, qreal to, QColor colour) const
{
    colour.setAlphaF(m_frame.theme.dark ? 0.26F : 0.18F);
    m_painter.fillRect(QRectF(QPointF(from, strip.top()), QPointF(to, strip.bottom())), colour);
}

/// Where it fits.
void BatchLabels::writeRegion(const QString& text, qreal left, qreal right, qreal y)
{
    for (const qreal size : {m_frame.sizes.text, m_frame.sizes.small}) {
        const Label label(text, chartFont(size), m_frame.theme.text);
        if (label.size().width() <= right - left)
            return label.draw(m_painter, QPointF((left + right) / 2, y));
    }
}

// A strip above the axes: the region on either side of the crossing, and the crossing's batch between them.
void BatchLabels::paintStrip()
{
    const ChartSizes& sizes = m_frame.sizes;
    const QRectF& area = m_frame.area;
    const QRectF strip(area.left(), area.top() - sizes.px(22), area.width(), sizes.px(18));
    positive(m_words.crossing) ? paintCrossing(strip) : paintRegions(strip);
}

void BatchLabels::paintRegions(const QRectF& strip)
{
    const bool silent = std::isnan(m_words.crossing);
    const bool never = std::isinf(m_words.crossing);
    if (!silent)
        tint(strip, strip.left(), strip.right(), never ? m_frame.theme.comms : m_frame.theme.compute);
    writeRegion(never    ? tr("communication-bound at every batch")
                : silent ? tr("no communication at any batch")
                         : tr("compute-bound at every batch"),
                strip.left(), strip.right(), strip.center().y());
}

void BatchLabels::paintCrossing(const QRectF& strip)
{
    const ChartSizes& sizes = m_frame.sizes;
    const Theme& theme = m_frame.theme;
    const qreal border = std::clamp(m_frame.xOf(m_words.crossing), strip.left(), strip.right());
    tint(strip, strip.left(), border, theme.comms);
    tint(strip, border, strip.right(), theme.compute);
    const Label value(m_words.crossingText, chartFont(sizes.text, QFont::DemiBold), theme.text);
    const qreal half = value.size().width() / 2 + sizes.px(6);
    const qreal centre = std::clamp(border, strip.left() + half, std::max(strip.left(), strip.right() - half));
    const QRectF chip(centre - half, strip.top() - sizes.px(1), 2 * half, strip.height() + sizes.px(2));
    if (m_frame.area.left() < border && border < m_frame.area.right()) {
        m_painter.setPen(QPen(theme.text, sizes.px(1.2)));
        m_painter.drawLine(QPointF(border, chip.bottom()), QPointF(border, m_frame.area.bottom()));
    }
    m_painter.setPen(QPen(theme.text, sizes.px(1)));
    m_painter.setBrush(theme.panel);
    m_painter.drawRoundedRect(chip, sizes.px(3), sizes.px(3));
    value.draw(m_painter, QPointF(centre, strip.center().y()));
    m_marks.push_back({corners(chip),
                       tr("Critical batch"),
                       {m_words.crossingText, tr("communication-bound below, compute-bound from here on")},
                       QStringLiteral("batch.critical")});
    const qreal gap = sizes.px(4);
    writeRegion(tr("communication-bound"), strip.left() + gap, chip.left() - gap, strip.center().y());
    writeRegion(tr("compute-bound"), chip.right() + gap, strip.right() - gap, strip.center().y());
}

void BatchLabels::paintNow()
{
    const ChartSizes& sizes = m_frame.sizes;
    const QRectF& area = m_frame.area;
    const qreal x = m_frame.xOf(m_words.batch);
    if (x < area.left() || x > area.right())
        return;
    for (const BatchCurve& curve : m_words.curves)
        for (std::size_t i = 6; i < curve.samples.size(); i += 6)
            m_placer.blockLine(m_frame.at(curve.samples[i - 6]), m_frame.at(curve.samples[i]), sizes.px(4));
    if (positive(m_words.crossing)) {
        const qreal border = m_frame.xOf(m_words.crossing);
        m_placer.blockLine(QPointF(border, area.top()), QPointF(border, area.bottom()), sizes.px(2));
    }
    paintMarkers(x);
    for (LabelPlacer* placer : {&m_placer, &m_over})
        placer->blockLine(QPointF(x, area.top()), QPointF(x, area.bottom()), sizes.px(2));
    writeNow(x);
    const auto& step = m_words.curves.front();
    const bool bound = std::ranges::any_of(m_words.curves, [&](const BatchCurve& curve) {
        return curve.resource && curve.value == step.value; // it says the same of its line
    });
    for (const BatchCurve& curve : m_words.curves)
        if (m_frame.area.contains(m_frame.at(m_words.batch, curve.now)) && (curve.resource || !bound))
            writeValue(curve);
}

void BatchLabels::paintMarkers(qreal x)
{
    const ChartSizes& sizes = m_frame.sizes;
    m_painter.setPen(QPen(m_frame.theme.accent, sizes.px(1.4)));
    m_painter.drawLine(QPointF(x, m_frame.area.top()), QPointF(x, m_frame.area.bottom()));
    for (const BatchCurve& curve : m_words.curves) {
        const QPointF at = m_frame.at(m_words.batch, curve.now);
        if (!curve.resource || !m_frame.area.contains(at))
            continue;
        const ResourceLook look = lookOf(*curve.resource, m_frame.theme);
        m_painter.setPen(QPen(m_frame.theme.panel, sizes.px(1.2)));
        m_painter.setBrush(look.colour);
        drawMarker(m_painter, look.marker, at, sizes.px(9));
        const QRectF box(at - QPointF(6, 6) * sizes.unit, QSizeF(12, 12) * sizes.unit);
        block(corners(box));
        m_marks.push_back({corners(box), curve.name, {curve.value}, curve.metric});
    }
}

/// Beside the mark of its line, above or below it, wherever nothing is drawn.
void BatchLabels::writeValue(const BatchCurve& curve)
{
    const ChartSizes& sizes = m_frame.sizes;
    Label label(curve.resource ? curve.value : curve.name + u' ' + curve.value, chartFont(sizes.small, QFont::DemiBold),
                m_frame.theme.text);
    const QPointF at = m_frame.at(m_words.batch, curve.now);
    const qreal dx = label.size().width() / 2 + sizes.px(8);
    const qreal dy = label.size().height() / 2;
    QColor backing = m_frame.theme.panel;
    backing.setAlphaF(0.82F);
    for (const LabelPlacer* placer : {&m_placer, &m_over})
        for (const qreal rise : {0.0, 1.0, -1.0, 1.6, -1.6, 2.4, -2.4, 3.4, -3.4})
            for (const qreal side : {1.0, -1.0}) {
                const QPointF spot = at + QPointF(side * dx, rise * (dy + sizes.px(2)));
                const QPolygonF outline = label.outline(spot, 0, 1);
                if (!placer->isFree(outline))
                    continue;
                block(outline);
                label.drawOn(m_painter, backing, spot);
                m_marks.push_back(
                    {outline, curve.name, {tr("%1 at %2").arg(curve.value, m_words.batchText)}, curve.metric});
                return;
            }
}

void BatchLabels::block(const QPolygonF& outline)
{
    m_placer.block(outline);
    m_over.block(outline);
}

void BatchLabels::writeNow(qreal x)
{
    const ChartSizes& sizes = m_frame.sizes;
    const Label label(tr("now %1").arg(m_words.batchText), chartFont(sizes.text, QFont::Medium), m_frame.theme.text);
    const qreal dx = label.size().width() / 2 + sizes.px(4);
    const qreal half = label.size().height() / 2 + sizes.px(3);
    for (int place = 0; place < 24; ++place) {
        const int row = place / 2; // one to the left and one to the right
        const qreal y = m_frame.area.bottom() - half - row * (m_frame.area.height() - 2 * half) / 11;
        const QPointF spot(x + (place % 2 == 0 ? dx : -dx), y);
        const QPolygonF outline = label.outline(spot, 0, 1);
        if (m_placer.isFree(outline)) {
            block(outline);
            return label.draw(m_painter, spot);
        }
    }
}

// Names, and the values that the lines reach there, stand right of the axes, moved apart, each with a leader.
void BatchLabels::paintEnds()
{
    const ChartSizes& sizes = m_frame.sizes;
    const QRectF& area = m_frame.area;
    std::vector<qreal> ends, heights;
    std::vector<Label> labels;
    for (const BatchCurve& curve : m_words.curves) {
        const double last = curve.samples.empty() ? curve.now : curve.samples.back().y();
        ends.push_back(std::clamp(m_frame.yOf(last), area.top(), area.bottom()));
        labels.push_back(endLabel(curve, seconds(last), m_frame.theme, sizes));
        heights.push_back(labels.back().size().height() + sizes.px(1));
    }
    // The step runs over the curve that makes it, and stands above that curve's name.
    ends.front() -= heights.front() / 2;
    const std::vector<qreal> places = spread(ends, heights, area.top() - sizes.px(6), area.bottom() + sizes.px(6));
    ends.front() += heights.front() / 2;
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (!std::isnan(places[i]))
            paintEnd(m_words.curves[i], labels[i], ends[i], places[i]);
}

void BatchLabels::paintEnd(const BatchCurve& curve, const Label& label, qreal end, qreal place)
{
    const ChartSizes& sizes = m_frame.sizes;
    const qreal right = m_frame.area.right();
    const QPointF start(right + sizes.px(12), place);
    m_painter.setPen(
        QPen(curve.resource ? lookOf(*curve.resource, m_frame.theme).colour : m_frame.theme.muted, sizes.px(1)));
    m_painter.drawPolyline(QPolygonF({QPointF(right + sizes.px(1), end), QPointF(right + sizes.px(8), place),
                                      QPointF(right + sizes.px(10), place)}));
    label.drawLeft(m_painter, start);
    const qreal height = label.size().height();
    const double batch = curve.samples.empty() ? m_words.batch : curve.samples.back().x();
    const double last = curve.samples.empty() ? curve.now : curve.samples.back().y();
    m_marks.push_back({corners(QRectF(start - QPointF(0, height / 2), QSizeF(label.size().width(), height))),
                       curve.name,
                       {tr("%1 at %2").arg(curve.value, m_words.batchText),
                        tr("%1 at %2").arg(seconds(last), toText(core::grouped(std::round(batch))))},
                       curve.metric});
}

} // namespace ui
