// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them: significant digits, prefixes, separators. The only place that does it.
#pragma once

#include "core/quantity/dim.h"

#include <string>
#include <string_view>

namespace core
{

/// Decimal (kB, MB, GB) or binary (KiB, MiB, GiB) bytes; rates are always decimal.
enum class ByteUnits { decimal, binary };

/// The unit of a count that is a share of a whole: shown in percent.
inline constexpr std::string_view shareUnit = "share";

struct FormatOptions {
    int digits = 3; // significant
    ByteUnits bytes = ByteUnits::decimal;
    std::string_view countUnit = {}; // "token", "chip": plural is added where the value is not 1
    bool keepZeros = false;          // all digits also where the last ones are exact zeros: "1.50 days"
    double like = 0; // in the unit of this value, beside which it stands: 0.789 s beside 11.5 s; 0: in its own
};

/// "459 TFLOP/s", "6.98 GB", "932 µs", "1.5 days", "32,768 tokens", "1,278", "2,550 FLOP/B", "20.7 %"; counts up to
/// 1e15 that are whole are printed in full, others up to 1e7 with at least one decimal place ("20,444.4"); infinity is
/// "never", NaN "–".
std::string format(double si, Dim, const FormatOptions& = {});

/// Digits that a real count is shown with: those before the point are not rounded away, and one behind it stays.
int digitsOfCount(double positive, int min);

/// Unit of the SI value, for JSON, CSV and table heads: "B", "FLOP/s", "s", "1", "FLOP/B", "USD".
std::string unitText(Dim);

/// Whole number with thousands separators: "17,179,869,184".
std::string grouped(double whole);

/// "1 link", "8,960 links": of nouns that take an s.
std::string countText(double whole, std::string_view noun);

/// A number for machines: shortest text that reads back to the same double, never localised.
std::string exactText(double);
/// The same with whole numbers up to 2^53 written out.
std::string exactNumber(double);
/// A whole number up to 2^53.
bool isExactWhole(double);

} // namespace core
