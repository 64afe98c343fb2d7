// SPDX-License-Identifier: GPL-3.0-or-later
// Shared strokes of the painted controls.
#include "ui/theme/painting.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <QWidget>

namespace ui
{

namespace
{

/// Drawn in one colour at any scale; kept for later calls.
QPixmap iconPixmap(const QString& name, const QColor& colour, int side, qreal devicePixelRatio)
{
    const QString key =
        QStringLiteral("icon/%1/%2/%3/%4").arg(name, colour.name(QColor::HexArgb)).arg(side).arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    const int pixels = qRound(side * devicePixelRatio);
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    QSvgRenderer(QStringLiteral(":/icons/%1.svg").arg(name)).render(&painter, QRectF(0, 0, pixels, pixels));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(image.rect(), colour);
    painter.end();
    pixmap = QPixmap::fromImage(image);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

/// Paler where disabled.
class TintedEngine : public QIconEngine
{
public:
    TintedEngine(QString name, const QColor& colour) : m_name(std::move(name)), m_colour(colour) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const int side = std::min(rect.width(), rect.height());
        painter->drawPixmap(rect.topLeft(), tinted(mode, side, painter->device()->devicePixelRatio()));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        return tinted(mode, std::min(size.width(), size.height()), 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        return tinted(mode, qRound(std::min(size.width(), size.height()) / scale), scale);
    }

    QIconEngine* clone() const override { return new TintedEngine(m_name, m_colour); }

private:
    QPixmap tinted(QIcon::Mode mode, int side, qreal ratio) const
    {
        QColor colour = m_colour;
        if (mode == QIcon::Disabled) {
            colour.setAlphaF(0.4F);
        }
        return iconPixmap(m_name, colour, side, ratio);
    }

    QString m_name;
    QColor m_colour;
};

} // namespace

QIcon icon(const QString& name, const QColor& colour) { return QIcon(new TintedEngine(name, colour)); }

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
