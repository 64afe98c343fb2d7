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
    m_early.finish();
    m_plotIsStale = true;
    redrawOverlay();
}

void OpaquePlot::redrawOverlay()
{
    m_early.finish();
    m_isStale = true;
    update();
}

QSize OpaquePlot::pixels() const { return (QSizeF(size()) * devicePixelRatioF()).toSize(); }

void OpaquePlot::drawPlot()
{
    const qreal ratio = devicePixelRatioF();
    if (m_plot.size() != pixels())
        m_plot = QImage(pixels(), QImage::Format_RGB32);
    setBufferDevicePixelRatio(ratio);
    m_plot.setDevicePixelRatio(ratio);
    m_plot.fill(mBackgroundBrush.color());
    QCPPainter painter(&m_plot);
    draw(&painter);
    m_plotIsStale = false;
    m_isStale = true;
}

void OpaquePlot::drawOverlay()
{
    if (m_picture.size() != m_plot.size())
        m_picture = QImage(m_plot.size(), m_plot.format());
    m_picture.setDevicePixelRatio(m_plot.devicePixelRatio());
    QPainter painter(&m_picture);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.drawImage(0, 0, m_plot);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    if (overlay)
        overlay(painter);
    m_isStale = false;
}

void OpaquePlot::beginEarly()
{
    m_early.finish();
    if (!isVisible())
        return;
    if (m_plotIsStale || m_plot.size() != pixels())
        drawPlot();
    if (m_isStale)
        m_early.begin([this] { drawOverlay(); });
}

void OpaquePlot::paintEvent(QPaintEvent*)
{
    m_early.finish();
    if (m_plotIsStale || m_plot.size() != pixels())
        drawPlot();
    if (m_isStale)
        drawOverlay();
    QPainter(this).drawImage(0, 0, m_picture);
    if (painted)
        painted();
}

void OpaquePlot::resizeEvent(QResizeEvent*)
{
    setViewport(rect());
    redraw();
}

} // namespace ui
