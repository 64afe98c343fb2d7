// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of number formats.
#pragma once

#include "core/scenario/scenario.h"

#include <array>

namespace core
{

inline constexpr std::array<double, dtypeCount + 1> bytesOfDtype{4, 4, 2, 2, 1, 1, 0.5, 0.5, 0};

/// Bytes of one element; `none` has none.
constexpr double dtypeBytes(Dtype d) { return bytesOfDtype[static_cast<std::size_t>(d)]; }

} // namespace core
