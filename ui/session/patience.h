// SPDX-License-Identifier: GPL-3.0-or-later
// How long a window stands still for a collective before another thread goes on with it.
#pragma once

#include <chrono>

namespace ui
{

/// Tests that look at once wait longer.
inline std::chrono::milliseconds windowPatience{30};

} // namespace ui
