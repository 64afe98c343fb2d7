// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under a point of the torus.
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/wire_shapes.h"

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal nearWire = 5; // pixels
constexpr int samples = 16;   // of a wire

QRectF roomOf(const SceneWire& wire)
{
    const auto [left, right] = std::minmax({wire.from.x(), wire.fromControl.x(), wire.toControl.x(), wire.to.x()});
    const auto [top, bottom] = std::minmax({wire.from.y(), wire.fromControl.y(), wire.toControl.y(), wire.to.y()});
    return QRectF(left, top, right - left, bottom - top).adjusted(-nearWire, -nearWire, nearWire, nearWire);
}

} // namespace

const ShownNumber* plateNumberAt(const TorusScene& scene, const QPointF& p)
{
    const QFont font = uiFont(11, QFont::Medium);
    for (const SceneText& plate : scene.texts) {
        if (!plate.numbers.empty() && plateBox(plate.at, plate.text, font).contains(p)) {
            return &*std::ranges::min_element(plate.numbers, {}, [&](const ShownNumber& number) {
                return std::abs(number.letters.center().x() - p.x());
            });
        }
    }
    return nullptr;
}

int chipAt(const TorusScene& scene, const QPointF& p)
{
    int found = -1;
    for (const SceneNode& node : scene.nodes) { // near ones are last
        const QPointF apart = node.at - p;
        const qreal reach = std::max<qreal>(node.radius + 2, 7);
        const qreal distance = node.square ? std::max(std::abs(apart.x()), std::abs(apart.y())) : lengthOf(apart);
        if (node.chip >= 0 && distance <= reach) {
            found = node.chip;
        }
    }
    return found;
}

const SceneWire* wireAt(const TorusScene& scene, const QPointF& p)
{
    const SceneWire* found = nullptr;
    qreal nearest = nearWire;
    for (const SceneWire& wire : scene.wires) {
        if (!roomOf(wire).contains(p)) {
            continue;
        }
        for (int i = 1; i < samples; ++i) {
            const qreal distance = lengthOf(wire.at(1.0 * i / samples) - p);
            if (distance < nearest) {
                nearest = distance;
                found = &wire;
            }
        }
    }
    return found;
}

double nearestOn(const SceneWire& wire, const QPointF& p)
{
    double found = 0.5;
    for (int i = 1; i < samples; ++i) {
        const double along = 1.0 * i / samples;
        found = lengthOf(wire.at(along) - p) < lengthOf(wire.at(found) - p) ? along : found;
    }
    return found;
}

} // namespace ui
