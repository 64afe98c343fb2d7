// SPDX-License-Identifier: GPL-3.0-or-later
// Saved activations of a stage over time.
#pragma once

#include "core/timeline/held_activations.h"
#include "ui/charts/chart_picture.h"

class QPainter;

namespace ui
{

/// What is as high as the area, and the seconds at its left and right edges.
struct HeldScale {
    double most = 1, from = 0, to = 1;
};

/// Draws it as a line, `filled`: with what is under it. Within a pixel the lowest and the highest are drawn.
void paintHeldCurve(QPainter&, const std::vector<core::HeldAt>&, const QRectF& area, const HeldScale&,
                    const ChartSizes&, const Theme&, bool filled);

} // namespace ui
