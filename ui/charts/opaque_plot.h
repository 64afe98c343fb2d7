// SPDX-License-Identifier: GPL-3.0-or-later
// A QCustomPlot that is drawn only when the window paints, into one picture without transparency.
#pragma once

#include <QPixmap>
#include <qcustomplot.h>

#include <functional>

namespace ui
{

/// The library clears transparent buffers, fills the background at each paint and blends the buffers over it; at
/// 3840x2160 pixels that takes longer than drawing the plot.
class OpaquePlot : public QCustomPlot
{
public:
    explicit OpaquePlot(QWidget* parent);

    /// Draws the plot anew when the window paints next, however often it is asked for until then.
    void redraw();
    /// Only what lies over it.
    void redrawOverlay();
    /// Paints that; after the plot is drawn.
    std::function<void(QPainter&)> overlay;
    /// Called after each painting.
    std::function<void()> painted;

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void drawPlot(const QSize& pixels);

    QPixmap m_plot;
    QPixmap m_picture; // plot and overlay
    bool m_plotIsStale = true;
    bool m_isStale = true;
};

} // namespace ui
