// SPDX-License-Identifier: GPL-3.0-or-later
// One line of at most four points a pixel.
#include "ui/charts/held_curve.h"

#include "ui/theme/painting.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

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
    if (filled) {
        QPolygonF under = line;
        under << QPointF(line.last().x(), area.bottom()) << QPointF(line.first().x(), area.bottom());
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(theme.panel, theme.muted, 0.28));
        painter.drawPolygon(under);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.muted, sizes.px(filled ? 1.2 : 0.6)));
    painter.drawPolyline(line);
    painter.restore();
}

} // namespace ui
