// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of a question amount to, and how near a typed one must be.
#pragma once

#include "core/lesson/check_answer.h"
#include "core/lesson/expression.h"
#include "core/lesson/tolerance.h"
#include "core/lesson/typed_number.h"

#include <optional>
#include <string>
#include <string_view>

namespace core
{

/// Of an expression in a scenario; the error is a clause that names it. Numbers take the unit, where one is given.
TermOrWhy termOf(const PosedStep&, const std::string& expression, std::string_view unit, const Scenario&);

using Comparable = tl::expected<void, std::string>;
/// Fails where one is a word or, unless plain numbers count for any unit, they are numbers of different units, as a
/// clause that names both expressions; by the rule of inUnit().
Comparable checkComparable(std::string_view one, const Term&, std::string_view other, const Term&);

/// The tolerance that a text of a lesson names, else that of the dimension.
Tolerance toleranceOf(const std::string& text, const Term& expected);

/// Whether a unit is a word for what a count counts.
bool isCounted(std::string_view unit);

/// What a number in that unit counts: "token" of "token" and of "token/s"; empty where it counts nothing.
std::string_view countedBy(std::string_view unit);

/// What to type for it.
std::string typedText(const Term&);

/// How a number of that dimension may be typed: "7 µs" of 7, "7,000 tokens/s" where tokens are counted.
std::string exampleOf(double digits, Dim, std::string_view counts = {});

/// Why the tolerance "ceiling" does not fit what is expected, in that unit; empty where it does, or is another.
std::string whyNoCeiling(std::string_view tolerance, std::string_view unit, const Term& expected);

/// Near a known mistake, which may be rounded.
bool isNearMistake(double mistake, double typed);

/// A tolerance, and by which share a number may be off besides if it is the expected one at the digits written.
struct Closeness {
    Tolerance tolerance;
    double rounded = 0;

    bool holds(double expected, const TypedNumber&) const;
};

/// Shares and ratios may be rounded, to two digits or more, and bytes and FLOPs by as little as three digits cost;
/// whole counts may not.
Closeness closenessOf(const ValueAnswer&, const Term& expected);

/// A number as it is read in that unit of a lesson: "B", "token", "1", or none for its own. FLOPs, bytes of a value and
/// tokens are plain numbers too, so that FLOP/B may count tokens and 1/s be FLOP/s; seconds and dollars never are. The
/// error is a clause to be read after what the number is.
TermOrWhy inUnit(Term, std::string_view unit);

/// Whether what is in one unit is never in the other: seconds or dollars differ, or both are another base unit.
bool contradict(Dim, Dim);

/// The units of dimensions, as lessons name them.
inline constexpr std::string_view unitNames = "1, B, FLOP, s, USD, B/s, FLOP/s, FLOP/B, 1/s or such as token/s";

/// Of a unit word, as lessons name them: "B", "FLOP/s", and "token/s", which is 1/s; nothing for what a count counts.
std::optional<Dim> dimOfUnit(std::string_view unit);

} // namespace core
