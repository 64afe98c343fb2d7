// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of stacked bars, which Qt Charts draws below the picture's own words and marks.
#pragma once

#include "ui/charts/chart_picture.h"

#include <QImage>

#include <memory>
#include <optional>

class QGraphicsScene;

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
    double max = 1;      // value at the right edge
    qreal thickness = 1; // share of a row that its bar fills
    std::vector<BarSet> sets;

    std::size_t rows() const { return sets.empty() ? 0 : sets.front().values.size(); }
    QRectF row(std::size_t index) const;
    qreal xOf(double value) const { return area.left() + area.width() * value / max; }
    /// Where set `set` lies in a row.
    QRectF bar(std::size_t set, std::size_t index) const;
};

/// The next 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten: a scale that small changes do not move.
double roundScale(double value);

/// The pattern of a bar or of its swatch in a key.
void hatchBar(QPainter&, const QRectF&, Hatch, const PictureLayout&);

class BarPicture : public Picture
{
public:
    BarPicture();
    ~BarPicture() override;

    AxisRanges heldRanges(const AxisRanges& shown) const final;
    /// Draws the bars; words and marks wait for paint().
    bool prepare(const QSizeF&, qreal ratio, const Theme&, const AxisRanges&) final;
    Painted paint(QPainter&, const QRectF& area, const Theme&, const AxisRanges&, Output) final;

protected:
    virtual std::vector<BarBlock> blocks(const PictureLayout&) const = 0;
    /// Everything but the bars; gives what answers to the mouse.
    virtual std::vector<Mark> paintOver(QPainter&, const PictureLayout&, const std::vector<BarBlock>&) const = 0;

private:
    struct Panel;
    struct Laid {
        PictureLayout layout;
        std::vector<BarBlock> blocks; // none where nothing is to be shown
    };
    Laid lay(const QSizeF&, const Theme&, const AxisRanges&) const;
    void shapePanels(const std::vector<BarBlock>&);
    void drawBars(QPainter&, const QRectF& area, const Laid&);

    std::unique_ptr<QGraphicsScene> m_scene; // in no view
    std::vector<std::unique_ptr<Panel>> m_panels;
    QImage m_bars;              // as prepared
    std::optional<Laid> m_laid; // prepared and not yet painted
};

} // namespace ui
