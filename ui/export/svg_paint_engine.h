// SPDX-License-Identifier: GPL-3.0-or-later
// Turns painting into SVG elements: paths, polylines, text, clips, dashes, gradients and images.
#pragma once

#include <QMap>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <QString>
#include <QTransform>

namespace ui
{

class SvgPaintEngine : public QPaintEngine
{
public:
    SvgPaintEngine() : QPaintEngine(AllFeatures) {}

    QString body() const;
    QString definitions() const { return m_definitions; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override;
    void drawPath(const QPainterPath&) override;
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode) override;
    void drawPixmap(const QRectF& to, const QPixmap&, const QRectF& from) override;
    void drawImage(const QRectF& to, const QImage&, const QRectF& from, Qt::ImageConversionFlags) override;
    void drawTextItem(const QPointF& at, const QTextItem&) override;

private:
    void add(const QString& element);
    void takeClip(const QPainterPath&, Qt::ClipOperation);
    QString fill();
    QString stroke() const;
    QString linearGradient(const QLinearGradient&);

    QTransform m_transform;
    QPen m_pen;
    QBrush m_brush;
    qreal m_opacity = 1;
    bool m_clipped = false;
    QPainterPath m_clip;                             // in device units
    QString m_clipId, m_openClip;                    // of the present clip, and of the group that is open in the body
    QMap<QString, QString> m_clipIds, m_gradientIds; // by content
    QString m_body, m_definitions;
};

} // namespace ui
