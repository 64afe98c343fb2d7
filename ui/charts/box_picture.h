// SPDX-License-Identifier: GPL-3.0-or-later
// The base of pictures of boxes and texts.
#pragma once

#include "ui/charts/chart_picture.h"
#include "ui/charts/label_placement.h"

namespace ui
{

/// On the panel's colour; in its place the sentence that says why there is nothing. Without axes, unless it has ranges.
class BoxPicture : public Picture
{
public:
    AxisRanges ranges() const override { return {.xMax = 1, .yMax = 1}; }
    AxisRanges heldRanges(const AxisRanges& shown) const final { return shown; }
    Painted paint(QPainter&, const QRectF& area, const Theme&, const AxisRanges&, Output) final;

protected:
    /// Where the window has the reason already, beside the picture.
    virtual QString absenceInWindow() const { return absence(); }
    /// From the painter's origin on; nothing is absent.
    virtual Painted paintBoxes(QPainter&, const QSizeF&, const Theme&, const AxisRanges&, Output) = 0;
    /// Marks without words: complete() finds the box by `detail`.
    template <class Box> static void addMarks(std::vector<Mark>& marks, const std::vector<Box>& boxes)
    {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            marks.emplace_back();
            marks.back().area = corners(boxes[i].area);
            marks.back().detail = static_cast<int>(i);
        }
    }
};

} // namespace ui
