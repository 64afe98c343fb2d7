// SPDX-License-Identifier: GPL-3.0-or-later
// 12.88 GB of 12,884,901,888 bytes and 82 % of 0.8224 are what the program shows itself.
#include "core/lesson/answer_terms.h"

#include "core/lesson/spelling.h"
#include "core/lesson/stage.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "core/quantity/unit_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

// What rounding costs at most.
constexpr double twoDigits = 0.05;
constexpr double threeDigits = 0.005;

constexpr std::array namedDims{dim::byte,          dim::flop,          dim::second,      dim::dollar,
                               dim::bytePerSecond, dim::flopPerSecond, dim::flopPerByte, dim::perSecond};

/// Of a unit as it is typed behind a number, "GB", "ms" or "GB/s"; nothing for what a count counts.
std::optional<Dim> dimTyped(std::string_view unit)
{
    const std::string one = fmt::format("1 {}", unit);
    const auto found = std::ranges::find_if(namedDims, [&](Dim dim) { return parseNumber(one, dim).has_value(); });
    return found == namedDims.end() || parseNumber(one, dim::count) ? std::nullopt : std::optional(*found);
}

/// What can be counted: letters that are no unit and no prefix.
bool isThing(std::string_view word)
{
    const bool isWritten = std::ranges::all_of(word, [](char c) { return isLetter(c) || c == '-' || c == ' '; });
    constexpr std::array<std::string_view, 6> scales{"dozen", "ppm", "ppb", "mille", "lakh", "crore"};
    const bool isScale = std::ranges::any_of(scales, [&](auto scale) { return word.find(scale) != word.npos; });
    return isWritten && !isScale && !word.empty() && isLetter(word.front()) && isLetter(word.back()) &&
           !dimTyped(word) && !parseNumber(spelled(fmt::format("1 {}", word), dim::count), dim::count);
}

/// That is counted: "day" of the days of a training.
bool isLongTime(std::string_view unit)
{
    constexpr double hour = 3600;
    const auto word = unitWord(unit);
    return word && word->dim == dim::second && word->size >= hour && unit.size() > 1; // "hour", not "h"
}

/// Bytes, FLOPs, seconds or dollars.
bool isBase(Dim dim)
{
    return std::ranges::find(namedDims.begin(), namedDims.begin() + 4, dim) != namedDims.begin() + 4;
}

} // namespace

TermOrWhy termOf(const PosedStep& at, const std::string& expression, std::string_view unit, const Scenario& s)
{
    auto term = valueIn(at.lesson, s, expression);
    if (!term)
        return tl::unexpected(fmt::format("{} cannot be evaluated: {}", inQuotes(expression), term.error()));
    if (!term->word && std::isnan(term->number))
        return tl::unexpected(fmt::format("{} is no number", inQuotes(expression)));
    return inUnit(*std::move(term), unit).map_error([&](const std::string& why) {
        return fmt::format("{} {}", inQuotes(expression), why);
    });
}

Comparable checkComparable(std::string_view one, const Term& first, std::string_view other, const Term& second)
{
    if (first.word.has_value() != second.word.has_value())
        return tl::unexpected(fmt::format("{} is a word and {} a number, which are not compared",
                                          inQuotes(first.word ? one : other), inQuotes(first.word ? other : one)));
    if (first.word || first.bare || second.bare || !contradict(first.dim, second.dim))
        return {};
    const auto unit = [](const Term& term) {
        return term.dim == dim::count ? std::string("a plain number") : fmt::format("in {}", unitText(term.dim));
    };
    return tl::unexpected(fmt::format("{} is {} and {} {}, which are not compared", inQuotes(one), unit(first),
                                      inQuotes(other), unit(second)));
}

Tolerance toleranceOf(const std::string& text, const Term& expected)
{
    return parseTolerance(text).value_or(defaultTolerance(expected));
}

std::string_view countedBy(std::string_view unit)
{
    constexpr std::string_view perSecond = "/s";
    const bool isRate = unit.ends_with(perSecond) && dimOfUnit(unit) == dim::perSecond;
    const auto counted = unit.substr(0, unit.size() - (isRate ? perSecond.size() : 0));
    return counted == "1" || dimOfUnit(counted) ? std::string_view() : counted;
}

bool isCounted(std::string_view unit) { return !unit.empty() && unit != "1" && unit != shareUnit && !dimOfUnit(unit); }

std::string typedText(const Term& term)
{
    return term.word ? *term.word : std::isinf(term.number) ? "never" : exactText(term.number);
}

std::string exampleOf(double digits, Dim dim, std::string_view counts)
{
    const bool small = dim == dim::flopPerByte || dim == dim::count;
    const double size = dim == dim::second ? 1e-6 : small ? 1 : dim == dim::perSecond ? 1e3 : 1e9;
    return format(digits * size, dim, {.countUnit = counts});
}

std::string whyNoCeiling(std::string_view tolerance, std::string_view unit, const Term& expected)
{
    const bool isCount =
        isCounted(unit) || (expected.dim == dim::count && expected.number == std::floor(expected.number));
    if (tolerance != "ceiling" || (isCount && expected.number >= 2))
        return {};
    return fmt::format(
        "\"ceiling\" is 1 more or less of what is counted, 2 or more, and {} is no such count; take \"digit\", a "
        "share such as \"2%\", or no tolerance",
        typedText(expected));
}

bool isNearMistake(double mistake, double typed)
{
    return Tolerance{Tolerance::Kind::share, threeDigits}.holds(mistake, typed);
}

bool Closeness::holds(double expected, const TypedNumber& typed) const
{
    const bool whole = tolerance.kind == Tolerance::Kind::exact || tolerance.kind == Tolerance::Kind::ceiling;
    const Tolerance share{Tolerance::Kind::share, rounded};
    const bool rounds = typed.rounds(expected) || (rounded == threeDigits && typed.roundsWhole(expected));
    return tolerance.holds(expected, typed.value) || (share.holds(expected, typed.value) && rounds) ||
           (typed.decimal && tolerance.holds(expected, *typed.decimal)) || (!whole && typed.roundsDecimal(expected));
}

Closeness closenessOf(const ValueAnswer& asked, const Term& expected)
{
    const bool ratio = expected.dim == dim::count && !isCounted(asked.unit) && asked.tolerance != "exact" &&
                       expected.number != std::floor(expected.number);
    const bool isAmount = expected.dim == dim::byte || expected.dim == dim::flop;
    const bool crossing = isCounted(asked.unit) && expected.number != std::floor(expected.number); // 20,444.4 tokens
    return {toleranceOf(asked.tolerance, expected), ratio ? twoDigits : isAmount || crossing ? threeDigits : 0};
}

bool contradict(Dim one, Dim other)
{
    return one.second != other.second || one.dollar != other.dollar || (one != other && isBase(one) && isBase(other));
}

TermOrWhy inUnit(Term term, std::string_view unit)
{
    const bool counts = term.dim == dim::count && isLongTime(unit);
    const auto own = dimOfUnit(unit), prefixed = own || counts ? std::nullopt : dimTyped(unit);
    const Dim named = own.value_or(dim::count), is = term.dim;
    if (unit == "%" || unit == "percent")
        return refused(
            fmt::format("is asked in {}: write \"{}\", which takes 0.25 and 25 %", inQuotes(unit), shareUnit));
    if (!own && !prefixed && !counts && !unit.empty() && unit != "1" && unit != shareUnit && !isThing(unit))
        return refused(fmt::format("has the unit {}, which is none: name what is counted, such as token, or {}",
                                   inQuotes(unit), unitNames));
    if (!unit.empty())
        term.dim = named;
    if (is == dim::count && isLongTime(term.unit) && isLongTime(unit) && unit != term.unit &&
        unit != counted("2", term.unit))
        return refused(fmt::format("counts {}, which are no {}", counted("2", term.unit), counted("2", unit)));
    const bool isSame = is == named || (term.bare && is == dim::count);
    const bool isWrong = prefixed || (!isSame && (unit == shareUnit || contradict(named, is)));
    if (term.word || unit.empty() || unit == "1" || !isWrong)
        return term;
    if (is == dim::count)
        return refused(fmt::format("is a plain number, which is never \"{}\": leave the unit out, or name what is "
                                   "counted",
                                   unit));
    if (prefixed == is)
        return refused(fmt::format("has a unit, and may have any prefix of it: leave out \"{}\"", unit));
    return refused(fmt::format("is in {}, which is never \"{}\": leave the unit out, or write 1 for the plain number",
                               unitText(is), unit));
}

std::optional<Dim> dimOfUnit(std::string_view unit)
{
    const auto found = std::ranges::find(namedDims, unit, unitText);
    if (found != namedDims.end())
        return *found;
    const auto slash = unit.rfind('/');
    const bool isRate = slash != std::string_view::npos && unit.substr(slash) == "/s" && isThing(unit.substr(0, slash));
    return isRate ? std::optional(dim::perSecond) : std::nullopt;
}

} // namespace core
