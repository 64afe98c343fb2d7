// SPDX-License-Identifier: GPL-3.0-or-later
// Baselines in the charts: dashed outlines and hollow marks with a letter.
#pragma once

#include "ui/charts/chart_picture.h"

namespace ui
{

struct Baseline;

/// The sign with the baseline's title: "◇ B: LLaMA-3 70B".
QString baselineName(const Baseline&, std::size_t place);

/// A mark with the letter beside it; gives what answers to the mouse, without lines.
Mark drawBaselineMark(QPainter&, const PictureLayout&, const Baseline&, std::size_t place, const QPointF& centre);
/// The outline of a bar that is as long as the baseline's; open at the end where the axis ends before it.
void drawBaselineBar(QPainter&, const PictureLayout&, std::size_t place, const QRectF& bar, qreal axisEnd);
/// The end of an axis from 0: bars of the present take at least a quarter of it.
double axisWithBaseline(double present, double baseline);

} // namespace ui
