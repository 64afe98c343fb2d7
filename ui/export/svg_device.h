// SPDX-License-Identifier: GPL-3.0-or-later
// A paint device that writes SVG with clips, dashes and text as text; Qt's own generator drops clips.
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSize>
#include <QString>

#include <memory>

namespace ui
{

/// One picture of `size` logical pixels. Paint on it, end the painter, then take the document.
class SvgDevice : public QPaintDevice
{
public:
    /// `metadata` is an element to stand behind the title, or empty.
    SvgDevice(const QSize& size, const QString& title, const QString& metadata = {});
    ~SvgDevice() override;

    QPaintEngine* paintEngine() const override;
    /// UTF-8, the same bytes for the same painting.
    QByteArray document() const;

protected:
    int metric(PaintDeviceMetric) const override;

private:
    class Engine;

    QSize m_size;
    QString m_title;
    QString m_metadata;
    std::unique_ptr<Engine> m_engine;
};

} // namespace ui
