// SPDX-License-Identifier: GPL-3.0-or-later
// Signed numbers of chips, steps, nodes and elements as indices of arrays.
#pragma once

#include <concepts>
#include <cstddef>

namespace core
{

constexpr std::size_t nth(std::integral auto i) { return static_cast<std::size_t>(i); }

} // namespace core
