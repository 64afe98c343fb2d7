// SPDX-License-Identifier: GPL-3.0-or-later
// The hardware rule of wraparound links (b.3).
#pragma once

#include "core/scenario/scenario.h"

#include <array>

namespace core
{

/// Which axes of a slice close into rings under the hardware rule, or all when conv.wrap is "ring".
std::array<bool, 3> wrappedAxes(const Hardware&, const std::array<int, 3>& torus, Wrap);

} // namespace core
