// SPDX-License-Identifier: GPL-3.0-or-later
// Shaping takes longer than all else about a line; most lines stay as they are while a slider is dragged.
#include "ui/theme/text_line.h"

#include "ui/theme/kept.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QStaticText>
#include <QTextDocument>

#include <utility>

namespace ui
{

namespace
{

const QStaticText& laidOut(const QString& text, const QFont& font, const QTransform& transform)
{
    // A layout holds for one direction.
    thread_local QHash<std::pair<std::pair<QString, QFont>, qreal>, QStaticText> kept;
    const qreal turn = transform.isRotating() ? transform.m12() : 0;
    return keptOr(kept, {{text, font}, turn}, 500, [&] {
        QStaticText made(text);
        made.setTextFormat(Qt::PlainText);
        made.prepare(transform, font);
        return made;
    });
}

} // namespace

qreal lineWidth(const QString& text, const QFont& font)
{
    thread_local QHash<std::pair<QString, QFont>, qreal> kept;
    return keptOr(kept, {text, font}, 2000, [&] { return QFontMetricsF(font).horizontalAdvance(text); });
}

void drawLine(QPainter& painter, const QPointF& baseline, const QString& text, const QFont& font)
{
    painter.setFont(font);
    const bool onScreen = painter.paintEngine()->type() == QPaintEngine::Raster;
    if (onScreen && !font.underline()) { // a layout has no underline
        painter.drawStaticText(baseline - QPointF(0, QFontMetricsF(font).ascent()),
                               laidOut(text, font, painter.transform()));
    } else {
        painter.drawText(baseline, text);
    }
}

void drawLineIn(QPainter& painter, const QRectF& box, const QString& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const qreal top = box.top() + (box.height() - metrics.height()) / 2;
    drawLine(painter, QPointF(box.left(), top + metrics.ascent()), text, font);
}

QString plainTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

} // namespace ui
