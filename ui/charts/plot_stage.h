// SPDX-License-Identifier: GPL-3.0-or-later
// Sets up a QCustomPlot for a picture: axes, ticks, lines and bands; what the picture says above them is painted apart.
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

    /// Everything follows from the values, the theme, the size and the ranges. False where the plot stays as it is, so
    /// that only the overlay is to be painted anew.
    bool build(const QSizeF& size, const Theme&, const PlotRanges&);
    /// Over the plot, once that is drawn.
    void paintOverlay(QPainter&);
    const std::vector<PlotMark>& marks();

private:
    /// What the plot below the overlay follows from.
    struct Base {
        bool shown = false;
        QSizeF size;
        const Theme* theme = nullptr;
        PlotRanges ranges = {};
        qreal topMargin = 0, rightMargin = 0;
        QString xTitle = {}, yTitle = {};
        std::vector<PlotSeries> series = {};
        std::vector<PlotBand> bands = {};

        bool looksLike(const Base&) const;
    };
    Base baseOf(const QSizeF& size, const Theme&, const PlotRanges&) const;
    PlotFrame frame() const;
    void paintBands(QPainter&) const;
    void paintTitles(QPainter&) const;
    void dressAxes(const ChartSizes&);
    void addSeries();

    QCustomPlot& m_plot;
    const PlotPicture& m_picture;
    Base m_base;
    std::vector<PlotMark> m_marks;
    bool m_lacksFarMarks = false;
};

/// Draws a picture laid out for `area` with a plot of its own.
void renderPlot(const PlotPicture&, QPainter&, const QRectF& area, const Theme&);

} // namespace ui
