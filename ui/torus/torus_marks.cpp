// SPDX-License-Identifier: GPL-3.0-or-later
// Messages, labels, and the scale with its words.
#include "ui/torus/torus_marks.h"

#include "ui/playback/shard_mark.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QObject>
#include <QPaintEngine>
#include <QPainter>

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
    const QFontMetricsF metrics(painter.font());
    const QSizeF room(metrics.horizontalAdvance(chunk.text) + swatch + 11, metrics.height() + 3);
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
            paintNamed(painter, chunk, theme);
        }
    } else if (scene.chunks.front().radius < tokenFrom) {
        paintDots(painter, scene, theme);
    } else if (painter.paintEngine()->type() == QPaintEngine::Raster) {
        stampTokens(painter, scene, theme);
    } else {
        for (const SceneChunk& chunk : scene.chunks) {
            paintToken(painter, chunk, chunk.at, theme);
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

void paintScale(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    if (scene.scale.isEmpty()) {
        return;
    }
    const QRectF bar = scene.scale;
    const qreal cell = bar.width() / scaleColours;
    for (int i = 0; i < scaleColours; ++i) {
        painter.fillRect(QRectF(bar.left() + i * cell, bar.top(), cell + 0.5, bar.height()), scaleColour(i, theme));
    }
    painter.setPen(theme.muted);
    const QFont font = uiFont(12);
    const auto write = [&](const QPointF& at, const QString& text) {
        drawLineIn(painter, {at, QSizeF(0, scaleLine)}, text, font);
    };
    write({bar.left(), bar.top() - 21}, QObject::tr("Bytes so far, of what the link could have carried"));
    write({bar.left(), bar.bottom() + 1}, QObject::tr("0 %"));
    const QString half = QObject::tr("50 %");
    write({bar.center().x() - lineWidth(half, font) / 2, bar.bottom() + 1}, half);
    write(scaleEnd(bar), scene.scaleMax);
    const qreal sample = bar.right() + 28;
    QPen pen(mixed(theme.panel, theme.edge, 0.75), 1.2);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({4, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(sample, bar.center().y()), QPointF(sample + 28, bar.center().y()));
    painter.setPen(theme.muted);
    write({sample + 36, bar.center().y() - 9}, QObject::tr("idle so far"));
    paintCaption(painter, scene.caption);
}

} // namespace

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

QPointF scaleEnd(const QRectF& scale)
{
    return {scale.right() - lineWidth(QObject::tr("100 %"), uiFont(12)), scale.bottom() + 1};
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

} // namespace ui
