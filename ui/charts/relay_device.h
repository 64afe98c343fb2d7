// SPDX-License-Identifier: GPL-3.0-or-later
// A paint device that passes everything painted on it to another painter, so that a library which insists on its own
// painter class can draw into ours.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

namespace ui
{

/// Sets the state on the target painter and repeats each primitive.
class RelayEngine : public QPaintEngine
{
public:
    explicit RelayEngine(QPainter& target)
        : QPaintEngine(AllFeatures), m_target(target), m_base(target.transform()), m_clipped(target.hasClipping())
    {
        if (m_clipped)
            m_clip = target.clipPath();
    }

    bool begin(QPaintDevice*) override
    {
        m_target.save();
        return true;
    }
    bool end() override
    {
        m_target.restore();
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override
    {
        const DirtyFlags dirty = now.state();
        if (dirty & DirtyTransform)
            m_target.setTransform(now.transform() * m_base);
        if (dirty & DirtyPen)
            m_target.setPen(now.pen());
        if (dirty & DirtyBrush)
            m_target.setBrush(now.brush());
        if (dirty & DirtyFont)
            m_target.setFont(now.font());
        if (dirty & DirtyHints) {
            m_target.setRenderHints(m_target.renderHints(), false);
            m_target.setRenderHints(now.renderHints(), true);
        }
        if (dirty & DirtyClipPath)
            takeClip(now.clipPath(), now.clipOperation());
        if (dirty & DirtyClipRegion) {
            QPainterPath path;
            path.addRegion(now.clipRegion());
            takeClip(path, now.clipOperation());
        }
        if (dirty & DirtyClipEnabled)
            m_target.setClipping(now.isClipEnabled() || m_clipped);
    }

    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        if (mode == PolylineMode)
            m_target.drawPolyline(points, count);
        else if (mode == ConvexMode)
            m_target.drawConvexPolygon(points, count);
        else
            m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }
    void drawLines(const QLineF* lines, int count) override { m_target.drawLines(lines, count); }
    void drawRects(const QRectF* rects, int count) override { m_target.drawRects(rects, count); }
    void drawEllipse(const QRectF& box) override { m_target.drawEllipse(box); }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override
    {
        m_target.drawPixmap(to, pixmap, from);
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const QFont before = m_target.font();
        m_target.setFont(item.font());
        m_target.drawText(at, item.text());
        m_target.setFont(before);
    }

private:
    // A new clip of ours stays inside the one that the target had.
    void takeClip(const QPainterPath& path, Qt::ClipOperation operation)
    {
        if (operation != Qt::IntersectClip) {
            const QTransform present = m_target.transform();
            m_target.setTransform(m_base);
            if (m_clipped)
                m_target.setClipPath(m_clip, Qt::ReplaceClip);
            else
                m_target.setClipping(false);
            m_target.setTransform(present);
        }
        if (operation != Qt::NoClip)
            m_target.setClipPath(path, operation == Qt::ReplaceClip && !m_clipped ? operation : Qt::IntersectClip);
    }

    QPainter& m_target;
    QTransform m_base;
    bool m_clipped;
    QPainterPath m_clip;
};

class RelayDevice : public QPaintDevice
{
public:
    /// Everything lands in `target` under its present transform and clip. `size` is in the target's units.
    RelayDevice(QPainter& target, const QSize& size) : m_engine(target), m_size(size) {}

    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return 96; // dots per inch: they scale nothing, since fonts are given in pixels
        }
    }

private:
    mutable RelayEngine m_engine;
    QSize m_size;
};

} // namespace ui
