// SPDX-License-Identifier: GPL-3.0-or-later
// The size of texts, and with them of all else: controls, grids and pictures are drawn larger alike.
#pragma once

#include <array>

namespace ui
{

/// Per cent.
inline constexpr std::array textSizes{100, 110, 125, 150, 175, 200, 225, 250};

int textSize();
/// Every window keeps its place and size on the screen.
void setTextSize(int percent);

} // namespace ui
