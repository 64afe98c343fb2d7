// SPDX-License-Identifier: GPL-3.0-or-later
// A positive number as significant decimal digits and an exponent; rounding happens here and nowhere else.
#pragma once

#include <string>

namespace core
{

/// d.ddd × 10^exponent.
struct Decimal {
    std::string digits;
    int exponent = 0;

    double value() const;
    /// Without the zeros at the end.
    Decimal shortened() const;
    /// "65,536.25", or "1.23e24" where the number is below 0.0001 or not below 10^15.
    std::string text() const;
};

/// Rounded to so many significant digits, 1 to 17.
Decimal decimal(double positive, int digits);

/// As above, but the zeros at the end are left out where they are exact: 1.5 stays "1.5", 0.9999 becomes "1.00".
Decimal tidyDecimal(double positive, int digits);

/// Shortest digits that read back to the same double.
Decimal exactDecimal(double positive);

} // namespace core
