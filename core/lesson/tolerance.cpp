// SPDX-License-Identifier: GPL-3.0-or-later
// Infinite is what is never reached: only "never" is near it.
#include "core/lesson/tolerance.h"

#include "core/quantity/parse_number.h"

#include <charconv>
#include <cmath>

namespace core
{

namespace
{

constexpr double rounding = 1e-9; // of the arithmetic on both sides

} // namespace

bool Tolerance::holds(double expected, double typed) const
{
    if (std::isinf(expected) || std::isinf(typed))
        return expected == typed;
    const double far = std::abs(typed - expected);
    double allowed = rounding * std::abs(expected);
    if (kind == Kind::ceiling)
        allowed += 1;
    if (kind == Kind::share)
        allowed += share * std::abs(expected);
    if (kind == Kind::digit && expected != 0)
        allowed += std::pow(10, std::floor(std::log10(std::abs(expected))) - 2);
    return far <= allowed;
}

std::optional<Tolerance> parseTolerance(std::string_view text)
{
    if (text == "exact")
        return Tolerance{Tolerance::Kind::exact};
    if (text == "ceiling")
        return Tolerance{Tolerance::Kind::ceiling};
    if (text == "digit")
        return Tolerance{Tolerance::Kind::digit};
    if (text.size() > longestTolerance)
        return std::nullopt;
    double percent = 0;
    const auto number = text.ends_with('%') ? text.substr(0, text.size() - 1) : std::string_view();
    const auto* end = number.data() + number.size();
    const auto [after, error] = std::from_chars(number.data(), end, percent);
    const bool written = !number.empty() && isDigit(number.front()) && isDigit(number.back()) && // as the schema has it
                         number.find_first_not_of("0123456789.") == std::string_view::npos;
    const bool good = written && error == std::errc() && after == end && percent < 100;
    return good ? std::optional(Tolerance{Tolerance::Kind::share, percent / 100}) : std::nullopt;
}

Tolerance defaultTolerance(const Term& expected)
{
    const auto dim = expected.dim;
    if (dim == dim::second || dim == dim::bytePerSecond || dim == dim::flopPerSecond)
        return {Tolerance::Kind::share, 0.02};
    const bool whole = expected.number == std::floor(expected.number);
    if (dim == dim::byte || (dim == dim::count && whole))
        return {Tolerance::Kind::exact};
    return {Tolerance::Kind::digit};
}

} // namespace core
