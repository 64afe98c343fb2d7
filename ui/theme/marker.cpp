// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of marks.
#include "ui/theme/marker.h"

#include <QPainter>
#include <QtMath>

#include <array>
#include <cmath>

namespace ui
{

void drawMarker(QPainter& painter, Marker marker, const QPointF& centre, qreal size)
{
    if (marker == Marker::disc) {
        painter.drawEllipse(centre, size * 0.5, size * 0.5);
        return;
    }
    struct Shape {
        int corners;
        qreal start;
        qreal radius;
    };
    constexpr std::array<Shape, 5> shapes{{{4, 45, 0.62}, {3, 90, 0.68}, {4, 90, 0.66}, {3, 270, 0.68}, {5, 90, 0.6}}};
    const Shape shape = shapes[static_cast<std::size_t>(marker)];
    QPolygonF outline;
    for (int i = 0; i < shape.corners; ++i) {
        const qreal angle = qDegreesToRadians(shape.start + 360.0 * i / shape.corners);
        outline.append(centre + QPointF(std::cos(angle), -std::sin(angle)) * size * shape.radius);
    }
    painter.drawPolygon(outline);
}

const BaselineLook& baselineLook(std::size_t look)
{
    static const std::array<BaselineLook, 3> looks{
        {{QStringLiteral("B"), QStringLiteral("◇ B"), Marker::diamond, {4, 3}},
         {QStringLiteral("C"), QStringLiteral("△ C"), Marker::triangle, {1.5, 2.5}},
         {QStringLiteral("D"), QStringLiteral("▽ D"), Marker::triangleDown, {7, 2.5, 1.5, 2.5}}}};
    return looks.at(look);
}

} // namespace ui
