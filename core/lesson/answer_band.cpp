// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges: two numbers, the smaller first or last.
#include "core/lesson/answer_kinds.h"

#include "core/derive/render.h"
#include "core/lesson/answer_terms.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace core
{

namespace
{

using Sides = std::pair<std::string_view, std::string_view>;

/// Of the expressions of a lesson, in which a dash is a minus.
Sides bounds(std::string_view expressions)
{
    const auto at = expressions.find("..");
    return at == std::string_view::npos ? Sides(expressions, {})
                                        : Sides(expressions.substr(0, at), expressions.substr(at + 2));
}

/// Both sides of "a .. b", "from a to b", "between a and b" or "a - b"; the second is empty where one number stands
/// alone.
Sides sides(std::string_view typed)
{
    for (const std::string_view opening : {"from ", "between "})
        if (typed.starts_with(opening))
            typed.remove_prefix(opening.size());
    for (const std::string_view between : {"..", "…", " to ", " and ", "–", "—", " - "})
        if (const auto at = typed.find(between); at != std::string_view::npos)
            return {typed.substr(0, at), typed.substr(at + between.size())};
    const auto dash = typed.find('-', 1); // of "174us-268us", not of "1e-6"
    const bool parts = dash != std::string_view::npos && typed[dash - 1] != 'e' && typed[dash - 1] != 'E';
    return parts ? Sides(typed.substr(0, dash), typed.substr(dash + 1)) : Sides(typed, {});
}

/// What stands behind the last digit.
std::string_view unitOf(std::string_view typed)
{
    const auto last = typed.find_last_of("0123456789.^)");
    return last == std::string_view::npos ? std::string_view() : typed.substr(last + 1);
}

/// A number without unit takes that of the other: "174 .. 268 us".
std::string withUnitOf(std::string_view other, std::string_view number)
{
    const bool bare = unitOf(number).find_first_not_of(' ') == std::string_view::npos;
    return std::string(number) + (bare ? std::string(unitOf(other)) : std::string());
}

struct Band {
    Term from, to;
};

tl::expected<Band, std::string> bandOf(const PosedStep& at, const BandAnswer& asked)
{
    auto from = termOf(at, asked.from, {}, at.scenario);
    if (!from)
        return tl::unexpected(from.error());
    auto to = termOf(at, asked.to, {}, at.scenario);
    if (!to)
        return tl::unexpected(to.error());
    if (from->word || to->word)
        return tl::unexpected(std::string("a range has numbers for bounds"));
    if (auto same = checkComparable(asked.from, *from, asked.to, *to); !same)
        return tl::unexpected(std::move(same.error()));
    if (from->number > to->number)
        return tl::unexpected(fmt::format("its \"from\" {} is {} and its \"to\" {} is {}, which is smaller: exchange "
                                          "them",
                                          inQuotes(asked.from), termText(*from, at.scenario, resultDigits),
                                          inQuotes(asked.to), termText(*to, at.scenario, resultDigits)));
    return Band{*from, *to};
}

/// "174.4 µs to 267.6 µs".
std::string bandText(const PosedStep& at, const Band& band)
{
    return termText(band.from, at.scenario, resultDigits) + " to " + termText(band.to, at.scenario, resultDigits);
}

/// Bounds as typed; one alone is both.
struct TypedBand {
    double low = 0, high = 0;
    bool one = false;
    bool bare = false; // without unit
};

tl::expected<TypedBand, std::string> bandTyped(std::string_view typed, const Band& band)
{
    const auto [first, second] = sides(typed);
    if (second.empty())
        return typedNumber(first, band.from.dim).map([](const TypedNumber& only) {
            return TypedBand{only.value, only.value, true, only.bare};
        });
    const auto from = typedNumber(withUnitOf(second, first), band.from.dim);
    if (!from)
        return tl::unexpected(from.error());
    return typedNumber(withUnitOf(first, second), band.to.dim).map([&](const TypedNumber& to) {
        return TypedBand{std::min(from->value, to.value), std::max(from->value, to.value), false, to.bare};
    });
}

/// A known mistake that one number or both bounds amount to.
tl::expected<const OtherAnswer*, std::string> mistakeIn(const PosedStep& at, const TypedBand& typed)
{
    for (const auto& other : at.step.wrong) {
        const auto [from, to] = bounds(other.is);
        if (to.empty() != typed.one)
            continue;
        const auto first = termOf(at, std::string(from), {}, at.scenario);
        const auto second = to.empty() ? first : termOf(at, std::string(to), {}, at.scenario);
        if (!first || !second)
            return tl::unexpected(first ? second.error() : first.error());
        const auto [low, high] = std::minmax(first->number, second->number);
        if (isNearMistake(low, typed.low) && isNearMistake(high, typed.high))
            return &other;
    }
    return nullptr;
}

} // namespace

CheckedOrWhy check(const PosedStep& at, const BandAnswer& asked, std::string_view typed)
{
    const auto band = bandOf(at, asked);
    if (!band)
        return tl::unexpected(band.error());
    const auto read = bandTyped(typed, *band);
    if (!read)
        return CheckedAnswer{Outcome::unreadable, read.error()};
    const auto holds = [&](const Term& bound, double number) {
        return toleranceOf(asked.tolerance, bound).holds(bound.number, number);
    };
    if (!read->one && holds(band->from, read->low) && holds(band->to, read->high))
        return CheckedAnswer{Outcome::right, fmt::format("Right: {}.", bandText(at, *band))};
    const auto mistake = mistakeIn(at, *read);
    if (!mistake)
        return tl::unexpected(mistake.error());
    if (*mistake)
        return said(at, Outcome::knownWrong, (*mistake)->says);
    if (read->one)
        return CheckedAnswer{Outcome::unreadable, "The answer is a range: write two numbers, such as " +
                                                      exampleOf(7, band->from.dim) + " .. " +
                                                      exampleOf(9, band->from.dim) + "."};
    if (read->bare && band->from.dim != dim::count)
        return CheckedAnswer{Outcome::wrong,
                             fmt::format("Without a unit, both are read in {}.", unitText(band->from.dim))};
    return CheckedAnswer{};
}

TextOrWhy own(const PosedStep& at, const BandAnswer& asked)
{
    const auto band = bandOf(at, asked);
    for (const Term* bound : band ? std::vector{&band->from, &band->to} : std::vector<const Term*>())
        if (const auto why = whyNoCeiling(asked.tolerance, {}, *bound); !why.empty())
            return tl::unexpected(why);
    return band.map([](const Band& both) { return typedText(both.from) + " .. " + typedText(both.to); });
}

ListedOrWhy listed(const PosedStep& at, const BandAnswer& asked)
{
    std::vector<ListedAnswer> all;
    const auto band = bandOf(at, asked); // what is wrong with it the own answer says
    for (const auto& other : at.step.wrong) {
        std::string typed;
        const auto [from, to] = bounds(other.is);
        for (const auto side : {from, to}) {
            if (side.empty())
                continue;
            const auto value = termOf(at, std::string(side), {}, at.scenario);
            if (!value)
                return tl::unexpected(value.error());
            if (auto same = band ? checkComparable(asked.from, band->from, side, *value) : Comparable(); !same)
                return tl::unexpected(std::move(same.error()));
            typed += (typed.empty() ? "" : " .. ") + typedText(*value);
        }
        all.push_back({std::move(typed), false});
    }
    return all;
}

TextOrWhy shown(const PosedStep& at, const BandAnswer& asked)
{
    return bandOf(at, asked).map([&](const Band& band) { return bandText(at, band); });
}

std::string form(const PosedStep& at, const BandAnswer& asked)
{
    const auto band = bandOf(at, asked);
    const Dim dim = band ? band->from.dim : dim::count;
    return fmt::format("a range, such as {} .. {}", exampleOf(7, dim), exampleOf(9, dim));
}

} // namespace core
