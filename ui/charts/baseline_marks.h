// SPDX-License-Identifier: GPL-3.0-or-later
// Baselines in the charts: dashed outlines and hollow marks with a letter.
#pragma once

#include "ui/charts/plot_picture.h"

namespace ui
{

struct Baseline;

/// The sign with the baseline's title: "◇ B: LLaMA-3 70B".
QString baselineName(const Baseline&);

/// A mark with the letter beside it; gives what answers to the mouse, without lines. `name`: as above.
Mark drawBaselineMark(QPainter&, const PictureLayout&, const QString& name, std::size_t look, const QPointF& centre);
/// The outline of a bar that is as long as the baseline's; open at the end where the axis ends before it.
void drawBaselineBar(QPainter&, const PictureLayout&, std::size_t look, const QRectF& bar, qreal axisEnd);
/// The roof of its chip on log axes: a slope up to the ridge, then its peak rate.
PlotSeries comparedRoofs(std::size_t look, double peak, double ridge, const AxisRanges& view, const Theme&,
                         const ChartSizes&);
/// The end of an axis from 0: bars of the present take at least a quarter of it.
double axisWithBaseline(double present, double baseline);

} // namespace ui
