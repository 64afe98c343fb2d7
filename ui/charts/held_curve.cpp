// SPDX-License-Identifier: GPL-3.0-or-later
// One line of at most four points a pixel, on screens strip by strip: Qt's rasterizer looks at all of a wide shape's
// pixels in a line for each of its pixels.
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

constexpr qreal stripWidth = 32;

struct HeldLook {
    QColor fill; // of what is under the line; none: nothing is filled
    QPen pen;
};

void paintLine(QPainter& painter, const QPolygonF& line, qreal bottom, const HeldLook& look)
{
    if (look.fill.isValid()) {
        QPolygonF under = line;
        under << QPointF(line.last().x(), bottom) << QPointF(line.first().x(), bottom);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.fill);
        painter.drawPolygon(under);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(look.pen);
    painter.drawPolyline(line);
}

/// With the points beside the strip, so that the line goes on over its edges.
void paintStrip(QPainter& painter, const QPolygonF& line, const QRectF& strip, const HeldLook& look)
{
    constexpr qreal beside = 8; // px: more than the pen reaches
    const auto first = std::ranges::lower_bound(line, strip.left() - beside, {}, &QPointF::x) - line.begin();
    const auto last = std::ranges::upper_bound(line, strip.right() + beside, {}, &QPointF::x) - line.begin();
    const auto begin = std::max<qsizetype>(first - 2, 0);
    const auto end = std::min<qsizetype>(last + 2, line.size());
    if (begin >= end)
        return;
    painter.save();
    painter.setClipRect(strip, Qt::IntersectClip);
    paintLine(painter, QPolygonF(line.mid(begin, end - begin)), strip.bottom(), look);
    painter.restore();
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
        line << QPointF(area.left() + (point.at - scale.from) / pixel,
                        area.bottom() - (area.height() - 2) * point.held / scale.most);
    if (line.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(area, Qt::IntersectClip);
    const HeldLook look{filled ? mixed(theme.panel, theme.muted, 0.28) : QColor(),
                        QPen(theme.muted, sizes.px(filled ? 1.2 : 0.6))};
    if (painter.paintEngine()->type() != QPaintEngine::Raster)
        paintLine(painter, line, area.bottom(), look);
    else
        for (qreal left = std::floor(area.left()); left < area.right(); left += stripWidth)
            paintStrip(painter, line, QRectF(left, area.top(), stripWidth, area.height()), look);
    painter.restore();
}

} // namespace ui
