// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing and painting of the picture.
#include "ui/charts/opaque_plot.h"

namespace ui
{

OpaquePlot::OpaquePlot(QWidget* parent) : QCustomPlot(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    mReplotting = true; // so that the library's own replots, as after a drag, leave its buffers alone
}

void OpaquePlot::redraw()
{
    m_stale = true;
    update();
}

void OpaquePlot::paintEvent(QPaintEvent*)
{
    const qreal ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (m_stale || m_picture.size() != pixels) {
        m_stale = false;
        if (m_picture.size() != pixels)
            m_picture = QPixmap(pixels);
        setBufferDevicePixelRatio(ratio);
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(mBackgroundBrush.color());
        QCPPainter painter(&m_picture);
        draw(&painter);
    }
    QPainter(this).drawPixmap(0, 0, m_picture);
    if (painted)
        painted();
}

void OpaquePlot::resizeEvent(QResizeEvent*)
{
    setViewport(rect());
    redraw();
}

} // namespace ui
