// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses prefix, unit and digits of a number for people.
#include "core/quantity/format.h"

#include "core/quantity/decimal.h"
#include "core/quantity/shown.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace core
{

namespace
{

constexpr double noLimit = std::numeric_limits<double>::infinity();
constexpr double wholeInFull = 1e15;

/// One unit of a ladder; a number that would read `below` or more is shown in the next one.
struct Rung {
    double size;
    std::string_view name;
    double below;
};

// A unit begins where it would read 10 minutes, 2 hours, 2 days: 63 s beside 58 s, not 1.05 min.
constexpr std::array timeRungs{Rung{1e-9, "ns", 1000},   Rung{1e-6, "µs", 1000},         Rung{1e-3, "ms", 1000},
                               Rung{1, "s", 600},        Rung{60, "min", 120},           Rung{3600, "h", 48},
                               Rung{86400, "day", 1000}, Rung{31557600, "year", noLimit}};
constexpr std::array decimalRungs{Rung{1, "", 1000},    Rung{1e3, "k", 1000},  Rung{1e6, "M", 1000},
                                  Rung{1e9, "G", 1000}, Rung{1e12, "T", 1000}, Rung{1e15, "P", 1000},
                                  Rung{1e18, "E", 1000}};
constexpr std::array binaryRungs{Rung{1, "", 1024},        Rung{0x1p10, "Ki", 1024}, Rung{0x1p20, "Mi", 1024},
                                 Rung{0x1p30, "Gi", 1024}, Rung{0x1p40, "Ti", 1024}, Rung{0x1p50, "Pi", 1024},
                                 Rung{0x1p60, "Ei", 1024}};

Decimal rounded(double positive, const FormatOptions& options)
{
    return options.keepZeros ? decimal(positive, options.digits) : tidyDecimal(positive, options.digits);
}

/// Division by 1e-6 would leave a speck behind; multiplication by 1e6 does not.
double in(double positive, const Rung& rung)
{
    return rung.size < 1 ? positive * std::round(1 / rung.size) : positive / rung.size;
}

double outOf(double number, const Rung& rung)
{
    return rung.size < 1 ? number / std::round(1 / rung.size) : number * rung.size;
}

/// 1,000 to 1,023 of a binary prefix are not cut to three digits.
FormatOptions forRung(const FormatOptions& options, double number)
{
    FormatOptions own = options;
    if (number >= 1000)
        own.digits = std::max(own.digits, 4);
    return own;
}

/// The first rung on which the rounded number stays below the limit; none where even the last is too small.
const Rung* chooseRung(double positive, std::span<const Rung> rungs, const FormatOptions& options)
{
    for (const Rung& rung : rungs) {
        const double number = in(positive, rung);
        const bool binary = rung.below == 1024;
        if (decimal(number, binary ? forRung(options, number).digits : options.digits).value() < rung.below)
            return &rung;
    }
    return nullptr;
}

/// Without prefix: separators, or scientific where very large or very small.
void showBare(Shown& out, double positive, const FormatOptions& options)
{
    const Decimal d = rounded(positive, options);
    out.number = d.text();
    out.value = d.value();
}

/// `unit` follows the rung's name: "G" + "B/s".
void showOnRungs(Shown& out, double positive, std::span<const Rung> rungs, std::string_view unit,
                 const FormatOptions& options)
{
    constexpr double smallest = 0.01; // that is shown in the unit of another
    const Rung* own = chooseRung(positive, rungs, options);
    const Rung* other = own && options.like > 0 ? chooseRung(options.like, rungs, options) : nullptr;
    const Rung* rung = other && other > own && in(positive, *other) >= smallest ? other : own;
    if (!rung || in(positive, *rung) < 1e-3) {
        showBare(out, positive, options);
        out.unit = rungs.front().size < 1 ? "s" : std::string(unit);
        return;
    }
    const Decimal d =
        rounded(in(positive, *rung), rung->below == 1024 ? forRung(options, in(positive, *rung)) : options);
    out.number = d.text();
    out.value = outOf(d.value(), *rung);
    out.unit = std::string(rung->name) + std::string(unit);
    if (rung->name == "day" || rung->name == "year")
        out.unit = counted(out.number, out.unit);
}

void showMoney(Shown& out, double positive, bool perHour, const FormatOptions& options)
{
    double amount = perHour ? positive * 3600 : positive;
    FormatOptions own = options;
    const double inCents = std::round(amount * 100) / 100;
    const bool cents = inCents >= 1 && inCents < 1000 && amount != std::round(amount);
    if (cents) { // never less than cents: $2.50, $12.35
        const int min = inCents < 10 ? 3 : inCents < 100 ? 4 : 5;
        if (own.digits <= min) {
            own.keepZeros = true;
            own.digits = min;
            amount = inCents;
        }
    }
    showBare(out, amount, own);
    if (const auto point = out.number.find('.'); cents && point != std::string::npos && point + 2 == out.number.size())
        out.number += '0';
    out.before = "$";
    out.unit = perHour ? "/h" : "";
    if (perHour)
        out.value /= 3600;
}

FormatOptions forCount(const FormatOptions& options, double positive)
{
    FormatOptions own = options;
    own.digits = digitsOfCount(positive, options.digits);
    return own;
}

void showCount(Shown& out, double positive, const FormatOptions& options)
{
    if (positive == std::round(positive) && positive < wholeInFull && !options.keepZeros) {
        out.number = grouped(positive);
        out.value = positive;
    } else {
        showBare(out, positive, forCount(options, positive));
    }
    out.unit = counted(out.number, options.countUnit);
}

/// 0.207 of a whole: "20.7 %".
void showShare(Shown& out, double positive, const FormatOptions& options)
{
    const Decimal d = rounded(positive * 100, options);
    out.number = d.text();
    out.value = d.value() / 100;
    out.unit = "%";
}

/// Up to seven digits none before the point is rounded away: such numbers are compared with one another.
FormatOptions inFull(double positive, const FormatOptions& options)
{
    constexpr double eightDigits = 9'999'999.5;
    FormatOptions own = options;
    if (positive >= 1 && positive < eightDigits)
        own.digits = std::max(own.digits, static_cast<int>(std::log10(positive)) + 1);
    return own;
}

void showPositive(Shown& out, double positive, Dim d, const FormatOptions& options)
{
    if (d == dim::count && options.countUnit == shareUnit)
        return showShare(out, positive, options);
    if (d == dim::count)
        return showCount(out, positive, options);
    if (d == dim::second)
        return showOnRungs(out, positive, timeRungs, "", options);
    if (d == dim::byte && options.bytes == ByteUnits::binary)
        return showOnRungs(out, positive, binaryRungs, "B", options);
    if (d == dim::byte)
        return showOnRungs(out, positive, decimalRungs, "B", options);
    if (d == dim::bytePerSecond)
        return showOnRungs(out, positive, decimalRungs, "B/s", options);
    if (d == dim::flopPerSecond)
        return showOnRungs(out, positive, decimalRungs, "FLOP/s", options);
    if (d == dim::flop) {
        showOnRungs(out, positive, decimalRungs, "FLOP", options);
        out.unit = out.unit == "FLOP" && out.number == "1" ? out.unit : out.unit + "s";
        return;
    }
    if (d == dim::dollar || d == dim::dollarPerSecond)
        return showMoney(out, positive, d == dim::dollarPerSecond, options);
    showBare(out, positive, d == dim::flopPerByte ? inFull(positive, options) : options);
    const std::string unit = unitText(d);
    const std::string over = counted(out.number, options.countUnit);
    out.unit = unit.starts_with("1/") ? over + unit.substr(1) : unit;
}

} // namespace

bool Shown::compound() const
{
    return unit.find_first_of("/^") != std::string::npos || unit.find("·") != std::string::npos;
}

std::string Shown::text() const
{
    const bool close = unit.empty() || unit.front() == '/';
    return sign + before + number + (close ? "" : " ") + unit;
}

Shown shown(double si, Dim d, const FormatOptions& options)
{
    Shown out;
    out.value = si;
    if (std::isnan(si)) {
        out.number = "–";
        return out;
    }
    if (std::isinf(si)) {
        out.sign = si < 0 ? "−" : "";
        out.number = si < 0 ? "∞" : "never";
        return out;
    }
    if (si == 0) {
        const Shown one = shown(2, d, options);
        out.before = one.before;
        out.number = "0";
        out.unit = d == dim::second ? "s" : one.unit;
        return out;
    }
    showPositive(out, std::abs(si), d, options);
    if (si < 0) {
        out.sign = "−";
        out.value = -out.value;
    }
    return out;
}

Shown shownExactly(double si, Dim d)
{
    if (!std::isfinite(si) || si == 0)
        return shown(si, d);
    Shown out;
    out.sign = si < 0 ? "−" : "";
    out.number = exactDecimal(std::abs(si)).text();
    out.value = si;
    if (d == dim::flop)
        out.unit = out.number == "1" ? "FLOP" : "FLOPs";
    else if (d != dim::count)
        out.unit = unitText(d);
    if (out.unit.starts_with("1/"))
        out.unit.erase(0, 1);
    return out;
}

int digitsOfCount(double positive, int min)
{
    constexpr double realInFull = 1e7;
    const bool inFull = positive >= 1 && positive < realInFull;
    return inFull ? std::max(min, static_cast<int>(std::floor(std::log10(positive))) + 2) : min;
}

std::string factorText(double factor)
{
    constexpr double inFull = 1000;
    if (!(factor > 0) || !std::isfinite(factor))
        return format(factor, dim::count) + "×";
    return (factor < inFull ? decimal(factor, 3).text() : grouped(std::round(factor))) + "×";
}

std::string format(double si, Dim d, const FormatOptions& options) { return shown(si, d, options).text(); }

} // namespace core
