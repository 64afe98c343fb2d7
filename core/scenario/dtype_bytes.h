// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of number formats.
#pragma once

#include "core/quantity/quantity.h"
#include "core/scenario/choices.h"

#include <array>
#include <cstddef>

namespace core
{

inline constexpr std::array<double, dtypeCount + 1> bytesOfDtype{4, 4, 2, 2, 1, 1, 0.5, 0.5, 0};

/// Bytes of one element; `none` has none.
constexpr Bytes dtypeBytes(Dtype d) { return Bytes(bytesOfDtype[static_cast<std::size_t>(d)]); }

} // namespace core
