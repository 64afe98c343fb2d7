// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic over names: expected values of lessons, and formulas as students type them.
#pragma once

#include "core/quantity/dim.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// What an expression amounts to: an SI number, or a word.
struct Term {
    double number = 0;
    Dim dim = dim::count;
    std::optional<std::string> word = {};
    bool bare = false;                   // made of plain numbers alone: takes the unit of what it is added to
    std::string shown = {};              // the word as people read it, where that is another
    std::vector<std::string> words = {}; // all that the word can be, of a field or number that names them
    std::string unit = {};               // what it counts, of a field or number: "token"

    bool isTrue() const { return !word && number != 0; }
};
using TermOrWhy = tl::expected<Term, std::string>;

/// The value of a name; the error is a clause that says why there is none.
using NameLookup = std::function<TermOrWhy(std::string_view name)>;

/// Factors without a sign between them, as in "a/bc". bindsTighter: a/(bc), as formulas are printed. leftToRight:
/// (a/b)c.
enum class Juxtaposition { bindsTighter, leftToRight };

/// Numbers, names, + - * / ^ ² ³, brackets, ceil, floor, min, max, sqrt, words in '...', and one comparison = < > <=
/// >=, which gives 1 or 0. A name is letters, digits, points and underscores, or whatever stands in braces. The error
/// is a clause without full stop. At most `longestExpression` characters. With `symbols`, factors may also stand side
/// by side, as people write formulas: "2BE²/N", "N C / W". Letters are then read as the longest symbols that they begin
/// with, and ** is a power.
TermOrWhy evaluateExpression(std::string_view text, const NameLookup&, const std::vector<std::string>& symbols = {},
                             Juxtaposition = Juxtaposition::bindsTighter);

inline constexpr std::size_t longestExpression = 1000;

} // namespace core
