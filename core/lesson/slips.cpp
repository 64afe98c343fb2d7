// SPDX-License-Identifier: GPL-3.0-or-later
// Tries the factors that prefixes leave behind.
#include "core/lesson/slips.h"

#include "core/quantity/format.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr int furthest = 5; // prefixes away: from B to PB

TypedNumber scaled(TypedNumber number, double factor)
{
    number.value *= factor;
    number.unit *= factor;
    number.decimal.reset();
    return number;
}

std::string percentText(double share) { return format(share, dim::count, {.countUnit = shareUnit}); }

/// "GB", the unit in which a one amounts to `size`; empty where the dimension takes no prefix.
std::string unitOf(double size, Dim dim, ByteUnits bytes)
{
    constexpr std::string_view one = "1 ";
    const auto text = format(size, dim, {.bytes = bytes});
    return text.starts_with(one) ? text.substr(one.size()) : std::string();
}

/// The unit with which the bare digits are right.
std::string unitWanted(const Closeness& near, const Term& expected, const TypedNumber& typed)
{
    for (int prefix = -furthest; prefix <= furthest; ++prefix)
        for (const auto bytes : {ByteUnits::decimal, ByteUnits::binary}) {
            const double size = std::pow(bytes == ByteUnits::binary ? 1024. : 1000., prefix);
            if (prefix != 0 && near.holds(expected.number, scaled(typed, size)))
                if (auto unit = unitOf(size, expected.dim, bytes); !unit.empty())
                    return unit;
        }
    return {};
}

/// "40" and "0.4 %" of 40 %.
std::optional<CheckedAnswer> percentMissed(const Closeness& near, const Term& expected, const TypedNumber& typed)
{
    if (typed.bare && near.holds(expected.number, scaled(typed, 0.01)))
        return CheckedAnswer{Outcome::unreadable, fmt::format("{0} is read as {1}. If you mean {0} %, write the %.",
                                                              typed.text, percentText(typed.value))};
    if (!typed.bare && near.holds(expected.number, scaled(typed, 100)))
        return CheckedAnswer{Outcome::knownWrong,
                             fmt::format("The % is one too many: {} is a hundredth of the share.", typed.text)};
    return std::nullopt;
}

/// Two neighbours among the steps of 1,000.
std::string_view neighbours(Dim dim)
{
    return dim == dim::count    ? "thousand (10^3) for million (10^6)"
           : dim == dim::second ? "µs (10^-6) for ms (10^-3)"
                                : "G (10^9) for T (10^12)";
}

/// "1,000,000 times too small".
std::optional<CheckedAnswer> prefixMistaken(const Term& expected, const TypedNumber& typed)
{
    for (const double step : {1000., 1024.})
        for (int times = 1; times <= furthest; ++times)
            for (const bool small : {true, false}) {
                const double factor = std::pow(step, times);
                const auto right = scaled(typed, small ? factor : 1 / factor);
                if (!isNearMistake(expected.number, right.value) && !right.rounds(expected.number))
                    continue;
                return CheckedAnswer{Outcome::knownWrong,
                                     fmt::format("That is {} times too {}: a slip of a prefix, such as {}.",
                                                 grouped(factor), small ? "small" : "large",
                                                 step == 1000 ? neighbours(expected.dim) : "Mi (2^20) for Gi (2^30)")};
            }
    return std::nullopt;
}

/// 4 TiB of 4,096 GB: that counts GiB.
std::optional<CheckedAnswer> familyMistaken(const Term& expected, const TypedNumber& typed)
{
    constexpr std::array<std::array<std::string_view, 2>, 5> families{{{"kB (10^3)", "KiB (2^10)"},
                                                                       {"MB (10^6)", "MiB (2^20)"},
                                                                       {"GB (10^9)", "GiB (2^30)"},
                                                                       {"TB (10^12)", "TiB (2^40)"},
                                                                       {"PB (10^15)", "PiB (2^50)"}}};
    for (std::size_t family = 0; family < families.size(); ++family)
        for (const bool binary : {true, false}) {
            const double factor = std::pow(1.024, static_cast<double>(family) + 1);
            const bool isRounding = !binary && typed.digits == 1; // 4 TB of 4.096
            if (isRounding || !isNearMistake(binary ? expected.number * factor : expected.number / factor, typed.value))
                continue;
            return CheckedAnswer{Outcome::knownWrong,
                                 fmt::format("That takes {} for {}: a factor of {}.", families[family][binary ? 1 : 0],
                                             families[family][binary ? 0 : 1],
                                             format(factor, dim::count, {.digits = 4}))};
        }
    return std::nullopt;
}

} // namespace

std::optional<CheckedAnswer> slipIn(const Closeness& near, const ValueAnswer& asked, const Term& expected,
                                    const TypedNumber& typed)
{
    if (!std::isfinite(expected.number) || !std::isfinite(typed.value) || expected.number == 0 || typed.value == 0)
        return std::nullopt;
    if (asked.unit == shareUnit)
        return percentMissed(near, expected, typed);
    if (const auto unit = typed.bare ? unitWanted(near, expected, typed) : std::string(); !unit.empty())
        return CheckedAnswer{Outcome::unreadable,
                             unitMissed(asked, expected, typed) +
                                 fmt::format(" If you mean {} {}, write the unit.", typed.text, unit)};
    if (auto prefix = prefixMistaken(expected, typed))
        return prefix;
    return expected.dim.byte == 1 ? familyMistaken(expected, typed) : std::nullopt;
}

std::string unitMissed(const ValueAnswer& asked, const Term& expected, const TypedNumber& typed)
{
    const bool plain = expected.dim == dim::count || expected.dim == dim::flopPerByte; // no prefix is usual
    if (!typed.bare || (plain && asked.unit != shareUnit))
        return {};
    if (asked.unit == shareUnit)
        return fmt::format("{} is read as {}.", typed.text, percentText(typed.value));
    if (expected.dim == dim::perSecond)
        return fmt::format("Without a unit, {} is read as {}/s.", typed.text, typed.text);
    return fmt::format("Without a unit, {} is read as {} {}.", typed.text, typed.text, unitText(expected.dim));
}

} // namespace core
