// SPDX-License-Identifier: GPL-3.0-or-later
// Options, lines of a calculation, texts that are not graded.
#include "core/lesson/answer_kinds.h"

#include "core/lesson/answer_terms.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr double sameNumber = 0.01; // what a line of a calculation may be off by rounding

/// Outside of braces, in which "with" sets fields.
bool comparesInside(std::string_view expression)
{
    int depth = 0;
    return std::ranges::any_of(expression, [&depth](char c) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        return depth == 0 && (c == '<' || c == '>' || c == '=');
    });
}

/// The option whose condition holds.
tl::expected<std::size_t, std::string> rightOption(const PosedStep& at, const ChoiceAnswer& asked)
{
    std::optional<std::size_t> right;
    for (std::size_t i = 0; i < asked.options.size(); ++i) {
        const auto& option = asked.options[i];
        const auto holds = valueIn(at.lesson, at.scenario, option.when);
        if (!holds)
            return tl::unexpected(fmt::format("{} cannot be evaluated: {}", inQuotes(option.when), holds.error()));
        const bool compares = holds->bare || comparesInside(option.when); // or is 0 or 1
        if (!compares || holds->word || holds->dim != dim::count || (holds->number != 0 && holds->number != 1))
            return tl::unexpected(fmt::format("{} is neither true nor false. Compare it, such as "
                                              "\"time.math>=time.comms\" or \"bound.verdict='compute'\"",
                                              inQuotes(option.when)));
        if (holds->isTrue() && right)
            return tl::unexpected(fmt::format("options {} and {} are both right", *right + 1, i + 1));
        if (holds->isTrue())
            right = i;
    }
    if (!right)
        return tl::unexpected(std::string("no option is right"));
    return *right;
}

tl::expected<bool, std::string> isWrong(const PosedStep& at, const Line& line)
{
    if (line.claim.empty())
        return false;
    const auto claim = valueIn(at.lesson, at.scenario, line.claim);
    if (!claim)
        return tl::unexpected(fmt::format("{} cannot be evaluated: {}", inQuotes(line.claim), claim.error()));
    const auto is = valueIn(at.lesson, at.scenario, line.is);
    if (!is)
        return tl::unexpected(fmt::format("{} cannot be evaluated: {}", inQuotes(line.is), is.error()));
    if (auto same = checkComparable(line.claim, *claim, line.is, *is); !same)
        return tl::unexpected(std::move(same.error()));
    if (claim->word || is->word)
        return claim->word != is->word;
    return !(std::abs(claim->number - is->number) <= sameNumber * std::abs(is->number));
}

tl::expected<std::vector<bool>, std::string> wrongLines(const PosedStep& at, const ErrorAnswer& asked)
{
    std::vector<bool> wrong;
    for (const auto& line : asked.lines) {
        const auto one = isWrong(at, line);
        if (!one)
            return tl::unexpected(one.error());
        wrong.push_back(*one);
    }
    if (std::ranges::find(wrong, true) == wrong.end())
        return tl::unexpected(std::string("no line is wrong"));
    return wrong;
}

CheckedAnswer unreadablePlace(std::string_view what, std::size_t most)
{
    return {Outcome::unreadable, fmt::format("Write the number of {}, 1 to {}.", what, most)};
}

} // namespace

/// Also "(2)", "2.", "option 2", "line 2".
std::optional<std::size_t> placeTyped(std::string_view text, std::size_t most)
{
    constexpr std::string_view signs = " ().[]#:";
    const auto strip = [&] {
        text.remove_prefix(std::min(text.find_first_not_of(signs), text.size()));
        text.remove_suffix(text.size() - (text.find_last_not_of(signs) + 1));
    };
    strip();
    for (const std::string_view word : {"option", "Option", "line", "Line", "number", "No", "no"})
        if (text.starts_with(word)) {
            text.remove_prefix(word.size());
            strip();
            break;
        }
    std::size_t at = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), at);
    if (error != std::errc() || end != text.data() + text.size() || at < 1 || at > most)
        return std::nullopt;
    return at - 1;
}

CheckedOrWhy check(const PosedStep& at, const ChoiceAnswer& asked, std::string_view typed)
{
    const auto right = rightOption(at, asked);
    if (!right)
        return tl::unexpected(right.error());
    auto chosen = placeTyped(typed, asked.options.size());
    const auto text = [](const Option& option) { return lowerCase(option.text); };
    if (const auto named = std::ranges::find(asked.options, lowerCase(typed), text); named != asked.options.end())
        chosen = static_cast<std::size_t>(named - asked.options.begin());
    if (!chosen)
        return unreadablePlace("an option", asked.options.size());
    const auto& says = asked.options[*chosen].says;
    if (*chosen == *right)
        return said(at, Outcome::right, says.empty() ? "Right." : says);
    return says.empty() ? CheckedAnswer{} : said(at, Outcome::knownWrong, says);
}

TextOrWhy own(const PosedStep& at, const ChoiceAnswer& asked)
{
    return rightOption(at, asked).map([](std::size_t right) { return std::to_string(right + 1); });
}

ListedOrWhy listed(const PosedStep& at, const ChoiceAnswer& asked)
{
    return rightOption(at, asked).map([&](std::size_t right) {
        std::vector<ListedAnswer> all;
        for (std::size_t i = 0; i < asked.options.size(); ++i)
            if (i != right)
                all.push_back({std::to_string(i + 1), false});
        return all;
    });
}

TextOrWhy shown(const PosedStep& at, const ChoiceAnswer& asked)
{
    return rightOption(at, asked).and_then(
        [&](std::size_t right) { return filledText(at.lesson, at.scenario, asked.options[right].text); });
}

std::string form(const PosedStep&, const ChoiceAnswer&) { return "the number of an option"; }

CheckedOrWhy check(const PosedStep& at, const ErrorAnswer& asked, std::string_view typed)
{
    const auto wrong = wrongLines(at, asked);
    if (!wrong)
        return tl::unexpected(wrong.error());
    const auto chosen = placeTyped(typed, asked.lines.size());
    if (!chosen)
        return unreadablePlace("a line", asked.lines.size());
    const auto& says = asked.lines[*chosen].says;
    if ((*wrong)[*chosen])
        return said(at, Outcome::right, says.empty() ? "Right: that line is wrong." : says);
    return says.empty() ? CheckedAnswer{} : said(at, Outcome::knownWrong, says);
}

TextOrWhy own(const PosedStep& at, const ErrorAnswer& asked)
{
    return wrongLines(at, asked).map([](const std::vector<bool>& wrong) {
        return std::to_string(std::ranges::find(wrong, true) - wrong.begin() + 1);
    });
}

ListedOrWhy listed(const PosedStep& at, const ErrorAnswer& asked)
{
    return wrongLines(at, asked).map([](const std::vector<bool>& wrong) {
        std::vector<ListedAnswer> all;
        for (std::size_t i = 0; i < wrong.size(); ++i)
            if (!wrong[i])
                all.push_back({std::to_string(i + 1), false});
        return all;
    });
}

TextOrWhy shown(const PosedStep& at, const ErrorAnswer& asked)
{
    return own(at, asked).and_then([&](const std::string& line) {
        return filledText(at.lesson, at.scenario, asked.lines[placeTyped(line, asked.lines.size()).value_or(0)].text);
    });
}

std::string form(const PosedStep&, const ErrorAnswer&) { return "the number of the wrong line"; }

CheckedOrWhy check(const PosedStep& at, const FreeAnswer& asked, std::string_view)
{
    return said(at, Outcome::ungraded, asked.model);
}

TextOrWhy own(const PosedStep& at, const FreeAnswer& asked) { return filledText(at.lesson, at.scenario, asked.model); }

ListedOrWhy listed(const PosedStep&, const FreeAnswer&) { return {}; }

TextOrWhy shown(const PosedStep& at, const FreeAnswer& asked) { return own(at, asked); }

std::string form(const PosedStep&, const FreeAnswer&) { return "a text, which is not graded"; }

CheckedOrWhy check(const PosedStep&, std::monostate, std::string_view)
{
    return CheckedAnswer{Outcome::ungraded, "This step asks nothing."};
}

TextOrWhy own(const PosedStep&, std::monostate) { return {}; }

ListedOrWhy listed(const PosedStep&, std::monostate) { return {}; }

TextOrWhy shown(const PosedStep&, std::monostate) { return {}; }

std::string form(const PosedStep&, std::monostate) { return {}; }

} // namespace core
