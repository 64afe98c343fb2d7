// SPDX-License-Identifier: GPL-3.0-or-later
// Shared strokes of the painted controls.
#include "ui/theme/painting.h"

#include "ui/theme/icons.h"

#include <QPainter>
#include <QWidget>

namespace ui
{

const Theme& themeOf(const QWidget* widget)
{
    return Theme::of(widget->palette().color(QPalette::Active, QPalette::Window).lightness() < 128);
}

QColor mixed(const QColor& under, const QColor& over, qreal share)
{
    const auto channel = [share](float a, float b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(channel(under.redF(), over.redF()), channel(under.greenF(), over.greenF()),
                            channel(under.blueF(), over.blueF()));
}

QColor chosenRow(const Theme& theme) { return mixed(theme.panel, theme.accent, theme.dark ? 0.36 : 0.22); }

void drawFocusRing(QPainter& painter, const QRectF& area, qreal radius, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), radius, radius);
    painter.restore();
}

void drawBox(QPainter& painter, const QRectF& area, qreal radius, const QColor& fill, const QColor& border, qreal width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(width > 0 ? QPen(border, width) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    const qreal inset = width / 2;
    painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void drawIcon(QPainter& painter, const QRectF& area, const QString& name, const QColor& colour, int side)
{
    const QPointF corner(area.center().x() - side / 2.0, area.center().y() - side / 2.0);
    painter.drawPixmap(corner.toPoint(), iconPixmap(name, colour, side, painter.device()->devicePixelRatioF()));
}

} // namespace ui
