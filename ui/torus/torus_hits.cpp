// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under a point of the torus, and the picture in words.
#include "ui/torus/torus_scene.h"

#include "ui/torus/byte_text.h"
#include "ui/torus/shard_names.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal nearWire = 5; // pixels

qreal length(const QPointF& p) { return std::hypot(p.x(), p.y()); }

QRectF roomOf(const SceneWire& wire)
{
    const auto [left, right] = std::minmax({wire.from.x(), wire.fromControl.x(), wire.toControl.x(), wire.to.x()});
    const auto [top, bottom] = std::minmax({wire.from.y(), wire.fromControl.y(), wire.toControl.y(), wire.to.y()});
    return QRectF(left, top, right - left, bottom - top).adjusted(-nearWire, -nearWire, nearWire, nearWire);
}

QString placeName(const TorusGrid& grid, int block)
{
    return QObject::tr("block %1").arg(chipName(grid.places, block));
}

/// Of one link.
QString carriedText(double bytes, const Reel& reel)
{
    return QObject::tr("%1 so far, %2 of what the link could carry")
        .arg(bytesText(bytes, reel.collective().units), loadText(bytes, reel.capacity()));
}

WireReading reading(const TorusWire& wire, const TorusGrid& grid, const Reel& reel, const TorusLook& look)
{
    const bool bundles = look.detail == TorusDetail::blocks && look.block < 0;
    if (!bundles) {
        return readLink(reel, grid.lowest[static_cast<std::size_t>(wire.from)], wire.port);
    }
    const double capacity = reel.capacity();
    const core::ByteUnits units = reel.collective().units;
    const QString way = QObject::tr("%1 to %2").arg(placeName(grid, wire.from), placeName(grid, wire.to));
    if (wire.links == 1) {
        return {way, carriedText(wire.sum, reel)};
    }
    return {way, QObject::tr("%1 links, %2 together; busiest %3 (%4), mean %5 (%6)")
                     .arg(wire.links)
                     .arg(bytesText(wire.sum, units), bytesText(wire.most, units), loadText(wire.most, capacity),
                          bytesText(wire.mean(), units), loadText(wire.mean(), capacity))};
}

} // namespace

int chipAt(const TorusScene& scene, const QPointF& p)
{
    int found = -1;
    for (const SceneNode& node : scene.nodes) { // near ones are last
        const QPointF apart = node.at - p;
        const qreal reach = std::max<qreal>(node.radius + 2, 7);
        if (node.chip >= 0 && QPointF::dotProduct(apart, apart) <= reach * reach) {
            found = node.chip;
        }
    }
    return found;
}

const SceneWire* wireAt(const TorusScene& scene, const QPointF& p)
{
    constexpr int samples = 16;
    const SceneWire* found = nullptr;
    qreal nearest = nearWire;
    for (const SceneWire& wire : scene.wires) {
        if (!roomOf(wire).contains(p)) {
            continue;
        }
        for (int i = 1; i < samples; ++i) {
            const qreal distance = length(wire.at(1.0 * i / samples) - p);
            if (distance < nearest) {
                nearest = distance;
                found = &wire;
            }
        }
    }
    return found;
}

WireReading readLink(const Reel& reel, int chip, int port)
{
    const auto& whole = reel.whole();
    const QString load = carriedText(reel.bytesOn(chip, port), reel);
    if (whole.wiring == core::Wiring::throughSwitch) {
        const QString gpu = chipName(whole, chip);
        return {port == 0 ? QObject::tr("%1 into the switch").arg(gpu) : QObject::tr("Switch to %1").arg(gpu), load};
    }
    return {QObject::tr("%1 to %2").arg(chipName(whole, chip), chipName(whole, whole.neighbour(chip, port))), load};
}

std::vector<WireReading> readWire(const SceneWire& wire, const TorusGrid& grid, const Reel& reel, const TorusLook& look)
{
    std::vector<WireReading> readings{reading(grid.wires[static_cast<std::size_t>(wire.there)], grid, reel, look)};
    if (wire.back >= 0) {
        readings.push_back(reading(grid.wires[static_cast<std::size_t>(wire.back)], grid, reel, look));
    }
    return readings;
}

QString describe(const TorusScene& scene)
{
    const auto point = [](const QPointF& p) { return QStringLiteral("%1,%2").arg(qRound(p.x())).arg(qRound(p.y())); };
    static const char* const shapes[] = {"line", "arc", "stubs"};
    QString text = scene.caption + u'\n';
    for (const SceneNode& node : scene.nodes) {
        text += QStringLiteral("chip %1 at %2 r %3 share %4\n")
                    .arg(node.chip)
                    .arg(point(node.at))
                    .arg(qRound(node.radius))
                    .arg(qRound(100 * node.share));
    }
    for (const SceneWire& wire : scene.wires) {
        text += QStringLiteral("%1 %2.%3 %4 to %5 load %6\n")
                    .arg(QLatin1String(shapes[static_cast<int>(wire.shape)]))
                    .arg(wire.place)
                    .arg(wire.port)
                    .arg(point(wire.from), point(wire.to))
                    .arg(wire.colour < 0 ? QStringLiteral("idle") : QString::number(qRound(100 * wire.share)));
    }
    for (const SceneChunk& chunk : scene.showsChunks ? scene.chunks : std::vector<SceneChunk>()) {
        text += QStringLiteral("chunk %1 at %2\n").arg(chunk.text, point(chunk.at));
    }
    for (const SceneText& label : scene.texts) {
        text += QStringLiteral("text %1 at %2\n").arg(label.text, point(label.at));
    }
    return text;
}

} // namespace ui
