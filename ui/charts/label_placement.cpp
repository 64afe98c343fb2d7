// SPDX-License-Identifier: GPL-3.0-or-later
// Label placement by separating axes and by pooling neighbours.
#include "ui/charts/label_placement.h"

#include <QTransform>
#include <QtMath>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui
{

namespace
{

struct Interval {
    qreal min = std::numeric_limits<qreal>::infinity();
    qreal max = -std::numeric_limits<qreal>::infinity();
};

Interval shadow(const QPolygonF& polygon, const QPointF& axis)
{
    Interval interval;
    for (const QPointF& corner : polygon) {
        const qreal at = QPointF::dotProduct(corner, axis);
        interval.min = std::min(interval.min, at);
        interval.max = std::max(interval.max, at);
    }
    return interval;
}

// An edge of `a` separates them.
bool separates(const QPolygonF& a, const QPolygonF& b)
{
    for (qsizetype i = 0; i < a.size(); ++i) {
        const QPointF edge = a[(i + 1) % a.size()] - a[i];
        const QPointF normal(-edge.y(), edge.x());
        const Interval first = shadow(a, normal);
        const Interval second = shadow(b, normal);
        constexpr qreal touching = 1e-9;
        if (!normal.isNull() && (first.max <= second.min + touching || second.max <= first.min + touching))
            return true;
    }
    return false;
}

} // namespace

bool overlap(const QPolygonF& a, const QPolygonF& b) { return !separates(a, b) && !separates(b, a); }

QPolygonF corners(const QRectF& box)
{
    return QPolygonF({box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()});
}

QPolygonF turnedRect(const QPointF& centre, const QSizeF& size, qreal degrees)
{
    QTransform turn;
    turn.translate(centre.x(), centre.y()).rotate(degrees);
    return turn.map(corners(QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())));
}

QPolygonF alongLine(const QPointF& from, const QPointF& to, qreal width)
{
    const QPointF along = to - from;
    const qreal length = std::hypot(along.x(), along.y());
    return turnedRect((from + to) / 2, QSizeF(length, width), qRadiansToDegrees(std::atan2(along.y(), along.x())));
}

void LabelPlacer::blockLine(const QPointF& from, const QPointF& to, qreal width)
{
    if (from != to)
        block(alongLine(from, to, width));
}

bool LabelPlacer::isFree(const QPolygonF& convex) const
{
    const bool inside =
        std::ranges::all_of(convex, [this](const QPointF& corner) { return m_bounds.contains(corner); });
    return inside && std::ranges::none_of(m_taken, [&](const QPolygonF& other) { return overlap(convex, other); });
}

namespace
{

// Neighbours that touch move as one block around the mean of their wishes.
struct Block {
    std::vector<std::size_t> members;
    qreal height = 0;
    qreal wish = 0; // sum over members of (wished top - offset in the block)

    qreal top(qreal min, qreal max) const
    {
        return std::clamp(wish / static_cast<qreal>(members.size()), min, std::max(min, max - height));
    }
};

void join(Block& first, const Block& second)
{
    first.wish += second.wish - first.height * static_cast<qreal>(second.members.size());
    first.members.insert(first.members.end(), second.members.begin(), second.members.end());
    first.height += second.height;
}

} // namespace

std::vector<qreal> spread(const std::vector<qreal>& centres, const std::vector<qreal>& heights, qreal top, qreal bottom)
{
    std::vector<qreal> result(centres.size(), std::numeric_limits<qreal>::quiet_NaN());
    std::vector<std::size_t> order;
    qreal used = 0;
    for (std::size_t i = 0; i < centres.size() && used + heights[i] <= bottom - top + 1e-9; ++i) {
        order.push_back(i);
        used += heights[i];
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return centres[i]; });
    std::vector<Block> blocks;
    for (const std::size_t i : order) {
        blocks.push_back({{i}, heights[i], centres[i] - heights[i] / 2});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].top(top, bottom) + blocks[blocks.size() - 2].height >
                                        blocks.back().top(top, bottom)) {
            join(blocks[blocks.size() - 2], blocks.back());
            blocks.pop_back();
        }
    }
    for (const Block& block : blocks) {
        qreal at = block.top(top, bottom);
        for (const std::size_t i : block.members) {
            result[i] = at + heights[i] / 2;
            at += heights[i];
        }
    }
    return result;
}

} // namespace ui
