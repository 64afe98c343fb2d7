// SPDX-License-Identifier: GPL-3.0-or-later
// The SVG document around what the engine wrote.
#include "ui/export/svg_device.h"

#include "ui/export/svg_paint_engine.h"

namespace ui
{

SvgDevice::SvgDevice(const QSize& size, const QString& title, const QString& metadata)
    : m_size(size), m_title(title), m_metadata(metadata), m_engine(std::make_unique<SvgPaintEngine>())
{
}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const { return m_engine.get(); }

QByteArray SvgDevice::document() const
{
    const QString size =
        QStringLiteral("width=\"%1\" height=\"%2\" viewBox=\"0 0 %1 %2\"").arg(m_size.width()).arg(m_size.height());
    const QString text = QStringLiteral("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" ") +
                         size + QStringLiteral(">\n<title>") + m_title.toHtmlEscaped() + QStringLiteral("</title>\n") +
                         m_metadata + QStringLiteral("<defs>\n") + m_engine->definitions() +
                         QStringLiteral("</defs>\n") + m_engine->body() + QStringLiteral("</svg>\n");
    return text.toUtf8();
}

int SvgDevice::metric(PaintDeviceMetric metric) const
{
    constexpr int dpi = 96; // one unit is one CSS pixel
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * 25.4 / dpi);
    case PdmHeightMM:
        return qRound(m_size.height() * 25.4 / dpi);
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    default:
        return dpi;
    }
}

} // namespace ui
