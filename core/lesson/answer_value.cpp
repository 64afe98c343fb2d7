// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers with units, ranges and words.
#include "core/lesson/answer_kinds.h"

#include "core/derive/render.h"
#include "core/lesson/tolerance.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr double nearMistake = 0.005; // of a known mistake, as it may be rounded

/// A word for what a count counts.
bool isCounted(std::string_view unit) { return !unit.empty() && unit != "1" && unit != shareUnit && !dimOfUnit(unit); }

std::string lowered(std::string_view text)
{
    const auto from = text.find_first_not_of(' ');
    std::string low(from == std::string_view::npos ? std::string_view()
                                                   : text.substr(from, text.find_last_not_of(' ') - from + 1));
    std::ranges::transform(low, low.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return low;
}

TermOrWhy valueOf(const PosedStep& at, const std::string& expression, std::string_view unit, const Scenario& s)
{
    auto term = valueIn(at.lesson, s, expression);
    if (!term)
        return tl::unexpected(fmt::format("\"{}\" cannot be evaluated: {}", expression, term.error()));
    if (!term->word && std::isnan(term->number))
        return tl::unexpected(fmt::format("\"{}\" is no number", expression));
    if (!unit.empty())
        term->dim = dimOfUnit(unit).value_or(dim::count);
    return term;
}

TermOrWhy expectedOf(const PosedStep& at, const ValueAnswer& asked)
{
    return valueOf(at, asked.value, asked.unit, at.scenario);
}

/// What a listed answer amounts to: a value of its own, or the expected one with fields changed.
TermOrWhy otherOf(const PosedStep& at, const ValueAnswer& asked, const OtherAnswer& other)
{
    Scenario s = at.scenario;
    if (const auto done = applySettings(s, other.with); !done)
        return tl::unexpected(done.error());
    return valueOf(at, other.is.empty() ? asked.value : other.is, asked.unit, s);
}

Tolerance toleranceOf(const std::string& text, const Term& expected)
{
    return parseTolerance(text).value_or(defaultTolerance(expected));
}

tl::expected<double, std::string> typedNumber(std::string_view typed, Dim dim, std::string_view unit)
{
    if (lowered(typed) == "never")
        return std::numeric_limits<double>::infinity();
    return parseNumber(typed, dim, isCounted(unit) ? unit : std::string_view());
}

/// Conventions, and the variants of the chip: what the answer would be with another one.
std::optional<std::string> conventionBehind(const PosedStep& at, const ValueAnswer& asked, const Tolerance& tolerance,
                                            double typed)
{
    for (const Field& field : fields()) {
        const bool tried = field.group == "Conventions" || field.id == "hw.variant";
        if (!tried || field.kind != FieldKind::choice)
            continue;
        const auto pinned = field.get(at.scenario);
        for (const auto& choice : choicesOf(at.scenario, field)) {
            Scenario s = at.scenario;
            if (Value(choice) == pinned || !setField(s, field.id, choice))
                continue;
            const auto other = valueOf(at, asked.value, asked.unit, s);
            if (other && !other->word && tolerance.holds(other->number, typed))
                return fmt::format("That is the value with {} = {}; this lesson takes {}.", field.id, choice,
                                   std::get<std::string>(pinned));
        }
    }
    return std::nullopt;
}

/// Of a prediction, which is taken once: "You said 5,000; it is 29,620: 5.9× too low."
std::string distanceOf(const PosedStep& at, const ValueAnswer& asked, const Term& expected, double typed)
{
    Term guess = expected;
    guess.number = typed;
    const auto text = [&](const Term& term) { return termText(term, at.scenario, resultDigits, asked.unit); };
    const double ratio = expected.number / typed;
    std::string distance;
    if (std::isfinite(ratio) && ratio > 0)
        distance = fmt::format(": {}× too {}", format(std::max(ratio, 1 / ratio), dim::count, {.digits = 2}),
                               ratio > 1 ? "low" : "high");
    return fmt::format("You said {}; it is {}{}.", text(guess), text(expected), distance);
}

/// Of a number that is not the expected one.
CheckedOrWhy checkOther(const PosedStep& at, const ValueAnswer& asked, const Tolerance& tolerance, double typed)
{
    for (const auto& other : at.step.accepted) {
        const auto value = otherOf(at, asked, other);
        if (!value)
            return tl::unexpected(value.error());
        if (tolerance.holds(value->number, typed))
            return said(at, Outcome::rightUnder, other.says);
    }
    for (const auto& other : at.step.wrong) {
        const auto value = otherOf(at, asked, other);
        if (!value)
            return tl::unexpected(value.error());
        if (tolerance.holds(value->number, typed) ||
            Tolerance{Tolerance::Kind::share, nearMistake}.holds(value->number, typed))
            return said(at, Outcome::knownWrong, other.says);
    }
    if (auto convention = conventionBehind(at, asked, tolerance, typed))
        return CheckedAnswer{Outcome::knownWrong, *std::move(convention)};
    return CheckedAnswer{};
}

CheckedOrWhy checkNumber(const PosedStep& at, const ValueAnswer& asked, const Term& expected, std::string_view typed)
{
    const auto number = typedNumber(typed, expected.dim, asked.unit);
    if (!number)
        return CheckedAnswer{Outcome::unreadable, number.error()};
    const auto tolerance = toleranceOf(asked.tolerance, expected);
    if (tolerance.holds(expected.number, *number))
        return CheckedAnswer{Outcome::right,
                             fmt::format("Right: {}.", termText(expected, at.scenario, resultDigits, asked.unit))};
    auto checked = checkOther(at, asked, tolerance, *number);
    if (checked && !checked->isAccepted() && at.step.kind == StepKind::predict)
        checked->text += (checked->text.empty() ? "" : " ") + distanceOf(at, asked, expected, *number);
    return checked;
}

CheckedOrWhy checkWord(const PosedStep& at, const ValueAnswer& asked, const Term& expected, std::string_view typed)
{
    if (lowered(typed) == lowered(expected.word.value_or(std::string())))
        return CheckedAnswer{Outcome::right, "Right."};
    for (const auto& other : at.step.wrong) {
        const auto value = otherOf(at, asked, other);
        if (!value)
            return tl::unexpected(value.error());
        if (lowered(value->word.value_or(std::string())) == lowered(typed))
            return said(at, Outcome::knownWrong, other.says);
    }
    return CheckedAnswer{};
}

std::string typedText(const Term& term)
{
    return term.word ? *term.word : std::isinf(term.number) ? "never" : exactText(term.number);
}

/// Both sides of "a .. b" or "a to b"; the second is empty where one number stands alone.
std::pair<std::string_view, std::string_view> sides(std::string_view typed)
{
    for (const std::string_view between : {"..", "…", " to ", "–"})
        if (const auto at = typed.find(between); at != std::string_view::npos)
            return {typed.substr(0, at), typed.substr(at + between.size())};
    return {typed, {}};
}

/// The first number of "174 .. 268 us" with the unit of the second, where it has none of its own.
std::string withUnitOf(std::string_view second, std::string_view first)
{
    const auto digits = std::string_view("0123456789.^)²");
    const auto end = first.find_last_not_of(' ');
    const auto unit = second.find_last_of(digits);
    const bool bare = end != std::string_view::npos && digits.find(first[end]) != std::string_view::npos;
    return std::string(first) + (bare && unit != std::string_view::npos ? std::string(second.substr(unit + 1)) : "");
}

struct Band {
    Term from, to;
};

tl::expected<Band, std::string> bandOf(const PosedStep& at, const BandAnswer& asked)
{
    auto from = valueOf(at, asked.from, {}, at.scenario);
    if (!from)
        return tl::unexpected(from.error());
    auto to = valueOf(at, asked.to, {}, at.scenario);
    if (!to)
        return tl::unexpected(to.error());
    if (from->word || to->word)
        return tl::unexpected(std::string("a range has numbers for bounds"));
    return Band{*from, *to};
}

/// A known mistake that one number or both bounds amount to.
tl::expected<const OtherAnswer*, std::string> mistakeIn(const PosedStep& at, double low, std::optional<double> high)
{
    const Tolerance near{Tolerance::Kind::share, nearMistake};
    for (const auto& other : at.step.wrong) {
        const auto [from, to] = sides(other.is);
        const auto first = valueOf(at, std::string(from), {}, at.scenario);
        if (!first)
            return tl::unexpected(first.error());
        if (to.empty() == high.has_value() || !near.holds(first->number, low))
            continue;
        const auto second = to.empty() ? TermOrWhy(*first) : valueOf(at, std::string(to), {}, at.scenario);
        if (!second)
            return tl::unexpected(second.error());
        if (!high || near.holds(second->number, *high))
            return &other;
    }
    return nullptr;
}

} // namespace

CheckedOrWhy check(const PosedStep& at, const ValueAnswer& asked, std::string_view typed)
{
    const auto expected = expectedOf(at, asked);
    if (!expected)
        return tl::unexpected(expected.error());
    return expected->word ? checkWord(at, asked, *expected, typed) : checkNumber(at, asked, *expected, typed);
}

TextOrWhy own(const PosedStep& at, const ValueAnswer& asked) { return expectedOf(at, asked).map(typedText); }

ListedOrWhy listed(const PosedStep& at, const ValueAnswer& asked)
{
    std::vector<ListedAnswer> all;
    for (const auto* list : {&at.step.accepted, &at.step.wrong})
        for (const auto& other : *list) {
            const auto value = otherOf(at, asked, other);
            if (!value)
                return tl::unexpected(value.error());
            all.push_back({typedText(*value), list == &at.step.accepted});
        }
    return all;
}

TextOrWhy shown(const PosedStep& at, const ValueAnswer& asked)
{
    return expectedOf(at, asked).map(
        [&](const Term& term) { return termText(term, at.scenario, resultDigits, asked.unit); });
}

std::string form(const PosedStep& at, const ValueAnswer& asked)
{
    const auto expected = expectedOf(at, asked);
    if (!expected || expected->word)
        return "a word";
    if (expected->dim != dim::count)
        return "a number with unit, such as " + unitText(expected->dim);
    if (asked.unit == shareUnit)
        return "a share, such as 12 %";
    return isCounted(asked.unit) ? "a number of " + counted("2", asked.unit) : std::string("a number");
}

CheckedOrWhy check(const PosedStep& at, const BandAnswer& asked, std::string_view typed)
{
    const auto band = bandOf(at, asked);
    if (!band)
        return tl::unexpected(band.error());
    auto [from, to] = sides(typed);
    if (const auto dash = typed.find(" - "); to.empty() && dash != std::string_view::npos)
        std::tie(from, to) = std::pair(typed.substr(0, dash), typed.substr(dash + 3));
    const auto low = typedNumber(withUnitOf(to, from), band->from.dim, {});
    const auto high = to.empty() ? low : typedNumber(to, band->to.dim, {});
    if (!low || !high)
        return CheckedAnswer{Outcome::unreadable, low ? high.error() : low.error()};
    if (!to.empty() && toleranceOf(asked.tolerance, band->from).holds(band->from.number, *low) &&
        toleranceOf(asked.tolerance, band->to).holds(band->to.number, *high))
        return CheckedAnswer{Outcome::right, "Right."};
    const auto mistake = mistakeIn(at, *low, to.empty() ? std::nullopt : std::optional(*high));
    if (!mistake)
        return tl::unexpected(mistake.error());
    if (*mistake)
        return said(at, Outcome::knownWrong, (*mistake)->says);
    if (to.empty())
        return CheckedAnswer{Outcome::unreadable, "The answer is a range: write two numbers, such as 1 us .. 2 us."};
    return CheckedAnswer{};
}

TextOrWhy own(const PosedStep& at, const BandAnswer& asked)
{
    return bandOf(at, asked).map([](const Band& band) { return typedText(band.from) + " .. " + typedText(band.to); });
}

ListedOrWhy listed(const PosedStep& at, const BandAnswer&)
{
    std::vector<ListedAnswer> all;
    for (const auto& other : at.step.wrong) {
        std::string typed;
        const auto [from, to] = sides(other.is);
        for (const auto side : {from, to}) {
            if (side.empty())
                continue;
            const auto value = valueOf(at, std::string(side), {}, at.scenario);
            if (!value)
                return tl::unexpected(value.error());
            typed += (typed.empty() ? "" : " .. ") + typedText(*value);
        }
        all.push_back({std::move(typed), false});
    }
    return all;
}

TextOrWhy shown(const PosedStep& at, const BandAnswer& asked)
{
    return bandOf(at, asked).map([&](const Band& band) {
        return termText(band.from, at.scenario, resultDigits) + " to " + termText(band.to, at.scenario, resultDigits);
    });
}

std::string form(const PosedStep& at, const BandAnswer& asked)
{
    const auto band = bandOf(at, asked);
    return "a range, two numbers" + (band ? " in " + unitText(band->from.dim) : std::string()) +
           " with .. between them";
}

} // namespace core
