// SPDX-License-Identifier: GPL-3.0-or-later
// One line of at most four points a pixel. Where pixels are drawn, line by line and above an edge that is not blended:
// Qt's rasterizer looks at all blended pixels of a shape in a row for each of its pixels.
#include "ui/charts/held_curve.h"

#include "ui/theme/painting.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

/// Goes on to `next`, and past the last point where that lies on the way.
void append(QPolygonF& line, const QPointF& next)
{
    constexpr qreal straight = 0.05; // px beside the way
    if (line.size() > 1) {
        const QPointF before = line[line.size() - 2], way = next - before, last = line.last() - before;
        const qreal along = QPointF::dotProduct(last, way); // else it is where the line turns back
        const bool between = along >= 0 && along <= QPointF::dotProduct(way, way);
        if (between && std::abs(way.x() * last.y() - way.y() * last.x()) <= straight * std::hypot(way.x(), way.y()))
            line.removeLast();
    }
    if (line.isEmpty() || line.last() != next)
        line << next;
}

void paintUnder(QPainter& painter, const QPolygonF& line, qreal bottom, const QColor& colour)
{
    QPolygonF under = line;
    under << QPointF(line.last().x(), bottom) << QPointF(line.first().x(), bottom);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(under);
}

QList<QLineF> pieces(const QPolygonF& line)
{
    QList<QLineF> out;
    for (qsizetype i = 1; i < line.size(); ++i)
        out << QLineF(line[i - 1], line[i]);
    return out;
}

} // namespace

void paintHeldCurve(QPainter& painter, const std::vector<core::HeldAt>& held, const QRectF& area,
                    const HeldScale& scale, const ChartSizes& sizes, const Theme& theme, bool filled)
{
    const auto first = std::ranges::lower_bound(held, scale.from, {}, &core::HeldAt::at);
    const auto last = std::ranges::upper_bound(held, scale.to, {}, &core::HeldAt::at);
    const double pixel = (scale.to - scale.from) / area.width();
    QPolygonF line; // it comes from outside and goes there
    for (const auto& point :
         core::thinned({first == held.begin() ? first : first - 1, last == held.end() ? last : last + 1}, pixel))
        append(line, {area.left() + (point.at - scale.from) / pixel,
                      area.bottom() - (area.height() - 2) * point.held / scale.most});
    if (line.isEmpty())
        return;
    const bool pixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, !pixels);
    if (filled)
        paintUnder(painter, line, area.bottom(), mixed(theme.panel, theme.muted, 0.28));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.muted, sizes.px(filled ? 1.2 : 0.6)));
    pixels ? painter.drawLines(pieces(line)) : painter.drawPolyline(line);
    painter.restore();
}

} // namespace ui
