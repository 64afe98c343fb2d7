// SPDX-License-Identifier: GPL-3.0-or-later
// Signed numbers of chips, steps and rows as indices of arrays.
#pragma once

#include <concepts>
#include <cstddef>

namespace ui
{

constexpr std::size_t nth(std::integral auto i) { return static_cast<std::size_t>(i); }

} // namespace ui
