// SPDX-License-Identifier: GPL-3.0-or-later
// Draws an icon's shape and fills it with the colour asked for.
#include "ui/theme/icons.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace ui
{

namespace
{

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

QIcon icon(const QString& name, const QColor& colour) { return QIcon(new TintedEngine(name, colour)); }

} // namespace ui
