// SPDX-License-Identifier: GPL-3.0-or-later
// The known word nearest to a mistyped one, for error texts.
#pragma once

#include <span>
#include <string_view>

namespace core
{

/// Least number of characters inserted, deleted, replaced or swapped with their neighbour that turns `from` into `to`.
/// Only the first 64 characters of each count.
int editDistance(std::string_view from, std::string_view to);

/// The first of the nearest `known` words; empty when there are none.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

} // namespace core
