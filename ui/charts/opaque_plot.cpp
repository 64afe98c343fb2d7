// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing and painting of the picture.
#include "ui/charts/opaque_plot.h"

#include <utility>

namespace ui
{

OpaquePlot::OpaquePlot(QWidget* parent) : QCustomPlot(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    mReplotting = true; // so that the library's own replots, as after a drag, leave its buffers alone
}

void OpaquePlot::redraw()
{
    m_plotIsStale = true;
    redrawOverlay();
}

void OpaquePlot::redrawOverlay()
{
    m_isStale = true;
    update();
}

void OpaquePlot::drawPlot(const QSize& pixels)
{
    const qreal ratio = devicePixelRatioF();
    if (m_plot.size() != pixels)
        m_plot = QPixmap(pixels);
    setBufferDevicePixelRatio(ratio);
    m_plot.setDevicePixelRatio(ratio);
    m_plot.fill(mBackgroundBrush.color());
    QCPPainter painter(&m_plot);
    draw(&painter);
    m_plotIsStale = false;
}

void OpaquePlot::paintEvent(QPaintEvent*)
{
    const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
    if (m_plotIsStale || m_plot.size() != pixels) {
        drawPlot(pixels);
        m_isStale = true;
    }
    if (std::exchange(m_isStale, false)) {
        if (m_picture.size() != pixels)
            m_picture = QPixmap(pixels);
        m_picture.setDevicePixelRatio(m_plot.devicePixelRatio());
        QPainter painter(&m_picture);
        painter.setCompositionMode(QPainter::CompositionMode_Source);
        painter.drawPixmap(0, 0, m_plot);
        painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
        if (overlay)
            overlay(painter);
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
