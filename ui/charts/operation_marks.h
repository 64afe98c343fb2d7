// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above the lines of the roofline of operations: points, ticks, hatches and their names.
#pragma once

#include "ui/charts/chart_picture.h"
#include "ui/charts/operation_layout.h"

namespace ui
{

/// Gives what answers to the mouse.
std::vector<Mark> paintOperations(QPainter&, const PictureLayout&, const OperationScene&);
/// What the ticks of paths say.
std::vector<Mark> tickMarks(const PictureLayout&, const OperationScene&);

} // namespace ui
