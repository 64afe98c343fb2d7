// SPDX-License-Identifier: GPL-3.0-or-later
// The bars of a step on a clock, each in its lane; those too narrow to be seen apart as runs.
#pragma once

#include "ui/charts/step_frame.h"
#include "ui/charts/step_words.h"

#include <vector>

namespace ui
{

inline constexpr double minPixels = 3; // narrower bars are drawn together

/// A bar on the paper.
struct StepBox {
    QRectF area;
    std::size_t stage = 0;
    core::StepPiece piece;
    QString matmul = {}; // of the layer whose math it is a part of
};

/// Narrow boxes as runs: those of one colour that touch and are as high become one shape.
class BarRuns
{
public:
    void add(const QRectF&, const QColor&);
    const std::vector<QRectF>& areas() const { return m_areas; }
    /// `whole`: on whole pixels.
    void draw(QPainter&, bool whole) const;

private:
    std::vector<QRectF> m_areas;
    std::vector<QColor> m_colours;
};

/// On a screen: whole pixels need no blending, which takes most of the time.
void fillBar(QPainter&, const QRectF&, const QColor&, bool whole);

/// As a share of its lane: of bars taken together the share of the time that they are busy; `pixel`: seconds.
double heightOf(const core::StepPiece&, double pixel);

/// Draws them, and gives where they are.
std::vector<StepBox> paintStepBars(QPainter&, const StepReading&, const StepLayout&, const Theme&, bool whole);

} // namespace ui
