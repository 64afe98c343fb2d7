// SPDX-License-Identifier: GPL-3.0-or-later
// Messages, the scale with its words, and places of labels.
#include "ui/torus/torus_marks.h"

#include "ui/numbers/byte_text.h"
#include "ui/playback/recording.h"
#include "ui/playback/shard_mark.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/torus/wire_reading.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace ui
{

namespace
{

constexpr qreal tokenFrom = 3.6; // radius from which a message shows its pattern
constexpr qreal swatch = 9;      // of a named message

/// A message with its name: pattern on the left, letter and number on the right.
void paintNamed(QPainter& painter, const SceneChunk& chunk, const Theme& theme)
{
    const QSizeF& room = chunk.plate;
    const QRectF plate(chunk.at.x() - room.width() / 2, chunk.at.y() - room.height() / 2, room.width(), room.height());
    const QColor hue =
        chunk.pale ? mixed(theme.panel, shardHue(chunk.shard, theme), 0.3) : shardHue(chunk.shard, theme);
    painter.setPen(QPen(hue, 1.4));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(plate, 3, 3);
    drawShardMark(painter, {plate.left() + 1, plate.top() + 1, swatch, plate.height() - 2}, chunk.shard, theme,
                  chunk.pale);
    painter.setPen(chunk.pale ? theme.muted : theme.text);
    painter.drawText(plate.adjusted(swatch + 2, 0, 0, 0), Qt::AlignCenter, chunk.text);
}

void paintToken(QPainter& painter, const SceneChunk& chunk, const QPointF& at, const Theme& theme)
{
    const qreal r = chunk.radius;
    const QRectF box(at.x() - r, at.y() - r, 2 * r, 2 * r);
    painter.fillRect(box.adjusted(-1, -1, 1, 1), theme.panel);
    drawShardMark(painter, box, chunk.shard, theme, chunk.pale);
}

/// Messages without names: each look is drawn once and stamped.
void stampTokens(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    const qreal ratio = painter.deviceTransform().m11();
    std::map<std::pair<int, bool>, QPixmap> stamps;
    for (const SceneChunk& chunk : scene.chunks) {
        if (chunk.hidden) {
            continue;
        }
        QPixmap& stamp = stamps[{chunk.shard % 56, chunk.pale}];
        const int side = 2 * static_cast<int>(std::ceil(chunk.radius + 1));
        if (stamp.isNull()) {
            stamp = QPixmap((QSizeF(side, side) * ratio).toSize());
            stamp.setDevicePixelRatio(ratio);
            stamp.fill(Qt::transparent);
            QPainter once(&stamp);
            paintToken(once, chunk, QPointF(side, side) / 2, theme);
        }
        const QPointF corner = (chunk.at - QPointF(side, side) / 2) * ratio;
        painter.drawPixmap(QPointF(std::round(corner.x()), std::round(corner.y())) / ratio, stamp);
    }
}

/// Small ones: squares, one hue at a time.
void paintDots(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    std::array<QList<QRectF>, 16> boxes; // pale ones first
    for (const SceneChunk& chunk : scene.chunks) {
        if (chunk.hidden) {
            continue;
        }
        const qreal r = chunk.radius;
        const int hue = chunk.shard % 8 + (chunk.pale ? 0 : 8);
        boxes[nth(hue)] << QRectF(chunk.at.x() - r, chunk.at.y() - r, 2 * r, 2 * r);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const QColor hue = shardHue(static_cast<int>(i % 8), theme);
        painter.setBrush(i < 8 ? mixed(theme.panel, hue, 0.3) : hue);
        painter.drawRects(boxes[i]);
    }
}

void paintMessages(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    if (scene.chunks.empty() || !scene.showsChunks) {
        return;
    }
    if (!scene.chunks.front().text.isEmpty()) {
        painter.setFont(uiFont(11, QFont::DemiBold));
        for (const SceneChunk& chunk : scene.chunks) {
            chunk.hidden           ? void()
            : chunk.text.isEmpty() ? paintToken(painter, chunk, chunk.at, theme)
                                   : paintNamed(painter, chunk, theme);
        }
    } else if (scene.chunks.front().radius < tokenFrom) {
        paintDots(painter, scene, theme);
    } else if (painter.paintEngine()->type() == QPaintEngine::Raster) {
        stampTokens(painter, scene, theme);
    } else {
        for (const SceneChunk& chunk : scene.chunks) {
            chunk.hidden ? void() : paintToken(painter, chunk, chunk.at, theme);
        }
    }
}

void paintTexts(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    for (const SceneText& label : scene.texts) {
        painter.setFont(uiFont(11, label.strong ? QFont::DemiBold : QFont::Medium));
        if (label.strong) {
            paintPlate(painter, label.at, label.text, theme.accent, theme.accent, theme.onAccent);
        } else {
            paintPlate(painter, label.at, label.text, theme.panel, theme.outline, theme.text);
        }
    }
}

constexpr std::size_t maxLabels = 3;
constexpr std::size_t avoidedNodes = 300; // more chips leave no room between them
constexpr std::size_t maxTried = 60;
constexpr qreal apart = 3; // pixels between labels

Sentence labelOf(const TorusWire& wire, const TorusScene& scene, const Recording& recording)
{
    const bool betweenBlocks = scene.showsBlocks();
    const int from = betweenBlocks ? wire.from : scene.grid.lowest[nth(wire.from)];
    const auto part = [&](const QString& text, std::string_view number) {
        return numberPart(recording, text, {number, recording.step(), from, wire.port});
    };
    const QString max = bytesText(wire.max, recording.collective().units);
    const QString mean = bytesText(wire.mean(), recording.collective().units);
    const SentencePart links = part(QString::number(wire.links), "block_links");
    if (wire.links == 1) {
        return sentence(QStringLiteral("%1"), {part(max, betweenBlocks ? "block_bytes" : "link_bytes")});
    }
    return max == mean ? sentence(QObject::tr("%1 links, %2 each"), {links, part(mean, "block_mean")})
                       : sentence(QObject::tr("%1 links, mean %2, max %3"),
                                  {links, part(mean, "block_mean"), part(max, "block_most")});
}

/// Boxes beside the midpoint of the wire, then farther along it, then farther from it.
/// `lanes`: distance to the opposite direction of the wire, which is on the left.
std::vector<QRectF> candidates(const SceneWire& wire, const QSizeF& room, qreal clear, qreal lanes)
{
    std::vector<QRectF> found;
    for (const qreal distance : {clear, clear + 12, clear + 24, clear + 42}) {
        for (const double t : {0.5, 0.36, 0.64, 0.22, 0.78}) {
            const QPointF direction = wire.at(t + 0.01) - wire.at(t - 0.01);
            const qreal reach = std::hypot(direction.x(), direction.y());
            const QPointF right = reach > 0 ? QPointF(-direction.y(), direction.x()) / reach : QPointF(0, 1);
            for (const int side : {1, -1}) {
                const qreal half = (std::abs(right.x()) * room.width() + std::abs(right.y()) * room.height()) / 2;
                const QPointF centre = wire.at(t) + right * (side * (distance + half) - (side < 0 ? lanes : 0));
                found.emplace_back(centre - QPointF(room.width(), room.height()) / 2, room);
            }
        }
    }
    return found;
}

/// Wires with most bytes first, near ones before far ones.
std::vector<const SceneWire*> busiestOf(const TorusScene& scene)
{
    std::vector<const SceneWire*> wires;
    for (const SceneWire& wire : scene.wires) {
        if (wire.bytes > 0 && !wire.pale) {
            wires.push_back(&wire);
        }
    }
    const auto tried = static_cast<std::ptrdiff_t>(std::min(wires.size(), maxTried));
    std::ranges::partial_sort(wires, wires.begin() + tried, [](const SceneWire* a, const SceneWire* b) {
        return a->bytes != b->bytes ? a->bytes > b->bytes : a->fade != b->fade ? a->fade < b->fade : a < b;
    });
    wires.resize(nth(tried));
    return wires;
}

/// Links round the outside as short lines; of a solid and of a switch all, whose lines lie close to each other.
std::vector<QLineF> crossedBy(const TorusScene& scene)
{
    std::vector<QLineF> lines;
    for (const SceneNic& nic : scene.nics) {
        lines.push_back(nic.line);
    }
    for (const SceneWire& wire : scene.wires) {
        if (scene.nodes.size() > avoidedNodes) {
            return lines;
        }
        if (wire.shape == SceneWire::Shape::straight && !scene.deep && scene.grid.ports != 2) {
            continue;
        }
        const int pieces = wire.shape == SceneWire::Shape::straight ? 1 : 12;
        for (int i = 0; i < pieces; ++i) {
            const bool gap = wire.shape == SceneWire::Shape::stubs && i == pieces / 2 - 1;
            if (!gap) {
                lines.emplace_back(wire.at(1.0 * i / pieces), wire.at((i + 1.0) / pieces));
            }
        }
    }
    return lines;
}

bool crosses(const std::vector<QLineF>& lines, const QRectF& box)
{
    const std::array sides{QLineF(box.topLeft(), box.bottomRight()), QLineF(box.bottomLeft(), box.topRight())};
    return std::ranges::any_of(lines, [&](const QLineF& line) {
        return box.contains(line.center()) || std::ranges::any_of(sides, [&](const QLineF& side) {
                   return line.intersects(side, nullptr) == QLineF::BoundedIntersection;
               });
    });
}

/// The direction of a wire with more bytes.
const TorusWire& loadedOf(const SceneWire& wire, const TorusGrid& grid)
{
    const TorusWire& there = grid.wires[nth(wire.there)];
    const TorusWire& back = grid.wires[nth(wire.back < 0 ? wire.there : wire.back)];
    return back.max > there.max ? back : there;
}

} // namespace

QFont cornerFont() { return uiFont(12, QFont::Medium); }

QRectF cornerName(const SceneNode& node)
{
    const qreal top = node.nameBelow ? node.at.y() + node.radius + 1 : node.at.y() - node.radius - 16;
    const qreal width = lineWidth(node.text, cornerFont());
    const qreal left = node.nameRight ? node.at.x() + node.radius - width : node.at.x() - node.radius;
    return {left, top, width, 15};
}

QFont hubFont(qreal radius)
{
    constexpr qreal roomy = 21;
    return uiFont(radius < roomy ? 9 : 11, QFont::Medium);
}

QSizeF plateOfMessage(const QString& name)
{
    const QFont font = uiFont(11, QFont::DemiBold);
    return {lineWidth(name, font) + swatch + 11, QFontMetricsF(font).height() + 3};
}

QPainterPath ringRound(const SceneNode& node, qreal distance)
{
    const qreal reach = node.radius + distance;
    const qreal corner = node.square ? 6 : reach;
    QPainterPath ring;
    ring.addRoundedRect(QRectF(node.at.x() - reach, node.at.y() - reach, 2 * reach, 2 * reach), corner, corner);
    return ring;
}

QRectF plateBox(const QPointF& at, const QString& text, const QFont& font)
{
    const QSizeF room(lineWidth(text, font) + 8, QFontMetricsF(font).height() + 2);
    return {at.x() - room.width() / 2, at.y() - room.height() / 2, room.width(), room.height()};
}

void paintPlate(QPainter& painter, const QPointF& at, const QString& text, const QColor& fill, const QColor& border,
                const QColor& ink)
{
    const QRectF plate = plateBox(at, text, painter.font());
    painter.setPen(QPen(border, 1.2));
    painter.setBrush(fill);
    painter.drawRoundedRect(plate, 4, 4);
    painter.setPen(ink);
    painter.drawText(plate, Qt::AlignCenter, text);
}

void paintTorusChunks(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintMessages(painter, scene, theme);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTexts(painter, scene, theme);
    paintScale(painter, scene, theme);
    painter.restore();
}

void labelBusiest(TorusScene& scene, const Recording& recording, const std::vector<QRectF>& travelling)
{
    const auto busiest = busiestOf(scene);
    const qreal below = captionBox(scene.caption).bottom() + apart;
    const QRectF bounds =
        QRectF(QPointF(), scene.size)
            .adjusted(4, below, -4, scene.scale.isEmpty() ? -4 : scaleTop(scene) - scene.size.height());
    std::vector<QRectF> chips;
    for (const SceneNode& node : scene.nodes) {
        if (scene.nodes.size() <= avoidedNodes) {
            const qreal r = node.radius + 1;
            chips.emplace_back(node.at.x() - r, node.at.y() - r, 2 * r, 2 * r);
            if (!node.held.empty()) {
                chips.push_back(cornerName(node));
            }
        }
    }
    const QFont font = uiFont(11, QFont::Medium);
    const QFontMetricsF metrics(font);
    const qreal clear = scene.unit >= namedFrom ? 12 : 6;
    const auto lines = crossedBy(scene);
    std::vector<QRectF> taken; // by the numbers of a trail too
    for (const SceneText& text : scene.texts) {
        taken.push_back(
            plateBox(text.at, text.text, uiFont(11, QFont::DemiBold)).adjusted(-apart, -apart, apart, apart));
    }
    const std::size_t max = taken.size() + maxLabels;
    const auto meets = [](const std::vector<QRectF>& boxes, const QRectF& box) {
        return std::ranges::any_of(boxes, [&](const QRectF& other) { return other.intersects(box); });
    };
    for (const SceneWire* wire : busiest) {
        if (taken.size() == max) {
            return;
        }
        const Sentence words = labelOf(loadedOf(*wire, scene.grid), scene, recording);
        const QSizeF room(metrics.horizontalAdvance(words.text) + 10, metrics.height() + 4);
        const auto found = candidates(*wire, room, clear, wire->back < 0 ? scene.lanes : 0);
        const auto chosen = std::ranges::find_if(found, [&](const QRectF& box) {
            return bounds.contains(box) && !meets(taken, box) && !meets(chips, box) && !meets(travelling, box) &&
                   !crosses(lines, box);
        });
        if (chosen != found.end()) {
            taken.push_back(chosen->adjusted(-apart, -apart, apart, apart));
            const QPointF centre = chosen->center();
            const QPointF start(centre.x() - lineWidth(words.text, font) / 2,
                                centre.y() + (metrics.ascent() - metrics.descent()) / 2);
            scene.texts.push_back({centre, words.text, false, words.shownAt(start, font)});
        }
    }
}

void dropHiddenNames(TorusScene& scene)
{
    const QFontMetricsF metrics(uiFont(11, QFont::Medium));
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
        SceneNode& node = scene.nodes[i];
        if (node.text.isEmpty()) {
            continue;
        }
        const QSizeF half(metrics.averageCharWidth() * static_cast<qreal>(node.text.size()) / 2, metrics.ascent() / 2);
        const bool hidden = std::any_of(scene.nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1, scene.nodes.end(),
                                        [&](const SceneNode& nearer) {
                                            const QPointF away = nearer.at - node.at;
                                            return std::abs(away.x()) < nearer.radius + half.width() &&
                                                   std::abs(away.y()) < nearer.radius + half.height();
                                        });
        if (hidden) {
            node.text.clear();
        }
    }
}

} // namespace ui
