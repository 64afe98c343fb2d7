// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a torus scene: links in buckets of one colour each, chips, messages, labels, the scale.
#include "ui/theme/painting.h"
#include "ui/torus/torus_scene.h"

#include <QObject>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>

namespace ui
{

namespace
{

constexpr std::array<QRgb, scaleColours> viridis{0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e,
                                                 0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568,
                                                 0x7ad151, 0xa5db36, 0xd2e21b, 0xfde725};

/// Share of ink: near, farther, far, beside the trail.
constexpr std::array<qreal, 4> fades{1, 0.7, 0.45, 0.3};

/// Wires that share a pen.
struct Bucket {
    QList<QLineF> lines;
    QPainterPath arcs;
};

using PenKey = std::tuple<int, int, int, int>; // fade, colour, width in quarter pixels, 1 bold

QPen penOf(const PenKey& key, const Theme& theme)
{
    const auto [fade, colour, quarters, bold] = key;
    QColor ink = colour < 0 ? theme.edge : scaleColour(colour, theme);
    if (bold) {
        ink = theme.accent;
    } else {
        ink = mixed(theme.panel, ink, fades[static_cast<std::size_t>(-fade)] * (colour < 0 ? 0.75 : 1));
    }
    QPen pen(ink, std::max(quarters / 4.0, bold ? 3.0 : 0.0));
    pen.setCapStyle(Qt::FlatCap);
    if (colour < 0 && !bold) {
        pen.setDashPattern({4, 4});
    }
    return pen;
}

void paintWires(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    std::map<PenKey, Bucket> buckets;
    for (const SceneWire& wire : scene.wires) {
        auto& bucket = buckets[{wire.bold   ? 0
                                : wire.pale ? -3
                                            : -wire.fade,
                                wire.colour, qRound(wire.width * 4), wire.bold ? 1 : 0}];
        if (wire.shape == SceneWire::Shape::straight) {
            bucket.lines << QLineF(wire.from, wire.to);
        } else if (wire.shape == SceneWire::Shape::stubs) {
            bucket.lines << QLineF(wire.from, wire.fromControl) << QLineF(wire.toControl, wire.to);
        } else {
            bucket.arcs.moveTo(wire.from);
            bucket.arcs.cubicTo(wire.fromControl, wire.toControl, wire.to);
        }
    }
    painter.setBrush(Qt::NoBrush);
    for (const auto& [key, bucket] : buckets) {
        painter.setPen(penOf(key, theme));
        painter.drawLines(bucket.lines);
        if (!bucket.arcs.isEmpty()) {
            painter.drawPath(bucket.arcs);
        }
    }
}

/// Arrow heads in the middle of loaded links, where there is room for them.
void paintArrows(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.setPen(Qt::NoPen);
    for (const SceneWire& wire : scene.wires) {
        const QLineF reach(wire.from, wire.to);
        if (!wire.arrow || wire.colour < 0 || wire.pale || wire.shape == SceneWire::Shape::stubs ||
            reach.length() < 44) {
            continue;
        }
        const QPointF tip = wire.at(0.5);
        const QLineF way(wire.at(0.44), tip);
        const QPointF ahead(std::cos(qDegreesToRadians(way.angle())), -std::sin(qDegreesToRadians(way.angle())));
        const QPointF side(-ahead.y(), ahead.x());
        const qreal size = 3.4 + wire.width;
        painter.setBrush(wire.bold ? theme.accent
                                   : mixed(theme.panel, scaleColour(wire.colour, theme),
                                           fades[static_cast<std::size_t>(wire.fade)]));
        painter.drawPolygon(QPolygonF{tip + ahead * size, tip - ahead * size * 0.5 + side * size * 0.75,
                                      tip - ahead * size * 0.5 - side * size * 0.75});
    }
}

void paintNode(QPainter& painter, const SceneNode& node, const Theme& theme)
{
    const QRectF box(node.at.x() - node.radius, node.at.y() - node.radius, 2 * node.radius, 2 * node.radius);
    const QColor full = mixed(theme.panel, theme.accent, theme.dark ? 0.5 : 0.36);
    QColor border = node.pinned || node.lit ? theme.accent : theme.edge;
    if (node.pale || (node.fade > 0 && !node.pinned && !node.lit)) {
        border = mixed(theme.panel, border, node.pale ? 0.5 : fades[static_cast<std::size_t>(node.fade)]);
    }
    const qreal line = node.pinned || node.lit ? 2.5 : node.radius < 5 ? 1 : 1.4;
    painter.setPen(QPen(border, line));
    painter.setBrush(node.share < 0 ? mixed(theme.panel, theme.text, 0.08) : theme.panel);
    if (node.square) {
        painter.drawRoundedRect(box, 4, 4);
    } else {
        painter.drawEllipse(box);
    }
    if (node.share > 0) {
        const qreal inset = line / 2;
        const QRectF inner = box.adjusted(inset, inset, -inset, -inset);
        painter.setPen(Qt::NoPen);
        painter.setBrush(node.pale ? mixed(theme.panel, full, 0.5) : full);
        // The chip fills up from the bottom.
        const double share = std::min(1.F, node.share);
        if (node.square) {
            painter.drawRect(inner.adjusted(1, (1 - share) * inner.height(), -1, -1));
        } else if (share >= 0.999) {
            painter.drawEllipse(inner);
        } else {
            const double half = qRadiansToDegrees(std::acos(1 - 2 * share));
            painter.drawChord(inner, qRound((270 - half) * 16), qRound(2 * half * 16));
        }
    }
    if (!node.text.isEmpty()) {
        painter.setPen(node.pale ? theme.muted : theme.text);
        painter.setFont(uiFont(node.text.size() > 3 ? 11 : std::clamp(node.radius * 0.86, 9.0, 13.0), QFont::Medium));
        painter.drawText(box.adjusted(-8, 0, 8, 0), Qt::AlignCenter, node.text);
    }
}

/// Thousands of small chips: one pixel picture each would be slower than one path per fill.
void paintSmallNodes(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.setPen(Qt::NoPen);
    for (const SceneNode& node : scene.nodes) {
        const double share = node.share < 0 ? 0.4 : 0.25 + 0.75 * std::min(1.F, node.share);
        const QColor fill = node.pinned ? theme.error : mixed(theme.panel, theme.accent, share);
        const qreal r = node.pinned ? node.radius + 2 : node.radius;
        painter.fillRect(QRectF(node.at.x() - r, node.at.y() - r, 2 * r, 2 * r), fill);
    }
}

void paintPlate(QPainter& painter, const QPointF& at, const QString& text, const QColor& fill, const QColor& border,
                const QColor& ink)
{
    const QFontMetricsF metrics(painter.font());
    const QSizeF room(metrics.horizontalAdvance(text) + 8, metrics.height() + 2);
    const QRectF plate(at.x() - room.width() / 2, at.y() - room.height() / 2, room.width(), room.height());
    painter.setPen(QPen(border, 1.2));
    painter.setBrush(fill);
    painter.drawRoundedRect(plate, 4, 4);
    painter.setPen(ink);
    painter.drawText(plate, Qt::AlignCenter, text);
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

void paintScale(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    const QRectF bar = scene.scale;
    const qreal cell = bar.width() / scaleColours;
    for (int i = 0; i < scaleColours; ++i) {
        painter.fillRect(QRectF(bar.left() + i * cell, bar.top(), cell + 0.5, bar.height()), scaleColour(i, theme));
    }
    painter.setFont(uiFont(11));
    painter.setPen(theme.muted);
    painter.drawText(QRectF(bar.left(), bar.top() - 20, 320, 18), Qt::AlignLeft | Qt::AlignVCenter,
                     QObject::tr("Bytes so far, of what the link could carry"));
    for (int i = 0; i <= 2; ++i) {
        const QRectF room(bar.left() + bar.width() * i / 2 - 24, bar.bottom() + 1, 48, 15);
        const auto side = i == 0 ? Qt::AlignLeft : Qt::AlignHCenter;
        painter.drawText(i == 0 ? room.translated(24, 0) : room, side | Qt::AlignVCenter,
                         QStringLiteral("%1 %").arg(50 * i));
    }
    painter.drawText(QRectF(16, 8, scene.size.width() - 32, 18), Qt::AlignLeft | Qt::AlignVCenter, scene.caption);
}

} // namespace

QColor scaleColour(int step, const Theme& theme)
{
    // The ends nearest to the paper are left out: pale yellow is no line on white, dark violet none on black.
    constexpr int spared = 2;
    const int along = spared + step * (scaleColours - 1 - spared) / (scaleColours - 1);
    const int index = theme.dark ? along : scaleColours - 1 - along;
    return QColor::fromRgb(viridis[static_cast<std::size_t>(index)]);
}

void paintTorusBase(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, !scene.coarse);
    paintWires(painter, scene, theme);
    if (!scene.coarse) {
        paintArrows(painter, scene, theme);
    }
    if (scene.nodes.size() > 1500) {
        paintSmallNodes(painter, scene, theme);
    } else {
        for (const SceneNode& node : scene.nodes) {
            paintNode(painter, node, theme);
        }
    }
    paintScale(painter, scene, theme);
    painter.restore();
}

void paintTorusChunks(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, scene.chunks.size() < 5000);
    painter.setFont(uiFont(10, QFont::DemiBold));
    for (const SceneChunk& chunk : scene.chunks) {
        QColor hue = theme.components[static_cast<std::size_t>(chunk.hue)];
        hue = chunk.pale ? mixed(theme.panel, hue, 0.3) : hue;
        if (!chunk.text.isEmpty()) {
            paintPlate(painter, chunk.at, chunk.text, mixed(theme.panel, hue, 0.22), hue,
                       chunk.pale ? theme.muted : theme.text);
        } else {
            painter.setPen(chunk.radius > 2 ? QPen(theme.panel, 1) : QPen(Qt::NoPen));
            painter.setBrush(hue);
            painter.drawEllipse(chunk.at, chunk.radius, chunk.radius);
        }
    }
    paintTexts(painter, scene, theme);
    painter.restore();
}

void paintTorus(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    paintTorusBase(painter, scene, theme);
    paintTorusChunks(painter, scene, theme);
}

} // namespace ui
