// SPDX-License-Identifier: GPL-3.0-or-later
// Weighs the four corners.
#include "ui/torus/card_place.h"

#include "ui/torus/torus_scene.h"

#include <QSize>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

constexpr double weightOfTold = 1000;
constexpr qreal around = 4; // pixels round a chip

double covered(const QRectF& card, const std::vector<ToBeSeen>& seen)
{
    double sum = 0;
    for (const ToBeSeen& one : seen) {
        const QRectF common = card & one.box;
        sum += one.weight * common.width() * common.height();
    }
    return sum;
}

} // namespace

std::vector<ToBeSeen> toBeSeen(const TorusScene& scene, const std::vector<int>& told)
{
    std::vector<ToBeSeen> seen;
    seen.reserve(scene.nodes.size() + 1);
    for (const SceneNode& node : scene.nodes) {
        const qreal r = node.radius + around;
        const bool isTold = std::ranges::find(told, node.chip) != told.end();
        seen.push_back({{node.at.x() - r, node.at.y() - r, 2 * r, 2 * r}, isTold ? weightOfTold : 1});
    }
    constexpr double weightOfArc = 3;
    constexpr int pieces = 8;
    for (const SceneWire& wire : scene.wires) { // links round the outside; the others are covered with their chips
        for (int i = 0; wire.shape == SceneWire::Shape::arc && i < pieces && scene.wires.size() < 500; ++i) {
            const QPointF at = wire.at((i + 0.5) / pieces);
            seen.push_back({{at.x() - around, at.y() - around, 2 * around, 2 * around}, weightOfArc});
        }
    }
    seen.push_back({scene.scale});
    return seen;
}

QPoint freeCorner(const QSize& card, const QRect& room, const std::vector<ToBeSeen>& seen, const QPoint& before)
{
    const int right = std::max(room.left(), room.left() + room.width() - card.width());
    const int bottom = std::max(room.top(), room.top() + room.height() - card.height());
    std::array corners{QPoint(right, room.top()), QPoint(room.left(), room.top()), QPoint(right, bottom),
                       QPoint(room.left(), bottom)};
    if (const auto last = std::ranges::find(corners, before); last != corners.end()) {
        std::rotate(corners.begin(), last, last + 1);
    }
    return *std::ranges::min_element(corners, {}, [&](const QPoint& at) { return covered(QRectF(at, card), seen); });
}

QRectF freeBeside(const QRectF& card, const QPointF& at, const QRectF& room, std::vector<ToBeSeen> seen)
{
    constexpr qreal gap = 14; // the pointer's own size
    constexpr std::size_t maxSeen = 1000;
    if (seen.size() > maxSeen) {
        return card; // it covers as many wherever it lies
    }
    seen.push_back({QRectF(at - QPointF(around, around), at + QPointF(around, around)), weightOfTold});
    std::vector<QRectF> places{card};
    for (const qreal left : {room.left(), room.right() - card.width()}) {
        for (const qreal top : {room.top(), room.bottom() - card.height()}) {
            places.emplace_back(QPointF(std::max(room.left(), left), std::max(room.top(), top)), card.size());
        }
    }
    for (const int down : {1, -1, 0}) {
        for (const int across : {0, 1, -1}) {
            QRectF place = card;
            place.moveCenter(at + QPointF(across * (card.width() / 2 + gap), down * (card.height() / 2 + gap)));
            place.moveLeft(std::clamp(place.left(), room.left(), std::max(room.left(), room.right() - card.width())));
            place.moveTop(std::clamp(place.top(), room.top(), std::max(room.top(), room.bottom() - card.height())));
            places.push_back(place);
        }
    }
    return *std::ranges::min_element(places, {}, [&](const QRectF& place) { return covered(place, seen); });
}

} // namespace ui
