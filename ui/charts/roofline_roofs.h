// SPDX-License-Identifier: GPL-3.0-or-later
// What the roofline's roofs look like apart from their names: the visible part of each, hatch and ridge points.
#pragma once

#include "ui/charts/chart_picture.h"

#include <optional>

namespace core
{
struct Roof;
struct Roofline;
} // namespace core

namespace ui
{

/// The visible part of a roof, left to right.
struct RoofSpan {
    QPointF from, to;
    bool visible = false;
};
RoofSpan spanOf(const core::Roof&, const core::Roofline&, double peak, const PictureLayout&);

/// The hatched strip along the visible part of the roof that binds.
QPolygonF bindingStrip(const RoofSpan&, const PictureLayout&);
/// Where a roof meets that of compute; null where the axes do not show it.
std::optional<QPointF> ridgeOf(const core::Roof&, double peak, const PictureLayout&);
/// Pixels; of the circle around a ridge point.
qreal ridgeRadius(const PictureLayout&);

/// Hatch and ridge points.
void paintRoofs(QPainter&, const PictureLayout&, const core::Roofline&, double peak);

} // namespace ui
