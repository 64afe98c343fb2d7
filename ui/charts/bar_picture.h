// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart of stacked bars has to say about itself; BarChart does the rest with Qt Charts.
#pragma once

#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/plot_picture.h"

#include <array>
#include <vector>

namespace ui
{

/// One colour of a block: a value for every row, stacked on the sets before it.
struct BarSet {
    QColor colour;
    Hatch hatch = Hatch::none;
    std::vector<double> values;
};

/// Horizontal bars on one scale; row 0 is the topmost.
struct BarBlock {
    QRectF area;
    double most = 1;     // value at the right edge
    qreal thickness = 1; // share of a row that its bar fills
    std::vector<BarSet> sets;

    std::size_t rows() const { return sets.empty() ? 0 : sets.front().values.size(); }
    QRectF row(std::size_t index) const;
    qreal xOf(double value) const { return area.left() + area.width() * value / most; }
    /// Where set `set` lies in a row.
    QRectF bar(std::size_t set, std::size_t index) const;
};

/// Values at the right edges of a picture's blocks.
using BarScales = std::array<double, 2>;

struct BarFrame {
    QSizeF size;
    BarScales scales;
    const Theme& theme;
    ChartSizes sizes;
};

class BarPicture
{
public:
    virtual ~BarPicture() = default;

    virtual void read(const Snapshot&) = 0;
    virtual QString name() const = 0;
    virtual QString description() const = 0;
    /// Why there is nothing to draw; empty when there is.
    virtual QString absence() const = 0;
    /// The scales that suit the values.
    virtual BarScales scales() const = 0;
    virtual std::vector<BarBlock> blocks(const BarFrame&) const = 0;
    /// Everything but the bars; returns what answers to the mouse.
    virtual std::vector<PlotMark> paintOver(QPainter&, const BarFrame&, const std::vector<BarBlock>&) const = 0;
};

/// The next 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten: a scale that small changes do not move.
double roundScale(double value);

} // namespace ui
