// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of links mean, below the chips: three lines, or one where the picture is low.
#include "ui/numbers/byte_text.h"
#include "ui/playback/recording.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"

#include <QFont>
#include <QObject>
#include <QPainter>

namespace ui
{

namespace
{

constexpr qreal left = 16;
constexpr qreal thick = 10;
constexpr qreal legendGap = 8;
constexpr qreal sampleWidth = 28; // of an idle link
constexpr qreal easy = 480;       // height from which there is room for three lines
constexpr qreal lowest = 200;     // below, the chips get it all

QFont font() { return uiFont(12); }

bool isLow(const TorusScene& scene) { return scene.size.height() < easy; }

QString title(bool low)
{
    return low ? QObject::tr("Load of links so far") : QObject::tr("Bytes so far, of what the link could have carried");
}

QString zero() { return QObject::tr("0 %"); }
QString idle() { return QObject::tr("idle so far"); }

/// What stands right of the bar of a low picture.
qreal behind()
{
    return lineWidth(QObject::tr("100 % = 888 MB"), font()) + 2 * legendGap + sampleWidth + lineWidth(idle(), font());
}

/// Whether a low picture is wide enough for the title beside the rest.
bool bearsTitle(const TorusScene& scene)
{
    constexpr qreal least = 100;
    return left + lineWidth(title(true), font()) + legendGap + lineWidth(zero(), font()) + legendGap + least +
               legendGap + behind() + left <
           scene.size.width();
}

void paintIdle(QPainter& painter, const QPointF& from, const Theme& theme)
{
    QPen pen(mixed(theme.panel, theme.edge, 0.75), 1.2);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({4, 4});
    painter.setPen(pen);
    painter.drawLine(from, from + QPointF(sampleWidth, 0));
    painter.setPen(theme.muted);
    drawLineIn(painter, {from + QPointF(sampleWidth + legendGap, -9), QSizeF(0, scaleLine)}, idle(), font());
}

} // namespace

bool bearsScale(const TorusLook& look, const QSizeF& size) { return !look.compact && size.height() >= lowest; }

qreal roomOfScale(const TorusScene& scene) { return !bearsScale(scene.look, scene.size) ? 0 : isLow(scene) ? 24 : 46; }

QRectF barOfScale(const TorusScene& scene)
{
    if (!bearsScale(scene.look, scene.size)) {
        return {};
    }
    const QSizeF& size = scene.size;
    if (!isLow(scene)) {
        return {left, size.height() - 30, std::min<qreal>(200, size.width() * 0.3), thick};
    }
    const qreal words = bearsTitle(scene) ? lineWidth(title(true), font()) + 2 * legendGap : 0;
    const qreal from = left + words + lineWidth(zero(), font()) + legendGap;
    return {from, size.height() - 20, std::clamp<qreal>(size.width() - from - legendGap - behind() - left, 40, 160),
            thick};
}

qreal scaleTop(const TorusScene& scene) { return scene.scale.top() - (isLow(scene) ? 6 : 22); }

QPointF scaleEnd(const TorusScene& scene)
{
    const QRectF& bar = scene.scale;
    return isLow(scene) ? QPointF(bar.right() + legendGap, bar.center().y() - 9)
                        : QPointF(bar.right() - lineWidth(QObject::tr("100 %"), font()), bar.bottom() + 1);
}

void paintScale(QPainter& painter, const TorusScene& scene, const Theme& theme)
{
    painter.setPen(theme.muted);
    paintCaption(painter, scene.caption);
    const QRectF& bar = scene.scale;
    if (bar.isEmpty()) {
        return;
    }
    const qreal cell = bar.width() / scaleColours;
    for (int i = 0; i < scaleColours; ++i) {
        painter.fillRect(QRectF(bar.left() + i * cell, bar.top(), cell + 0.5, bar.height()), scaleColour(i, theme));
    }
    painter.setPen(theme.muted);
    const auto write = [&](const QPointF& at, const QString& text) {
        drawLineIn(painter, {at, QSizeF(0, scaleLine)}, text, font());
    };
    const qreal middle = bar.center().y() - 9;
    write(scaleEnd(scene), scene.scaleMax);
    if (isLow(scene)) {
        write({bar.left() - legendGap - lineWidth(zero(), font()), middle}, zero());
        if (bearsTitle(scene)) {
            write({left, middle}, title(true));
        }
        const qreal end = scaleEnd(scene).x() + lineWidth(QObject::tr("100 % = 888 MB"), font());
        return paintIdle(painter, {end + legendGap, bar.center().y()}, theme);
    }
    write({bar.left(), bar.top() - 21}, title(false));
    write({bar.left(), bar.bottom() + 1}, zero());
    const QString half = QObject::tr("50 %");
    write({bar.center().x() - lineWidth(half, font()) / 2, bar.bottom() + 1}, half);
    paintIdle(painter, {bar.right() + sampleWidth, bar.center().y()}, theme);
}

QString maxOfScale(const Recording& recording)
{
    return recording.capacity() > 0
               ? QObject::tr("100 % = %1").arg(bytesText(recording.capacity(), recording.collective().units))
               : QObject::tr("100 %");
}

} // namespace ui
