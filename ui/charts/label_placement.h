// SPDX-License-Identifier: GPL-3.0-or-later
// Places labels so that none touches another or what is drawn: by priority, from a list of candidates, or not at all.
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace ui
{

/// True where two convex polygons share more than an edge.
bool overlap(const QPolygonF&, const QPolygonF&);

/// A rectangle of `size` around `centre`, turned clockwise by `degrees` (as QPainter turns).
QPolygonF turnedRect(const QPointF& centre, const QSizeF& size, qreal degrees);

/// The strip of a width around a line.
QPolygonF alongLine(const QPointF& from, const QPointF& to, qreal width);

/// Corners of a rectangle, open (QPolygonF(QRectF) repeats the first).
QPolygonF corners(const QRectF&);

class LabelPlacer
{
public:
    explicit LabelPlacer(const QRectF& bounds) : m_bounds(bounds) {}

    /// Something that labels have to keep clear of.
    void block(const QPolygonF& convex) { m_taken.push_back(convex); }
    void block(const QRectF& box) { m_taken.push_back(corners(box)); }
    void blockLine(const QPointF& from, const QPointF& to, qreal width);

    bool isFree(const QPolygonF& convex) const;

private:
    QRectF m_bounds;
    std::vector<QPolygonF> m_taken;
};

/// Moves intervals of `heights` around `centres` apart so that none overlaps and all lie in [top, bottom], each as near
/// to its wish as the order of the wishes allows. Gives the new centres in the order of the input. Intervals that do
/// not fit together are dropped from the end of the input (least important last): their centre is NaN.
std::vector<qreal> spread(const std::vector<qreal>& centres, const std::vector<qreal>& heights, qreal top,
                          qreal bottom);

} // namespace ui
