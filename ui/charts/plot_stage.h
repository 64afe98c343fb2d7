// SPDX-License-Identifier: GPL-3.0-or-later
// Sets up a QCustomPlot for a picture: axes, ticks, lines and the layers that the picture paints on itself.
#pragma once

#include "ui/charts/plot_picture.h"

#include <QSizeF>

class QCustomPlot;

namespace ui
{

/// Lives as long as the plot it dresses. The same for the widget's plot and for one made for an export.
class PlotStage
{
public:
    PlotStage(QCustomPlot& plot, const PlotPicture& picture);

    /// Everything follows from the values, the theme, the size and the ranges.
    void build(const QSizeF& size, const Theme&, const PlotRanges&);
    const std::vector<PlotMark>& marks();

private:
    PlotFrame frame() const;
    void dressAxes(const ChartSizes&);
    void addSeries(const ChartSizes&);

    QCustomPlot& m_plot;
    const PlotPicture& m_picture;
    QSizeF m_size;
    const Theme* m_theme;
    std::vector<PlotMark> m_marks;
    bool m_lacksFarMarks = false;
};

/// Draws a picture laid out for `area` with a plot of its own.
void renderPlot(const PlotPicture&, QPainter&, const QRectF& area, const Theme&);

} // namespace ui
