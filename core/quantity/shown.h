// SPDX-License-Identifier: GPL-3.0-or-later
// A number taken apart as people read it, for writers that set its parts in their own way (LaTeX, HTML).
#pragma once

#include "core/quantity/format.h"

#include <string>
#include <string_view>

namespace core
{

/// "−", "$", "2.147", "GB/s" and what that text amounts to.
struct Shown {
    std::string sign;   // "−" or empty
    std::string before; // "$" or empty
    std::string number; // "2.147", "65,536", "1.23e24"; "never", "∞", "–" where there is no number
    std::string unit;   // "GB/s", "tokens", "/s"; may be empty
    double value = 0;   // SI value of the shown text, sign included

    /// The unit has a quotient or a product in it, so the number needs brackets after a division.
    bool compound() const;
    std::string text() const;
};

Shown shown(double si, Dim, const FormatOptions& = {});

/// Every digit, SI unit, no prefix: reads back to the same double.
Shown shownExactly(double si, Dim);

/// How many times as much: "1.61×", "1.00×", "14.0×", with the same three digits everywhere.
std::string factorText(double factor);

/// "tokens" where the number is not "1"; the unit is named in the singular, a plural is taken as it is.
std::string counted(std::string_view number, std::string_view unit);

} // namespace core
