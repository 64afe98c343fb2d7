// SPDX-License-Identifier: GPL-3.0-or-later
// Digits of a double, rounded and laid out with separators.
#include "core/quantity/decimal.h"

#include "core/quantity/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace core
{

namespace
{

constexpr int minPlainExponent = -4;
constexpr int minScientificExponent = 15;
constexpr double exactTo = 1e-12; // relative; what is left of unit conversions

std::string withSeparators(const std::string& whole)
{
    std::string out;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0)
            out += ',';
        out += whole[i];
    }
    return out;
}

/// Reads "d.ddde±xx".
Decimal fromScientific(std::string_view text)
{
    Decimal result;
    const auto e = text.find('e');
    for (const char c : text.substr(0, e)) {
        if (c != '.')
            result.digits += c;
    }
    auto exponent = text.substr(e + 1);
    if (exponent.front() == '+')
        exponent.remove_prefix(1);
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
    return result;
}

} // namespace

double Decimal::value() const
{
    const std::string text = digits + "e" + std::to_string(exponent - static_cast<int>(digits.size()) + 1);
    double result = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), result).ec == std::errc::result_out_of_range)
        return exponent > 0 ? HUGE_VAL : 0.0;
    return result;
}

Decimal Decimal::shortened() const
{
    Decimal result = *this;
    while (result.digits.size() > 1 && result.digits.back() == '0')
        result.digits.pop_back();
    return result;
}

std::string Decimal::text() const
{
    const auto point = [](const std::string& whole, const std::string& part) {
        return part.empty() ? whole : whole + "." + part;
    };
    if (exponent < minPlainExponent || exponent >= minScientificExponent)
        return point(digits.substr(0, 1), digits.substr(1)) + "e" + std::to_string(exponent);
    if (exponent < 0)
        return point("0", std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits);
    const auto length = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= length)
        return withSeparators(digits + std::string(length - digits.size(), '0'));
    return point(withSeparators(digits.substr(0, length)), digits.substr(length));
}

Decimal decimal(double positive, int digits)
{
    std::array<char, 64> buffer{};
    const int after = std::clamp(digits, 1, 17) - 1;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), positive, std::chars_format::scientific, after);
    return fromScientific({buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())});
}

Decimal tidyDecimal(double positive, int digits)
{
    const Decimal rounded = decimal(positive, digits);
    const bool exact = std::abs(rounded.value() - positive) <= exactTo * positive;
    return exact ? rounded.shortened() : rounded;
}

Decimal exactDecimal(double positive)
{
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), positive, std::chars_format::scientific);
    return fromScientific({buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())}).shortened();
}

std::string grouped(double whole)
{
    if (std::isnan(whole))
        return "–";
    const double size = std::round(std::abs(whole));
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), size, std::chars_format::fixed, 0);
    const std::string digits(buffer.data(), end.ptr);
    const std::string text = std::isinf(size) ? "never" : withSeparators(digits);
    return whole < 0 && size > 0 ? "−" + text : text;
}

std::string countText(double whole, std::string_view noun)
{
    return grouped(whole).append(" ").append(noun).append(whole == 1 ? "" : "s");
}

std::string exactText(double number)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end.ptr};
}

bool isExactWhole(double number)
{
    constexpr double largest = 9007199254740992.0; // 2^53
    return std::abs(number) <= largest && number == std::floor(number);
}

std::string exactNumber(double number)
{
    return isExactWhole(number) ? std::to_string(static_cast<std::int64_t>(number)) : exactText(number);
}

} // namespace core
