// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as a picture of a snapshot: what it says, how it is laid out, how it is drawn, and what answers to the mouse.
#pragma once

#include "ui/charts/chart_style.h"

#include <QPolygonF>
#include <QStringList>

#include <cmath>
#include <vector>

namespace ui
{

/// A place that answers to the mouse: what hovering says there, and the number that a click explains.
struct Mark {
    QPolygonF area = {}; // convex
    QString heading = {};
    QStringList lines = {};
    QString number = {}; // its id; empty: nothing to explain
    QString place = {};  // what of the picture it is: "device 5"
    int detail = -1;     // by which the picture completes it when it is shown
};

/// What the axes show, in the values' own units. Blocks of bars have the values at their right edges: xMax of the
/// first, yMax of the second.
struct AxisRanges {
    double xMin = 0, xMax = 0, yMin = 0, yMax = 0;

    bool isEmpty() const { return !(xMax > xMin) || !(yMax > yMin); }
    friend bool operator==(const AxisRanges&, const AxisRanges&) = default;
};

/// Where things go in a picture, from log axes to pixels.
struct PictureLayout {
    QRectF area; // inside the axes
    QSizeF size; // of the whole picture
    AxisRanges ranges;
    const Theme& theme;
    ChartSizes sizes;

    qreal xOf(double x) const
    {
        return area.left() + area.width() * std::log(x / ranges.xMin) / std::log(ranges.xMax / ranges.xMin);
    }
    qreal yOf(double y) const
    {
        return area.bottom() - area.height() * std::log(y / ranges.yMin) / std::log(ranges.yMax / ranges.yMin);
    }
    QPointF at(double x, double y) const { return {xOf(x), yOf(y)}; }
    QPointF at(const QPointF& values) const { return at(values.x(), values.y()); }
};

/// What a picture became, in its own coordinates.
struct Painted {
    QRectF axes = {};             // where the ranges can be moved and zoomed; empty: nowhere
    std::vector<Mark> marks = {}; // the nearest first
};

/// What a picture is drawn for. On a screen it comes again soon, much the same.
enum class Output { page, screen };

/// Knows no widget and no session; the window, exports and the command line draw the same one.
class Picture
{
public:
    virtual ~Picture() = default;

    virtual void read(const Snapshot&) = 0;
    /// In words: a sentence like a verdict with the main values.
    virtual QString description() const = 0;
    /// Why there is nothing to draw; empty when there is.
    virtual QString absence() const = 0;
    /// Everything is seen.
    virtual AxisRanges ranges() const = 0;
    /// What becomes of the ranges in sight while a slider is dragged: axes that stand still can be read.
    virtual AxisRanges heldRanges(const AxisRanges& shown) const = 0;
    /// What it needs to be readable on so narrow paper; 0: any height will do.
    virtual qreal heightFor(qreal /*width*/) const { return 0; }
    /// Does what only the window's thread may do. True where another thread may then paint the same on a screen, as
    /// long as nothing else is asked meanwhile.
    virtual bool prepare(const QSizeF&, qreal /*ratio*/, const Theme&, const AxisRanges&) { return false; }
    /// Edge to edge on the theme's panel colour. The painter's unit is one logical pixel.
    virtual Painted paint(QPainter&, const QRectF& area, const Theme&, const AxisRanges&, Output = Output::page) = 0;
    /// What answers behind the marks of the last painting; asked for when something points there, not while a slider is
    /// dragged.
    virtual std::vector<Mark> farMarks() const { return {}; }
    /// Puts words and number into a mark that has none yet: pictures with thousands of marks write them on demand.
    virtual void complete(Mark&) const {}
    /// What the axes may show of what the user asks for.
    virtual AxisRanges limited(const AxisRanges& asked) const { return asked; }
    /// The place of the mark that is pointed at, or none. True where the picture looks different then.
    virtual bool pointAt(const QString& /*place*/) { return false; }
    /// What is worked on stands out.
    virtual void choose(const QString& /*place*/) {}
};

} // namespace ui
