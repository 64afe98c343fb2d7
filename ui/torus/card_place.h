// SPDX-License-Identifier: GPL-3.0-or-later
// Where cards lie over the torus: in the corner where they cover least of it.
#pragma once

#include <QPoint>
#include <QRectF>

#include <vector>

namespace ui
{

struct TorusScene;

/// An area that cards should not cover, with a weight.
struct ToBeSeen {
    QRectF box;
    double weight = 1; // of each pixel
};

/// Chips, those that the cards tell of before all others, and the scale of colours.
std::vector<ToBeSeen> toBeSeen(const TorusScene&, const std::vector<int>& told);

/// The corner of `room` in which a card covers least; of equal ones `before`, so that it stays where it is.
QPoint freeCorner(const QSize& card, const QRect& room, const std::vector<ToBeSeen>&, const QPoint& before);

/// Of places round `at`, that of `card` and the corners, all within `room`, the one in which it covers least and never
/// `at` itself.
QRectF freeBeside(const QRectF& card, const QPointF& at, const QRectF& room, std::vector<ToBeSeen>);

} // namespace ui
