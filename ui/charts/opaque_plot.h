// SPDX-License-Identifier: GPL-3.0-or-later
// A QCustomPlot that is drawn only when the window paints, into one picture without transparency.
#pragma once

#include "ui/theme/early_work.h"

#include <QImage>
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
    /// Begins with the picture in another thread; nobody may touch what it shows before finishEarly().
    void beginEarly();
    void finishEarly() const { m_early.finish(); }
    /// Paints what lies over the plot, once that is drawn; maybe in another thread.
    std::function<void(QPainter&)> overlay;
    /// Called after each painting.
    std::function<void()> painted;

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    QSize pixels() const;
    void drawPlot();
    void drawOverlay();

    QImage m_plot;
    QImage m_picture; // plot and overlay
    bool m_plotIsStale = true;
    bool m_isStale = true;
    EarlyWork m_early; // goes first
};

} // namespace ui
