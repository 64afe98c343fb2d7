// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a custom schedule that is being edited.
#include "ui/charts/hatch.h"
#include "ui/playback/shard_mark.h"
#include "ui/theme/painting.h"
#include "ui/timeline/order_builder_scene.h"

#include <QLineF>
#include <QPainter>

namespace ui
{

namespace
{

void paintArrow(QPainter& painter, const OrderMove& move, const QColor& ink, qreal width)
{
    QPen pen(ink, width);
    pen.setCapStyle(Qt::FlatCap);
    if (move.possible)
        pen.setDashPattern({3, 3});
    const QLineF line(move.from, move.to);
    const QPointF unit = QPointF(line.dx(), line.dy()) / std::max(1.0, line.length());
    const QPointF side(-unit.y(), unit.x());
    const qreal head = 5 + width;
    painter.setPen(pen);
    painter.drawLine(move.from, move.to - unit * head * 0.8);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(
        QPolygonF{move.to, move.to - unit * head + side * head * 0.5, move.to - unit * head - side * head * 0.5});
}

void paintName(QPainter& painter, const OrderMove& move, const Theme& theme)
{
    painter.setFont(uiFont(move.wrong ? 12 : 11, move.wrong ? QFont::DemiBold : QFont::Medium));
    const QFontMetricsF metrics(painter.font());
    const QSizeF room(metrics.horizontalAdvance(move.text) + (move.wrong ? 12 : 4), metrics.height() + 2);
    const QPointF apart((room.width() / 2 + 5) * move.away.x(), (room.height() / 2 + 4) * move.away.y());
    const QPointF centre = move.middle + apart;
    const QRectF plate(centre.x() - room.width() / 2, centre.y() - room.height() / 2, room.width(), room.height());
    if (move.wrong)
        drawBox(painter, plate, 5, mixed(theme.panel, theme.error, 0.14), theme.error, 1.4);
    painter.setPen(move.possible ? theme.muted : theme.text);
    painter.drawText(plate, Qt::AlignCenter, move.text);
}

void paintMoves(QPainter& painter, const OrderScene& scene, const Theme& theme)
{
    QPen idle(mixed(theme.panel, theme.edge, 0.7), 1);
    idle.setDashPattern({4, 4});
    painter.setPen(idle);
    if (scene.moves.size() < scene.links.size())
        painter.drawLines(QList<QLineF>(scene.links.begin(), scene.links.end()));
    for (const OrderMove& move : scene.moves) {
        const QColor hue = shardHue(move.shard, theme);
        const QColor ink = move.wrong ? theme.error : move.possible ? mixed(theme.panel, theme.muted, 0.55) : hue;
        paintArrow(painter, move, ink, move.wrong ? 3 : move.possible ? 1.2 : 2.4);
    }
    for (const OrderMove& move : scene.moves)
        if (!move.text.isEmpty())
            paintName(painter, move, theme);
}

void paintChips(QPainter& painter, const OrderScene& scene, const Theme& theme)
{
    for (const OrderChip& chip : scene.chips) {
        painter.setPen(QPen(chip.first ? theme.accent : theme.edge, chip.first ? 2 : 1.2));
        painter.setBrush(chip.first ? mixed(theme.panel, theme.accent, 0.16) : theme.panel);
        painter.drawEllipse(chip.at, 12, 12);
        painter.setPen(theme.text);
        painter.setFont(uiFont(11, chip.first ? QFont::DemiBold : QFont::Normal));
        painter.drawText(QRectF(chip.at.x() - 12, chip.at.y() - 12, 24, 24), Qt::AlignCenter, chip.text);
    }
}

void paintSlot(QPainter& painter, const OrderSlot& slot, const Theme& theme, bool focused)
{
    const QColor border = slot.wrong ? theme.error : slot.chosen ? theme.accent : theme.edge;
    const QColor fill = slot.chosen ? mixed(theme.field, theme.accent, theme.dark ? 0.14 : 0.06) : theme.field;
    drawBox(painter, slot.box, 6, fill, border, slot.wrong ? 2 : slot.chosen ? 1.5 : 1);
    if (slot.chosen && focused)
        drawFocusRing(painter, slot.box.adjusted(-2, -2, 2, 2), 7, theme);
    painter.setPen(theme.muted);
    painter.setFont(uiFont(11));
    painter.drawText(slot.box.adjusted(2, 2, -2, -4), Qt::AlignHCenter | Qt::AlignBottom, slot.text);
}

} // namespace

void paintOrderTile(QPainter& painter, const OrderTile& tile, const Theme& theme)
{
    const QColor hue = shardHue(tile.product.shard, theme);
    const QColor fill = mixed(theme.panel, hue, tile.spent ? 0.10 : 0.34);
    drawBox(painter, tile.box, 4, fill, tile.wrong ? theme.error : mixed(theme.panel, hue, tile.spent ? 0.45 : 1),
            tile.wrong ? 2 : 1);
    const auto hatch = shardPattern(tile.product.shard);
    if (!tile.spent && hatch != Hatch::none) {
        const QRectF ends[] = {{tile.box.left() + 2, tile.box.top() + 2, 7, tile.box.height() - 4},
                               {tile.box.right() - 9, tile.box.top() + 2, 7, tile.box.height() - 4}};
        for (const auto& end : ends) // the name in the middle stays legible
            if (tile.box.width() > 44)
                drawHatch(painter, end, hatch, mixed(theme.panel, hue, 0.8), 5, 1);
    }
    painter.setPen(tile.spent ? theme.muted : theme.text);
    painter.setFont(uiFont(tile.box.width() < 36 ? 11 : 13, QFont::Medium));
    painter.drawText(tile.box, Qt::AlignCenter, tile.text);
}

void paintOrder(QPainter& painter, const OrderScene& scene, const Theme& theme, bool focused)
{
    painter.save();
    painter.scale(scene.unit, scene.unit);
    painter.setRenderHint(QPainter::Antialiasing);
    paintMoves(painter, scene, theme);
    paintChips(painter, scene, theme);
    if (scene.table.height() > 0)
        drawBox(painter, scene.table.adjusted(-4, -2, 2, 2), 6, mixed(theme.panel, theme.text, 0.035), {}, 0);
    for (const OrderText& label : scene.texts) {
        painter.setPen(label.strong ? theme.text : theme.muted);
        painter.setFont(uiFont(12, label.strong ? QFont::DemiBold : QFont::Normal));
        painter.drawText(label.box, static_cast<int>(label.align), label.text);
    }
    for (const OrderSlot& slot : scene.steps)
        paintSlot(painter, slot, theme, focused);
    for (const OrderTile& tile : scene.tiles)
        paintOrderTile(painter, tile, theme);
    painter.restore();
}

} // namespace ui
