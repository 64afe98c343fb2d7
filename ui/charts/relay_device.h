// SPDX-License-Identifier: GPL-3.0-or-later
// A paint device that passes everything painted on it to another painter, so that a library which insists on its own
// painter class can draw into ours.
#pragma once

#include <QPaintDevice>
#include <QSize>

#include <memory>

class QPainter;

namespace ui
{

class RelayDevice : public QPaintDevice
{
public:
    /// Everything lands in `target` under its present transform and clip. `size` is in the target's units.
    RelayDevice(QPainter& target, const QSize& size);
    ~RelayDevice() override;

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric) const override;

private:
    std::unique_ptr<QPaintEngine> m_engine;
    QSize m_size;
};

} // namespace ui
