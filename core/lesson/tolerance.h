// SPDX-License-Identifier: GPL-3.0-or-later
// How far a typed number may lie from the expected one.
#pragma once

#include "core/lesson/expression.h"

#include <optional>
#include <string_view>

namespace core
{

/// exact: to the last digit. ceiling: 1 more or less. digit: 1 of the third significant digit. share: of the value.
struct Tolerance {
    enum class Kind { exact, ceiling, digit, share };
    Kind kind = Kind::exact;
    double share = 0;

    bool holds(double expected, double typed) const;
};

inline constexpr std::size_t longestTolerance = 16; // characters, as the schema has it

/// "exact", "ceiling", "digit", "2%"; nothing for other and for longer texts.
std::optional<Tolerance> parseTolerance(std::string_view);

/// 2 % of times and rates; exact for bytes and whole counts; a digit of everything else.
Tolerance defaultTolerance(const Term& expected);

} // namespace core
