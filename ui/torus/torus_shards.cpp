// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the shards that a chip holds, where there is room for each of them.
#include "ui/playback/shard_mark.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_scene.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

/// A shard: its hue and pattern as high as the share that is there, its name where that fits.
void paintShard(QPainter& painter, const QRectF& box, int shard, float share, const QString& name, const Theme& theme,
                bool pale)
{
    constexpr float nothing = 1e-6F;
    painter.fillRect(box, mixed(theme.field, theme.text, 0.05));
    if (share <= nothing) {
        return;
    }
    const qreal height = box.height() * std::min(1.F, share);
    drawShardMark(painter, {box.left(), box.bottom() - height, box.width(), height}, shard, theme, pale);
    const QFont font = uiFont(std::clamp(box.height() * 0.46, 9.0, 13.0), QFont::DemiBold);
    for (const QString& text : {name, name.mid(1)}) { // with its letter, or without
        const bool small = box.height() < 24;         // its hue shows above the name then
        const QSizeF room(lineWidth(text, font) + 3, QFontMetricsF(font).capHeight() + (small ? 3 : 5));
        if (room.width() <= box.width() + 1) {
            const qreal end = share < 0.999F ? box.top() : box.bottom() - room.height(); // where there is no mark
            const qreal top = small ? end : box.center().y() - room.height() / 2;
            const QRectF plate(QPointF(box.center().x() - room.width() / 2, top), room);
            painter.fillRect(plate, theme.panel);
            painter.setPen(pale ? theme.muted : theme.text);
            const QPointF baseline(plate.left() + 1.5, plate.bottom() - (small ? 1.5 : 2.5));
            return drawLine(painter, baseline, text, font);
        }
    }
}

} // namespace

void paintShards(QPainter& painter, const TorusScene& scene, const SceneNode& node, const Theme& theme)
{
    const bool marked = node.pinned || node.lit;
    const QRectF box(node.at.x() - node.radius, node.at.y() - node.radius, 2 * node.radius, 2 * node.radius);
    painter.setPen(QPen(marked ? theme.accent : theme.edge, marked ? 2.5 : 1.4));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(box, 4, 4);
    const QRectF inner = box.adjusted(3, 3, -3, -3);
    const qreal side = inner.width() / scene.columns;
    for (std::size_t shard = 0; shard < node.held.size(); ++shard) {
        const int at = static_cast<int>(shard);
        const int row = at / scene.columns;
        const QRectF cell = QRectF(inner.left() + at % scene.columns * side, inner.top() + row * side, side, side)
                                .adjusted(0.75, 0.75, -0.75, -0.75);
        paintShard(painter, cell, at, node.held[shard], scene.shardNames[shard], theme,
                   scene.followed >= 0 && scene.followed != at);
    }
}

} // namespace ui
