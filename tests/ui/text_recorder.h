// SPDX-License-Identifier: GPL-3.0-or-later
// A device that keeps the texts that are painted on it, with their sizes and places.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainterPath>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QStringList>

#include <cmath>
#include <vector>

namespace tests
{

struct PaintedText {
    QString text;
    qreal pixels = 0; // height of its font on the device
    QRectF box;       // on the device
    bool upright = true;
};

class TextRecorder : public QPaintDevice
{
public:
    explicit TextRecorder(QSize size) : m_size(size), m_engine(*this) {}

    std::vector<PaintedText> texts;

    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric what) const override
    {
        switch (what) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDepth:
            return 32;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 96;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return 1;
        }
    }

private:
    struct Engine : QPaintEngine {
        TextRecorder& to;
        QTransform transform;

        explicit Engine(TextRecorder& recorder) : QPaintEngine(AllFeatures), to(recorder) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        Type type() const override { return User; }
        void updateState(const QPaintEngineState& now) override
        {
            if (now.state() & DirtyTransform)
                transform = now.transform();
        }
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawTextItem(const QPointF& at, const QTextItem& item) override
        {
            const QRectF box(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
            const qreal scale = std::hypot(transform.m12(), transform.m22());
            to.texts.push_back(
                {item.text(), item.font().pixelSize() * scale, transform.mapRect(box), qFuzzyIsNull(transform.m12())});
        }
    };

    QSize m_size;
    mutable Engine m_engine;
};

/// Texts that lie one upon the other.
inline QStringList overlapsOf(const std::vector<PaintedText>& texts)
{
    QStringList faults;
    const auto core = [](const PaintedText& text) { // of its letters
        return text.box.adjusted(1, text.box.height() * 0.25, -1, -text.box.height() * 0.25);
    };
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (texts[j].text != QLatin1String("0") && // a time on its plate may stand before that of the scale
                texts[i].upright && texts[j].upright && texts[i].text.trimmed() != texts[j].text.trimmed() &&
                !texts[i].text.trimmed().isEmpty() && !texts[j].text.trimmed().isEmpty() &&
                core(texts[i]).intersects(core(texts[j])))
                faults << QStringLiteral("\"%1\" lies upon \"%2\"").arg(texts[i].text, texts[j].text);
    return faults;
}

/// Those, and texts that leave the paper.
inline QStringList faultsOf(const std::vector<PaintedText>& texts, QSize paper)
{
    QStringList faults = overlapsOf(texts);
    for (const PaintedText& text : texts)
        if (!QRectF(QPointF(), paper).adjusted(-1, -1, 1, 1).contains(text.box))
            faults << QStringLiteral("\"%1\" leaves the paper").arg(text.text);
    return faults;
}

} // namespace tests
