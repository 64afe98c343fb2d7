// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what stands still in a torus scene: links in buckets of one pen each, and chips.
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_scene.h"

#include <QImage>
#include <QPaintEngine>
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

constexpr qreal besideTrail = 0.3;        // share of ink
constexpr std::size_t manyNodes = 1500;   // drawn as squares
constexpr std::size_t severalNodes = 100; // drawn from stamps
constexpr qreal dash = 4;
constexpr std::size_t fillLevels = 9; // of squares

struct Bucket {
    QList<QLineF> lines;
    QList<QLineF> bends;            // arcs in short pieces, for pixels: ten times as fast as paths
    std::vector<QPainterPath> arcs; // for everything else; one by one: a path of hundreds is many times slower
    qreal width = 1;
    int colour = -1;
    bool bold = false;
    QRgb ink = 0;
};

/// Far below near, light below heavy, the trail on top.
std::size_t bucketOf(const SceneWire& wire)
{
    const int bucket = WireInks::depthOf(wire) * (scaleColours + 1) + wire.colour + 1;
    return nth(bucket);
}

/// Dashes as separate lines: many times faster than a dashed pen.
void addDashes(QList<QLineF>& lines, const QPointF& from, const QPointF& to)
{
    const QPointF direction = to - from;
    const qreal length = std::hypot(direction.x(), direction.y());
    for (qreal at = 0; at < length; at += 2 * dash) {
        lines << QLineF(from + direction * (at / length), from + direction * (std::min(length, at + dash) / length));
    }
}

void addLine(Bucket& bucket, const QPointF& from, const QPointF& to, bool dashed)
{
    if (dashed) {
        addDashes(bucket.lines, from, to);
    } else {
        bucket.lines << QLineF(from, to);
    }
}

/// Short pieces that overlap slightly, so that the bend looks smooth and without seams.
void addBend(QList<QLineF>& lines, const SceneWire& wire, bool dashed)
{
    constexpr qreal overlap = 0.6;
    const qreal length = QLineF(wire.from, wire.fromControl).length() +
                         QLineF(wire.fromControl, wire.toControl).length() + QLineF(wire.toControl, wire.to).length();
    const int pieces = dashed ? std::max(3, qRound(length / dash)) : std::clamp(qRound(length / 9), 8, 40);
    QPointF from = wire.from;
    for (int i = 1; i <= pieces; ++i) {
        const QPointF to = wire.at(1.0 * i / pieces);
        if (!dashed || i % 2 == 1) {
            lines << QLineF(from, to);
            if (!dashed && i < pieces) {
                lines.back().setLength(lines.back().length() + overlap);
            }
        }
        from = to;
    }
}

std::vector<Bucket> bucketsOf(const TorusScene& scene, const Theme& theme, bool pixels)
{
    const WireInks inks(theme);
    std::vector<Bucket> buckets(std::size_t{WireInks::depths} * (scaleColours + 1));
    for (const SceneWire& wire : scene.wires) {
        Bucket& bucket = buckets[bucketOf(wire)];
        bucket.width = wire.width;
        bucket.colour = wire.colour;
        bucket.ink = inks.of(wire);
        bucket.bold = wire.bold;
        const bool dashed = wire.colour < 0 && !wire.bold;
        if (wire.shape == SceneWire::Shape::straight) {
            addLine(bucket, wire.from, wire.to, dashed);
        } else if (wire.shape == SceneWire::Shape::stubs) {
            addLine(bucket, wire.from, wire.fromControl, dashed);
            addLine(bucket, wire.to, wire.toControl, dashed);
        } else if (pixels) {
            addBend(bucket.bends, wire, dashed);
        } else {
            bucket.arcs.emplace_back(wire.from);
            bucket.arcs.back().cubicTo(wire.fromControl, wire.toControl, wire.to);
        }
    }
    return buckets;
}

QPen penOf(const Bucket& bucket)
{
    QPen pen(QColor::fromRgb(bucket.ink), bucket.bold ? std::max(bucket.width, 3.0) : bucket.width);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

/// Broad, as they stand for several NICs.
void paintNics(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    for (const SceneNic& nic : scene.nics) {
        const QColor ink = nic.colour < 0 ? theme.edge : scaleColour(nic.colour, theme);
        painter.setPen(QPen(mixed(theme.panel, ink, nic.pale ? besideTrail : nic.colour < 0 ? 0.5 : 1), 5));
        painter.drawLine(nic.line);
    }
}

void paintWires(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.setBrush(Qt::NoBrush);
    paintNics(painter, scene, theme);
    const bool pixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    for (const Bucket& bucket : bucketsOf(scene, theme, pixels)) {
        if (bucket.lines.isEmpty() && bucket.bends.isEmpty() && bucket.arcs.empty()) {
            continue;
        }
        QPen pen = penOf(bucket);
        painter.setPen(pen);
        painter.drawLines(bucket.lines);
        painter.drawLines(bucket.bends);
        if (bucket.colour < 0 && !bucket.bold && !bucket.arcs.empty()) {
            pen.setDashPattern({dash / pen.widthF(), dash / pen.widthF()});
            painter.setPen(pen);
        }
        for (const QPainterPath& arc : bucket.arcs) {
            painter.drawPath(arc);
        }
    }
}

/// Arrow heads in the middle of loaded links, where there is room for them.
void paintArrows(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    constexpr qreal shortest = 34;
    painter.setPen(Qt::NoPen);
    for (const SceneWire& wire : scene.wires) {
        const QPointF reach = wire.to - wire.from;
        if (!wire.arrow || (wire.colour < 0 && !wire.bold) || wire.pale || wire.shape == SceneWire::Shape::stubs ||
            std::hypot(reach.x(), reach.y()) < shortest) {
            continue;
        }
        const QPointF tip = wire.at(0.5);
        const QPointF direction = tip - wire.at(0.44);
        const QPointF ahead = direction / std::hypot(direction.x(), direction.y());
        const QPointF side(-ahead.y(), ahead.x());
        const qreal size = 3.4 + wire.width;
        painter.setBrush(wire.bold ? theme.accent
                                   : mixed(theme.panel, scaleColour(wire.colour, theme), fades[nth(wire.fade)]));
        painter.drawPolygon(QPolygonF{tip + ahead * size, tip - ahead * size * 0.5 + side * size * 0.75,
                                      tip - ahead * size * 0.5 - side * size * 0.75});
    }
}

/// The chip fills up from the bottom.
void paintFill(QPainter& painter, const SceneNode& node, const QRectF& inner, const Theme& theme)
{
    const QColor full = mixed(theme.panel, theme.accent, theme.dark ? 0.5 : 0.36);
    const double share = std::min(1.F, node.share);
    painter.setPen(Qt::NoPen);
    painter.setBrush(node.pale ? mixed(theme.panel, full, 0.5) : full);
    if (node.square) {
        painter.drawRect(inner.adjusted(1, (1 - share) * inner.height(), -1, -1));
    } else if (share >= 0.999) {
        painter.drawEllipse(inner);
    } else {
        const double half = qRadiansToDegrees(std::acos(1 - 2 * share));
        painter.drawChord(inner, qRound((270 - half) * 16), qRound(2 * half * 16));
    }
}

void paintShape(QPainter& painter, const SceneNode& node, const QPointF& at, const Theme& theme)
{
    const QRectF box(at.x() - node.radius, at.y() - node.radius, 2 * node.radius, 2 * node.radius);
    QColor border = node.pinned || node.lit ? theme.accent : theme.edge;
    if (node.pale || (node.fade > 0 && !node.pinned && !node.lit)) {
        border = mixed(theme.panel, border, node.pale ? 0.5 : fades[nth(node.fade)]);
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
        paintFill(painter, node, box.adjusted(inset, inset, -inset, -inset), theme);
    }
}

void paintName(QPainter& painter, const SceneNode& node, const Theme& theme)
{
    if (node.text.isEmpty()) {
        return;
    }
    if (!node.held.empty()) { // beside the corner of its box
        painter.setPen(node.pale ? theme.muted : theme.text);
        return drawLineIn(painter, cornerName(node), node.text, cornerFont());
    }
    const QRectF box(node.at.x() - node.radius - 8, node.at.y() - node.radius, 2 * node.radius + 16, 2 * node.radius);
    painter.setPen(node.pale ? theme.muted : theme.text);
    const qreal size = node.text.size() > 3 ? 11 : std::clamp(node.radius * 0.86, 9.0, 13.0);
    painter.setFont(node.chip < 0 ? hubFont(node.radius) : uiFont(size, QFont::Medium));
    painter.drawText(box, Qt::AlignCenter, node.text);
}

using StampKey = std::array<int, 6>;

/// Hundreds of chips: each look is drawn once and stamped.
void stampNodes(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    constexpr int levels = 24;
    const qreal ratio = painter.deviceTransform().m11();
    std::map<StampKey, QImage> stamps;
    for (const SceneNode& node : scene.nodes) {
        const int level = node.share < 0 ? -1 : qRound(node.share * levels);
        QImage& stamp = stamps[{level, node.fade, node.pale ? 1 : 0, node.lit ? 1 : 0, node.pinned ? 1 : 0,
                                qRound(node.radius * 16)}];
        const int side = 2 * static_cast<int>(std::ceil(node.radius + 2));
        if (stamp.isNull()) {
            stamp = QImage((QSizeF(side, side) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
            stamp.setDevicePixelRatio(ratio);
            stamp.fill(Qt::transparent);
            QPainter once(&stamp);
            once.setRenderHint(QPainter::Antialiasing);
            paintShape(once, node, QPointF(side, side) / 2, theme);
        }
        const QPointF corner = (node.at - QPointF(side, side) / 2) * ratio;
        painter.drawImage(QPointF(std::round(corner.x()), std::round(corner.y())) / ratio, stamp);
    }
}

/// Thousands of chips: squares, far ones first, one colour at a time.
struct Squares {
    QColor colour;
    QList<QRectF> boxes;
};

QRectF square(const SceneNode& node, qreal more)
{
    const qreal r = node.radius + more;
    return {node.at.x() - r, node.at.y() - r, 2 * r, 2 * r};
}

std::vector<Squares> squaresOf(const TorusScene& scene, const Theme& theme)
{
    std::vector<Squares> all(fades.size() * fillLevels + 1);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const qreal full = 0.25 + 0.75 * static_cast<qreal>(i % fillLevels) / (fillLevels - 1);
        all[i].colour = mixed(theme.panel, theme.accent, full * fades[fades.size() - 1 - i / fillLevels]);
    }
    all.back().colour = theme.warning;
    for (const SceneNode& node : scene.nodes) {
        const double share = node.pale ? 0 : node.lit ? 1 : node.share < 0 ? 0.4 : std::min(1.F, node.share);
        const auto level = nth(std::lround(share * (fillLevels - 1)));
        const auto far = nth(node.fade);
        all[(fades.size() - 1 - far) * fillLevels + level].boxes << square(node, node.lit ? 1.5 : 0);
        if (node.pinned) {
            all.back().boxes << square(node, 2.5);
        }
    }
    return all;
}

void paintSmallNodes(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (const Squares& squares : squaresOf(scene, theme)) {
        painter.setBrush(squares.colour);
        painter.drawRects(squares.boxes);
    }
}

void paintNodes(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    if (scene.nodes.size() > manyNodes) {
        return paintSmallNodes(painter, scene, theme);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const bool pixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    if (scene.nodes.size() > severalNodes && pixels) {
        stampNodes(painter, scene, theme);
    } else {
        for (const SceneNode& node : scene.nodes) {
            node.held.empty() ? paintShape(painter, node, node.at, theme) : paintShards(painter, scene, node, theme);
        }
    }
    if (bearsNames(scene.nodes.size(), scene.look.coarse)) {
        for (const SceneNode& node : scene.nodes) {
            paintName(painter, node, theme);
        }
    }
}

} // namespace

QColor scaleColour(int step, const Theme& theme)
{
    // The ends nearest to the paper are left out: pale yellow is no line on white, dark violet none on black. What is
    // left stands out by 3 : 1 and more.
    constexpr double spared = 7;
    const double along = spared + step * (scaleColours - 1 - spared) / (scaleColours - 1);
    const double at = theme.dark ? along : scaleColours - 1 - along;
    const auto below = static_cast<std::size_t>(at);
    const auto above = std::min(below + 1, viridis.size() - 1);
    return mixed(QColor::fromRgb(viridis[below]), QColor::fromRgb(viridis[above]), at - static_cast<double>(below));
}

WireInks::WireInks(const Theme& theme) : m_inks()
{
    constexpr std::array<qreal, depths> shares{besideTrail, fades[2], fades[1], fades[0], 1};
    for (std::size_t depth = 0; depth < shares.size(); ++depth) {
        for (std::size_t place = 0; place <= scaleColours; ++place) {
            const int colour = static_cast<int>(place) - 1;
            const QColor ink = depth == 4   ? theme.accent
                               : colour < 0 ? mixed(theme.panel, theme.edge, 0.75)
                                            : scaleColour(colour, theme);
            m_inks[depth][place] = mixed(theme.panel, ink, shares[depth]).rgb();
        }
    }
}

bool bearsNames(std::size_t nodes, bool coarse) { return !coarse || nodes <= severalNodes; }

void paintTorusNodes(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.save();
    paintNodes(painter, scene, theme);
    painter.restore();
}

void paintTorusBase(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintWires(painter, scene, theme);
    paintArrows(painter, scene, theme);
    paintNodes(painter, scene, theme);
    painter.restore();
}

void paintTorus(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    paintTorusBase(painter, scene, theme);
    paintTorusChunks(painter, scene, theme);
}

} // namespace ui
