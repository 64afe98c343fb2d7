// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through an expression name by name; what stands between them stays.
#include "core/lesson/expression_words.h"

#include "core/derive/render.h"
#include "core/lesson/stage.h"
#include "core/numbers/numbers.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/choice_words.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 5> functions{"ceil", "floor", "sqrt", "min", "max"};

/// A name with or without braces at the beginning of a text; empty where none is.
std::string_view nameAt(std::string_view text)
{
    std::size_t end = 0;
    if (text.starts_with('{')) {
        int depth = 0;
        do {
            depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
            ++end;
        } while (depth > 0 && end < text.size());
    } else if (!text.empty() && startsName(text.front())) {
        while (end < text.size() && (startsName(text[end]) || isDigit(text[end]) || text[end] == '.'))
            ++end;
    }
    return text.substr(0, end);
}

/// "1.5e9" at the beginning of a text.
std::string_view numberAt(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && (isDigit(text[end]) || text[end] == '.' || (end > 0 && text[end] == 'e')))
        ++end;
    return text.substr(0, end);
}

std::string_view withoutBraces(std::string_view name)
{
    return name.starts_with('{') ? name.substr(1, name.size() - 2) : name;
}

/// "Collective: chips 8".
std::string changedText(const Scenario& s, const Setting& changed)
{
    const auto row = fieldRow(changed.field);
    if (!row)
        return changed.field;
    const auto* word = std::get_if<std::string>(&changed.value);
    return fmt::format("{} {}", (*row)->title, word ? choiceWords(**row, *word, s) : valueText(**row, changed.value));
}

/// Of the preset: by the title of its field, else "cores of the chip".
std::string chipNumber(std::string_view name)
{
    if (const auto row = fieldRow(fmt::format("hw.{}", name)))
        return std::string((*row)->title);
    std::string words(name);
    std::ranges::replace_if(
        words, [](char c) { return c == '.' || c == '_'; }, ' ');
    return words + " of the chip";
}

/// Empty where it looks for a least value.
std::string nameWords(const Scenario& s, const Lesson& lesson, std::string_view name)
{
    std::string words(name);
    constexpr std::string_view ofChip = "chip.";
    if (std::ranges::find(lesson.given, name, &GivenNumber::name) != lesson.given.end()) {
        std::ranges::replace(words, '_', ' ');
        return fmt::format("“{}”", words);
    }
    if (name.starts_with(ofChip))
        return fmt::format("“{}”", chipNumber(name.substr(ofChip.size())));
    const auto there = elsewhere(s, name);
    if (!there || there->id.starts_with("least "))
        return {};
    words = fmt::format("“{}”", titleOf(there->scenario, there->id));
    std::string changes;
    for (const auto& changed : there->changed)
        changes += (changes.empty() ? "" : ", ") + changedText(there->scenario, changed);
    return changes.empty() ? words : fmt::format("{} (with {})", words, changes);
}

/// Empty where it has none.
std::string nameValue(const Scenario& s, const Lesson& lesson, std::string_view name)
{
    const auto value = valueIn(lesson, s, name);
    return value ? termText(*value, s, resultDigits) : std::string();
}

/// A sign as it is printed; empty where it is none.
std::string_view signText(char c)
{
    switch (c) {
    case '*':
        return " · ";
    case '/':
        return " / ";
    case '+':
        return " + ";
    case '-':
        return " − ";
    default:
        return {};
    }
}

} // namespace

std::string titleOf(const Scenario& s, std::string_view id)
{
    if (const auto row = fieldRow(id)) {
        const auto rest = id == (*row)->id ? std::string_view() : id.substr(id.find_last_of(".@") + 1);
        return rest.empty() ? std::string((*row)->title) : fmt::format("{} ({})", (*row)->title, rest);
    }
    const auto number = numberIn(s, id);
    return number ? number->title : nameOf(*s.presets, id);
}

std::string inTitles(const Scenario& s, std::string_view sentence)
{
    if (const auto colon = sentence.find(": "); colon != std::string_view::npos && fieldRow(sentence.substr(0, colon)))
        sentence.remove_prefix(colon + 2);
    std::string whole;
    for (std::size_t at = 0; at < sentence.size();) {
        auto name = nameAt(sentence.substr(at));
        while (name.ends_with('.'))
            name.remove_suffix(1);
        if (name.empty())
            whole += sentence[at++];
        else if (const auto title = titleOf(s, name); name.find('.') != std::string_view::npos && title != name)
            whole += fmt::format("“{}”", title);
        else
            whole += name;
        at += name.size();
    }
    if (!whole.empty() && whole[0] >= 'a' && whole[0] <= 'z')
        whole[0] = static_cast<char>(whole[0] - 'a' + 'A');
    return whole;
}

std::vector<std::string_view> namesIn(std::string_view expression)
{
    std::vector<std::string_view> names;
    while (!expression.empty()) {
        const auto number = numberAt(expression);
        const auto name = number.empty() ? nameAt(expression) : std::string_view();
        const bool quotes = expression.starts_with('\'');
        if (!name.empty() && std::ranges::find(functions, name) == functions.end())
            names.push_back(withoutBraces(name));
        const auto quoted = quotes ? std::min(expression.find('\'', 1), expression.size() - 1) + 1 : 1;
        expression.remove_prefix(std::max({number.size(), name.size(), quoted}));
    }
    return names;
}

std::vector<std::string_view> placeholdersIn(std::string_view text)
{
    std::vector<std::string_view> all;
    for (auto at = text.find('{'); at != text.npos; at = text.find('{', at)) {
        const auto whole = nameAt(text.substr(at));
        const auto inside = withoutBraces(whole);
        all.push_back(trimmed(inside.substr(0, inside.find('|'))));
        at += whole.size();
    }
    return all;
}

std::string_view singleName(std::string_view expression)
{
    for (const std::string_view rounding : {"floor(", "ceil("})
        if (expression.starts_with(rounding) && expression.ends_with(')'))
            if (const auto inside = expression.substr(rounding.size(), expression.size() - rounding.size() - 1);
                nameAt(inside) == inside)
                return withoutBraces(inside);
    return nameAt(expression) == expression ? withoutBraces(expression) : std::string_view();
}

std::string expressionWords(const Scenario& s, const Lesson& lesson, std::string_view expression, WordsOf of)
{
    std::string words;
    while (!expression.empty()) {
        const auto number = numberAt(expression);
        const auto name = nameAt(expression);
        if (!number.empty()) {
            words += number;
        } else if (std::ranges::find(functions, name) != functions.end()) {
            words += name;
        } else if (!name.empty()) {
            const auto one =
                of == WordsOf::values ? nameValue(s, lesson, name) : nameWords(s, lesson, withoutBraces(name));
            if (one.empty())
                return {};
            words += one;
        } else if (std::string_view("<>='").find(expression.front()) != std::string_view::npos) {
            return {};
        } else if (const auto sign = signText(expression.front()); !sign.empty()) {
            words += sign;
        } else if (expression.front() != ' ') {
            words += expression.front();
        }
        expression.remove_prefix(std::max<std::size_t>(number.size() + name.size(), 1));
    }
    return words;
}

} // namespace core
