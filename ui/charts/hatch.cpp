// SPDX-License-Identifier: GPL-3.0-or-later
// Hatches as lines, and as tiles made of the same lines.
#include "ui/charts/hatch.h"

#include "ui/charts/label_placement.h"
#include "ui/theme/kept.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QtMath>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ui
{

namespace
{

// The part of a line inside a convex polygon: far ends cost time even where they are clipped.
QLineF within(const QPolygonF& convex, const QLineF& line)
{
    const QPointF centre = std::accumulate(convex.begin(), convex.end(), QPointF()) / static_cast<qreal>(convex.size());
    qreal from = 0;
    qreal to = 1;
    for (qsizetype i = 0; i < convex.size(); ++i) {
        const QPointF edge = convex[(i + 1) % convex.size()] - convex[i];
        QPointF inwards(-edge.y(), edge.x());
        inwards *= QPointF::dotProduct(inwards, centre - convex[i]) < 0 ? -1 : 1;
        const qreal start = QPointF::dotProduct(inwards, line.p1() - convex[i]); // how far inside
        const qreal step = QPointF::dotProduct(inwards, line.p2() - line.p1());
        if (std::abs(step) < 1e-9)
            to = start < 0 ? -1 : to;
        else if (step > 0)
            from = std::max(from, -start / step);
        else
            to = std::min(to, -start / step);
    }
    return to > from ? QLineF(line.pointAt(from), line.pointAt(to)) : QLineF();
}

// Parallel lines at `degrees` that cover the polygon; they start from a fixed grid, so neighbours match.
QList<QLineF> ruling(const QPolygonF& convex, qreal degrees, qreal spacing)
{
    const qreal angle = qDegreesToRadians(degrees);
    const QPointF along(std::cos(angle), -std::sin(angle));
    const QPointF across(-along.y(), along.x());
    const QRectF box = convex.boundingRect();
    const qreal reach = box.width() + box.height();
    qreal min = 1e9;
    qreal max = -1e9;
    for (const QPointF& corner : convex) {
        min = std::min(min, QPointF::dotProduct(corner, across));
        max = std::max(max, QPointF::dotProduct(corner, across));
    }
    QList<QLineF> lines;
    const qreal centre = QPointF::dotProduct(box.center(), along);
    for (qreal at = std::ceil(min / spacing) * spacing; at <= max; at += spacing) {
        const QPointF middle = across * at + along * centre;
        if (const QLineF line = within(convex, {middle - along * reach, middle + along * reach}); line.length() > 0)
            lines.append(line);
    }
    return lines;
}

void drawRuling(QPainter& painter, const QPolygonF& convex, Hatch hatch, const QColor& colour, qreal spacing,
                qreal width)
{
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    const auto rule = [&](qreal degrees) {
        painter.setPen(pen);
        painter.drawLines(ruling(convex, degrees, spacing));
    };
    if (hatch == Hatch::dots) {
        constexpr qreal dot = 0.01; // pen widths; the round caps make it one
        pen.setCapStyle(Qt::RoundCap);
        pen.setWidthF(width * 1.7);
        pen.setDashPattern({dot, spacing / pen.widthF() - dot});
        for (const QLineF& line : ruling(convex, 45, spacing)) {
            const qreal start = (line.x1() - line.y1()) / M_SQRT2; // counted from where the grid starts
            if (std::ceil(start / spacing) * spacing + dot * pen.widthF() >= start + line.length())
                continue; // between two dots; a PDF would get a path without points
            pen.setDashOffset(start / pen.widthF());
            painter.setPen(pen);
            painter.drawLine(line);
        }
    }
    if (hatch == Hatch::horizontal)
        rule(0);
    if (hatch == Hatch::vertical)
        rule(90);
    if (hatch == Hatch::diagonal || hatch == Hatch::cross)
        rule(45);
    if (hatch == Hatch::counterDiagonal || hatch == Hatch::cross)
        rule(135);
}

bool isDiagonal(Hatch hatch) { return hatch != Hatch::horizontal && hatch != Hatch::vertical; }

// A box that holds the ends of lines which a clip then cuts.
QPolygonF withEnds(const QRectF& box, qreal width) { return corners(box.adjusted(-width, -width, width, width)); }

// A square of the hatch in device pixels that continues on all sides.
QImage hatchTile(Hatch hatch, const QColor& colour, qreal spacing, qreal width)
{
    // An image for each thread: others than the window's may not use pixmaps.
    thread_local QHash<std::pair<std::pair<int, QRgb>, std::pair<int, qreal>>, QImage> kept;
    const qreal slant = isDiagonal(hatch) ? M_SQRT2 : 1;
    const int period = std::max(2, qRound(spacing * slant));
    return keptOr(kept, {{static_cast<int>(hatch), colour.rgba()}, {period, width}}, 100, [&] {
        constexpr int longRun = 48; // pixels: short runs are slow to copy
        const int side = period * std::max(1, longRun / period);
        QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
        tile.fill(Qt::transparent);
        QPainter painter(&tile);
        painter.setRenderHint(QPainter::Antialiasing);
        drawRuling(painter, withEnds(tile.rect(), width), hatch, colour, period / slant, width);
        painter.end();
        return tile;
    });
}

} // namespace

void drawHatch(QPainter& painter, const QPolygonF& convex, Hatch hatch, const QColor& colour, qreal spacing,
               qreal width)
{
    painter.save();
    drawRuling(painter, convex, hatch, colour, spacing, width);
    painter.restore();
}

namespace
{

bool isOfTiles(const QPainter& painter)
{
    const QTransform& view = painter.deviceTransform();
    const bool upright = view.type() <= QTransform::TxScale && view.m11() > 0 && qFuzzyCompare(view.m11(), view.m22());
    return painter.paintEngine()->type() == QPaintEngine::Raster && upright;
}

} // namespace

void drawHatch(QPainter& painter, const QRectF& inside, Hatch hatch, const QColor& colour, qreal spacing, qreal width)
{
    if (hatch == Hatch::none || inside.isEmpty())
        return;
    if (!isOfTiles(painter)) {
        painter.save();
        painter.setClipRect(inside, Qt::IntersectClip);
        drawRuling(painter, withEnds(inside, width), hatch, colour, spacing, width);
        painter.restore();
        return;
    }
    const QTransform& view = painter.deviceTransform();
    QBrush brush(hatchTile(hatch, colour, spacing * view.m11(), width * view.m11()));
    brush.setTransform(QTransform::fromScale(1 / view.m11(), 1 / view.m11()));
    // Whole pixels: their edges need no blending of their own, which Qt would spread over threads and wait for.
    const QRectF pixels(view.mapRect(inside).toRect());
    painter.fillRect(view.inverted().mapRect(pixels), brush);
}

void drawHatch(QPainter& painter, std::span<const QRectF> inside, Hatch hatch, const QColor& colour, qreal spacing,
               qreal width)
{
    if (inside.empty() || isOfTiles(painter)) {
        for (const QRectF& one : inside)
            drawHatch(painter, one, hatch, colour, spacing, width);
        return;
    }
    QPainterPath all;
    all.setFillRule(Qt::WindingFill);
    for (const QRectF& one : inside)
        all.addRect(one);
    painter.save();
    painter.setClipPath(all);
    drawRuling(painter, withEnds(all.boundingRect(), width), hatch, colour, spacing, width);
    painter.restore();
}

} // namespace ui
