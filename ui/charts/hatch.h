// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns that say the same as the hues.
#pragma once

#include <QPolygonF>

#include <span>

class QColor;
class QPainter;

namespace ui
{

enum class Hatch { none, horizontal, diagonal, counterDiagonal, cross, vertical, dots };

/// Lines of a hatch inside a convex polygon, drawn as vectors so that they stay sharp in every output.
void drawHatch(QPainter&, const QPolygonF& convex, Hatch, const QColor&, qreal spacing, qreal width);
/// The same inside a rectangle; on pixels with a tile, whose period is a whole number of pixels.
void drawHatch(QPainter&, const QRectF& inside, Hatch, const QColor&, qreal spacing, qreal width);
/// The same inside several rectangles, as one drawing where it is drawn as vectors.
void drawHatch(QPainter&, std::span<const QRectF> inside, Hatch, const QColor&, qreal spacing, qreal width);

} // namespace ui
