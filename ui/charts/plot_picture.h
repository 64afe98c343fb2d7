// SPDX-License-Identifier: GPL-3.0-or-later
// A picture on two log axes, which QCustomPlot draws below the picture's own words and marks.
#pragma once

#include "ui/charts/chart_picture.h"

#include <QImage>

#include <memory>

class QCustomPlot;

namespace ui
{

/// The next of 1, 2 and 5 times a power of ten below `value` (above it), or itself. Axes that end there stand still
/// while the values shown change a little.
double tickBelow(double value);
double tickAbove(double value);

/// Words of the axes and the room around them.
struct PlotAxes {
    QString xTitle = {};
    QString shortXTitle = {}; // where the other does not fit
    QString yTitle = {};
    QString shortYTitle = {};
    QString (*xTick)(double) = engineeringTick;
    QString (*yTick)(double) = engineeringTick;
    qreal top = 0, right = 0; // logical pixels above the axes, and right of them for labels

    friend bool operator==(const PlotAxes&, const PlotAxes&) = default;
};

/// One line of values.
struct PlotSeries {
    std::vector<QPointF> points;
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

class PlotPicture : public Picture
{
public:
    PlotPicture();
    ~PlotPicture() override;

    AxisRanges heldRanges(const AxisRanges& shown) const final { return leaves(shown) ? ranges() : shown; }
    AxisRanges limited(const AxisRanges& asked) const final;
    bool prepare(const QSizeF&, qreal ratio, const Theme&, const AxisRanges&) final;
    Painted paint(QPainter&, const QRectF& area, const Theme&, const AxisRanges&, Output) final;

protected:
    /// Something that has to be seen lies outside.
    virtual bool leaves(const AxisRanges&) const = 0;
    virtual PlotAxes axes(const ChartSizes&) const = 0;
    virtual std::vector<PlotSeries> series(const AxisRanges&, const Theme&, const ChartSizes&) const = 0;
    virtual std::vector<PlotBand> bands(const Theme&) const { return {}; }
    /// Above the lines; gives what answers to the mouse.
    virtual std::vector<Mark> paintOver(QPainter&, const PictureLayout&) const = 0;
    /// Of the last painting.
    PictureLayout layout() const;

private:
    /// What the plot below the words follows from.
    struct Base {
        QSize size;
        qreal ratio = 1; // pixels of the device to a logical one
        const Theme* theme = nullptr;
        AxisRanges ranges = {};
        PlotAxes axes = {};
        std::vector<PlotSeries> series = {};
        std::vector<PlotBand> bands = {};

        bool looksLike(const Base&) const;
    };
    Base baseOf(const QSize&, qreal ratio, const Theme&, const AxisRanges&) const;
    void keep(const Base&);
    void style();
    void styleAxes(const ChartSizes&);
    void addSeries();
    void drawKept();
    void paintBands(QPainter&) const;
    void paintTitles(QPainter&, const PictureLayout&) const;
    Painted paintWords(QPainter&, const QSize&, const Theme&, bool shown) const;

    std::unique_ptr<QCustomPlot> m_plot; // never on a screen itself
    Base m_base;
    QImage m_kept; // the plot, on a screen; null: not drawn yet
};

} // namespace ui
