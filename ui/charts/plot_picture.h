// SPDX-License-Identifier: GPL-3.0-or-later
// What a log-log plot has to say about itself; PlotChart does the rest with QCustomPlot.
#pragma once

#include "ui/charts/chart_style.h"

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <cmath>
#include <vector>

class QPainter;

namespace ui
{

/// What the axes show, in the values' own units.
struct PlotRanges {
    double xLeast = 0, xMost = 0, yLeast = 0, yMost = 0;

    bool isEmpty() const { return !(xMost > xLeast) || !(yMost > yLeast); }
    friend bool operator==(const PlotRanges&, const PlotRanges&) = default;
};

/// The next of 1, 2 and 5 times a power of ten below `value` (above it), or itself. Axes that end there stand still
/// while the values shown change a little.
double tickBelow(double value);
double tickAbove(double value);

/// A place that answers to the mouse: what hovering says there, and the metric that a click explains.
struct PlotMark {
    QPolygonF area; // convex
    QString heading;
    QStringList lines;
    QString metric; // empty: nothing to explain
};

/// One line of values.
struct PlotSeries {
    std::vector<double> x, y;
    QColor colour;
    QList<qreal> dashes;
    qreal width = 1;
};

/// A tint behind the grid, from one value of x to another; 0 and infinity reach to the ends.
struct PlotBand {
    double from = 0, to = 0;
    QColor colour; // opaque: blending over so large an area costs more than all curves

    friend bool operator==(const PlotBand&, const PlotBand&) = default;
};

/// The plot's inner area and the way from values to pixels.
struct PlotFrame {
    QRectF area;
    QSizeF size; // of the whole picture
    PlotRanges ranges;
    const Theme& theme;
    ChartSizes sizes;

    qreal xOf(double x) const
    {
        return area.left() + area.width() * std::log(x / ranges.xLeast) / std::log(ranges.xMost / ranges.xLeast);
    }
    qreal yOf(double y) const
    {
        return area.bottom() - area.height() * std::log(y / ranges.yLeast) / std::log(ranges.yMost / ranges.yLeast);
    }
    QPointF at(double x, double y) const { return {xOf(x), yOf(y)}; }
};

class PlotPicture
{
public:
    virtual ~PlotPicture() = default;

    virtual void read(const Snapshot&) = 0;
    virtual QString name() const = 0;
    virtual QString description() const = 0;
    /// Why there is nothing to draw; empty when there is.
    virtual QString absence() const = 0;
    /// The view that shows everything.
    virtual PlotRanges ranges() const = 0;
    /// Something that has to be seen lies outside.
    virtual bool leaves(const PlotRanges&) const = 0;

    virtual QString xTitle() const = 0;
    /// For plots without room for the whole title.
    virtual QString shortXTitle() const { return xTitle(); }
    virtual QString yTitle() const = 0;
    virtual QString xTick(double) const = 0;
    virtual QString yTick(double) const = 0;
    /// Room that the labels need right of the axes.
    virtual qreal rightMargin(const ChartSizes&) const { return 0; }
    /// Room above the axes.
    virtual qreal topMargin(const ChartSizes& sizes) const { return sizes.px(10); }

    virtual std::vector<PlotSeries> series(const PlotRanges&, const Theme&, const ChartSizes&) const = 0;
    virtual std::vector<PlotBand> bands(const Theme&) const { return {}; }
    /// Above the lines: what follows from series() and the frame alone. Kept while these stay.
    virtual void paintFixed(QPainter&, const PlotFrame&) const {}
    /// Above all that; returns what answers to the mouse, the nearest first.
    virtual std::vector<PlotMark> paintOver(QPainter&, const PlotFrame&) const = 0;
    /// What answers after those; asked for when something points there, not while a slider is dragged.
    virtual std::vector<PlotMark> farMarks(const PlotFrame&) const { return {}; }
};

} // namespace ui
