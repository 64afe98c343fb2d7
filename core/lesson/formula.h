// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two formulas are the same: both are evaluated for several values of their symbols.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// A symbol, and the number that it stands for in the scenario. Where that is even, even ones are drawn for it.
struct FormulaSymbol {
    std::string name;
    std::optional<double> value = {};
};
using FormulaSymbols = std::vector<FormulaSymbol>;

/// Values of the symbols for which two formulas differ.
struct CounterExample {
    std::vector<std::pair<std::string, double>> symbols;
    double typed = 0, expected = 0;

    /// "With B = 12 and N = 4, 2*B is 24; it should be 6."
    std::string text(std::string_view formula) const;
};

/// Nothing where they agree for every drawn value (whole numbers from 2 to 99, the same on every run). The error is a
/// clause: `typed` cannot be read, or uses a symbol that is none of `symbols`.
tl::expected<std::optional<CounterExample>, std::string> difference(std::string_view typed, std::string_view expected,
                                                                    const FormulaSymbols&);

/// Whether `typed` is `expected` if a/bc means (a/b)c, which it does not here.
bool isRightInTurn(std::string_view typed, std::string_view expected, const FormulaSymbols&);

/// numbers: there are numbers alone. mixed: numbers beside symbols.
enum class PutIn { nothing, numbers, mixed };

/// What `typed` has in place of symbols of `expected`, which it equals with these at their numbers and for every drawn
/// value of the others: "2*B*D*F/32" of "2*B*D*F/(X*Y)", X being 4 and Y 8. Nothing where they differ, or where such a
/// number is 0 or 1, which leaves no trace.
PutIn numbersPutIn(std::string_view typed, std::string_view expected, const FormulaSymbols&);

} // namespace core
