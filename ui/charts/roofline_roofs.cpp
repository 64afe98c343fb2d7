// SPDX-License-Identifier: GPL-3.0-or-later
// Spans of the roofs, the hatched side that cannot be reached, ridge points with their plumb lines.
#include "ui/charts/roofline_roofs.h"

#include "core/operation/roofline.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

// Slopes run diagonally themselves, so their hatches turn across.
Hatch acrossSlope(Hatch hatch)
{
    if (hatch == Hatch::horizontal)
        return Hatch::vertical;
    return hatch == Hatch::diagonal ? Hatch::counterDiagonal : hatch;
}

} // namespace

RoofSpan spanOf(const core::Roof& roof, const core::Roofline& all, double peak, const PictureLayout& frame)
{
    const AxisRanges& view = frame.ranges;
    double fromX = view.xMin;
    double toX = view.xMax;
    if (roof.resource == core::Resource::compute) {
        for (const core::Roof& other : all.roofs)
            if (other.resource != core::Resource::compute)
                toX = std::min(toX, other.ridge);
        fromX = std::max(fromX, all.roofs.size() > 1 ? toX : fromX);
        toX = view.xMax;
    } else {
        fromX = std::max(fromX, view.yMin / roof.rate);
        toX = std::min({roof.ridge, view.xMax, view.yMax / roof.rate});
    }
    const auto height = [&](double x) { return roof.resource == core::Resource::compute ? peak : roof.rate * x; };
    const bool visible = toX > fromX && height(toX) > view.yMin && height(toX) <= view.yMax * (1 + 1e-9);
    return {frame.at(fromX, height(fromX)), frame.at(toX, height(toX)), visible};
}

QPolygonF bindingStrip(const RoofSpan& span, const PictureLayout& frame)
{
    const QPointF along = span.to - span.from;
    const qreal length = std::hypot(along.x(), along.y());
    const QPointF up = QPointF(along.y(), -along.x()) / length * frame.sizes.px(6);
    return QPolygonF({span.from, span.to, span.to + up, span.from + up});
}

std::optional<QPointF> ridgeOf(const core::Roof& roof, double peak, const PictureLayout& frame)
{
    const QPointF at = frame.at(roof.ridge, peak);
    return roof.ridge > 0 && frame.area.contains(at) ? std::optional(at) : std::nullopt;
}

qreal ridgeRadius(const PictureLayout& frame) { return frame.sizes.px(3); }

void paintRoofs(QPainter& painter, const PictureLayout& frame, const core::Roofline& all, double peak)
{
    const ChartSizes& sizes = frame.sizes;
    for (const core::Roof& roof : all.roofs) {
        const RoofSpan span = spanOf(roof, all, peak, frame);
        if (!roof.binding || !span.visible)
            continue;
        const ResourceLook look = lookOf(roof.resource, frame.theme);
        painter.save();
        painter.setClipRect(frame.area, Qt::IntersectClip);
        drawHatch(painter, bindingStrip(span, frame), acrossSlope(look.hatch), look.colour, sizes.px(3.4), sizes.px(1));
        painter.restore();
    }
    for (const core::Roof& roof : all.roofs) {
        const auto at = ridgeOf(roof, peak, frame);
        if (!at)
            continue;
        painter.setPen(QPen(frame.theme.muted, sizes.px(0.9), Qt::DotLine));
        painter.drawLine(*at, QPointF(at->x(), frame.area.bottom()));
        painter.setPen(QPen(lookOf(roof.resource, frame.theme).colour, sizes.line));
        painter.setBrush(frame.theme.panel);
        painter.drawEllipse(*at, ridgeRadius(frame), ridgeRadius(frame));
    }
}

} // namespace ui
