// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people write them in answers: rounded, with the noun behind them, with k for a thousand, with GB for GiB.
#pragma once

#include "core/quantity/dim.h"

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// The number as another reader of its prefix takes it.
struct OtherReading {
    double value = 0; // SI
    std::string text; // "12 GiB"
    std::string unit; // "GiB"
};

struct TypedNumber {
    double value = 0;                       // SI
    std::string text;                       // what was read: "61k"
    int digits = 0;                         // significant ones that were written; 0 where it was calculated
    double unit = 0;                        // a one in the last digit, SI
    bool bare = false;                      // neither prefix nor unit was written
    std::optional<double> decimal = {};     // of "61k", which is read as 62,464: 61,000
    std::optional<OtherReading> bytes = {}; // of "12 GB": 12 GiB, and the other way round

    /// Whether the expected number is this one when it is rounded to the digits written, two or more.
    bool rounds(double expected) const;
    /// The same of a whole number whose last zeros stand for digits: 20,400 of 20,444. Three others or more.
    bool roundsWhole(double expected) const;
    /// The same of the decimal reading.
    bool roundsDecimal(double expected) const;
};

/// As parseNumber() reads it, in the words of spelled(). Behind a count or a share may stand words of areNouns(), "44
/// H100 GPUs", "8x", "44 (80 GB)", and before the slash of a rate what it counts: "21,600 tokens/s". A unit behind a
/// quotient that is none of it otherwise is that of the result: "12.5/1.2 ms". "never" is infinite. The error is a
/// sentence.
tl::expected<TypedNumber, std::string> typedNumber(std::string_view text, Dim, std::string_view countUnit = {});

} // namespace core
