// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of derivations where they can be read, and expressions of lessons in words.
#include "core/lesson/hint.h"

#include "core/derive/render.h"
#include "core/derive/typeset.h"
#include "core/evaluate/evaluate.h"
#include "core/explore/sweep.h"
#include "core/lesson/expression_words.h"
#include "core/lesson/stage.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "core/numbers/workspace.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace core
{

namespace
{

/// A line that puts numbers together, in which no symbol stands for two of them, and none is an id or names single
/// steps of a schedule.
bool canBeRead(const Derivation& derivation, std::size_t step)
{
    const auto& nodes = derivation.steps[step].expression.nodes;
    if (std::ranges::none_of(nodes, [](const ExpressionNode& node) { return node.right >= 0; }))
        return false;
    std::set<int> operands;
    for (const auto& node : nodes)
        if (node.step >= 0)
            operands.insert(node.step);
    std::set<std::string> symbols{symbolOf(derivation.steps[step])};
    for (const int operand : operands)
        if (!symbols.insert(symbolOf(derivation.steps[static_cast<std::size_t>(operand)])).second)
            return false;
    return std::ranges::none_of(symbols, [](const std::string& symbol) {
        return symbol.find('.') != std::string::npos || symbol.find("[step") != std::string::npos;
    });
}

/// " (one token, forward)" of T_math[one token, forward]; empty where a symbol names no place.
std::string placeOf(const DerivationStep& row)
{
    const auto from = row.symbol.find('[');
    const bool hasPlace = from != std::string::npos && row.symbol.ends_with(']');
    return hasPlace ? fmt::format(" ({})", row.symbol.substr(from + 1, row.symbol.size() - from - 2)) : std::string();
}

/// "S_all: State of the whole model", "P: Parameters": a line for each symbol.
std::string legend(const Derivation& derivation, std::size_t step)
{
    std::string text;
    std::set<int> named;
    const auto add = [&](int one) {
        const auto& row = derivation.steps[static_cast<std::size_t>(one)];
        if (named.insert(one).second)
            text += fmt::format("\n{}: {}{}", symbolText(symbolOf(row), TextStyle::plain), row.title, placeOf(row));
    };
    add(static_cast<int>(step));
    for (const auto& node : derivation.steps[step].expression.nodes)
        if (node.step >= 0)
            add(node.step);
    return text;
}

/// In words alone: its numbers would be the answer.
std::string withoutNumbers(const std::string& sentence)
{
    const bool numbers = std::ranges::any_of(sentence, [](char c) { return c >= '0' && c <= '9'; });
    return numbers ? std::string() : sentence;
}

/// What was counted, or the first line of a derivation that can be read; empty where there is neither.
std::string lineBehind(const Scenario& s, std::string_view id)
{
    const Report report = evaluate(s);
    CollectiveCache cache;
    const auto why = explain({s, report, cache}, id);
    if (!why || why->derivation.steps.empty())
        return {};
    const auto& derivation = why->derivation;
    if (derivation.steps.front().expression.nodes.empty())
        return withoutNumbers(why->sentence());
    for (std::size_t step = 0; step < derivation.steps.size(); ++step)
        if (canBeRead(derivation, step))
            return fmt::format("{} = {}{}", symbolText(symbolOf(derivation.steps[step]), TextStyle::plain),
                               expressionText(derivation, static_cast<int>(step), TextStyle::plain),
                               legend(derivation, step));
    return {};
}

/// Of an expression: the line of a single number, else what it puts together.
std::string lineOf(const PosedStep& at, std::string_view expression)
{
    if (const auto name = singleName(expression); !name.empty()) {
        const auto there = elsewhere(at.scenario, name);
        return there ? lineBehind(there->scenario, there->id) : std::string();
    }
    const auto words = expressionWords(at.scenario, at.lesson, expression);
    return words.empty() ? words : fmt::format("It is {}.", words);
}

std::string lineOf(const PosedStep& at, const ValueAnswer& asked) { return lineOf(at, asked.value); }

std::string lineOf(const PosedStep& at, const BandAnswer& asked)
{
    auto from = lineOf(at, asked.from);
    const auto to = lineOf(at, asked.to);
    if (from == to)
        return from;
    const std::string between = (from + to).find('\n') != std::string::npos ? "\n" : " ";
    return fmt::format("Where it begins:{0}{1}{0}Where it ends:{0}{2}", between, from, to);
}

std::string lineOf(const PosedStep& at, const FormulaAnswer& asked) { return lineOf(at, asked.measures); }

std::string lineOf(const PosedStep& at, const UntilAnswer& asked)
{
    const auto condition = parseCondition(asked.condition);
    return condition ? lineBehind(at.scenario, condition->metric) : std::string();
}

std::string lineOf(const PosedStep&, const auto&) { return {}; }

/// As it is written on the tab.
std::string tabTitle(const std::string& tab)
{
    if (tab == "counts")
        return "Chips";
    std::string title = tab;
    title[0] = static_cast<char>(title[0] - 'a' + 'A');
    return title;
}

/// The first lines that can be read of a number in a scenario, with their values.
std::string valuesBehind(const Scenario& s, std::string_view id)
{
    constexpr int most = 2;
    const Report report = evaluate(s);
    CollectiveCache cache;
    const auto why = explain({s, report, cache}, id);
    if (!why)
        return {};
    const auto& derivation = why->derivation;
    std::string lines;
    int taken = 0;
    for (std::size_t step = 0; step < derivation.steps.size() && taken < most; ++step) {
        const int at = static_cast<int>(step);
        if (!canBeRead(derivation, step))
            continue;
        const auto result = [&](std::size_t of) { return resultText(derivation.steps[of], s.conv.unit); };
        if (taken == 0 && result(0) != result(step)) { // the number itself comes first, of values alone
            const auto values = substitutedText(derivation, 0, TextStyle::plain, s.conv.unit);
            if (!values.empty()) { // "never" has none
                lines += fmt::format("{} = {}", values, result(0));
                ++taken;
            }
        }
        lines += fmt::format("{}{} = {} = {} = {}", taken++ == 0 ? "" : "\n",
                             symbolText(symbolOf(derivation.steps[step]), TextStyle::plain),
                             expressionText(derivation, at, TextStyle::plain),
                             substitutedText(derivation, at, TextStyle::plain, s.conv.unit), result(step));
    }
    return lines;
}

/// Names of a formula stand as they are; within a sentence they are quoted.
std::string withoutQuotes(std::string words)
{
    for (const std::string_view quote : {"“", "”"})
        for (auto at = words.find(quote); at != std::string::npos; at = words.find(quote, at))
            words.erase(at, quote.size());
    return words;
}

/// On the field that the step points at.
bool dependsOn(const PosedStep& at, const ValueAnswer& asked)
{
    const auto present = fieldValue(at.scenario, at.step.points);
    const auto* number = present ? std::get_if<double>(&*present) : nullptr;
    const auto now = valueIn(at.lesson, at.scenario, asked.value);
    if (!number || !now)
        return true;
    for (const double other : {2 * *number, *number / 2, *number + 1}) {
        Scenario s = at.scenario;
        if (!setField(s, at.step.points, other))
            continue;
        const auto then = valueIn(at.lesson, s, asked.value);
        if (!then || then->word != now->word || then->number != now->number)
            return true;
    }
    return false;
}

} // namespace

std::string answerLine(const PosedStep& at)
{
    const auto* asked = std::get_if<ValueAnswer>(&at.step.question);
    if (!asked)
        return {};
    if (const auto name = singleName(asked->value); !name.empty()) {
        const auto there = elsewhere(at.scenario, name);
        return there ? valuesBehind(there->scenario, there->id) : std::string();
    }
    const auto words = withoutQuotes(expressionWords(at.scenario, at.lesson, asked->value));
    const auto values = expressionWords(at.scenario, at.lesson, asked->value, WordsOf::values);
    return words.empty() || values.empty() ? words : fmt::format("{} = {}", words, values);
}

std::string viewHint(const PosedStep& at)
{
    if (!at.step.hints.empty())
        return filledText(at.lesson, at.scenario, at.step.hints.front()).value_or(std::string());
    const auto title = titleOf(at.scenario, at.step.points);
    const auto* value = std::get_if<ValueAnswer>(&at.step.question);
    if (fieldRow(at.step.points))
        return !value || dependsOn(at, *value) ? fmt::format("It depends on “{}”.", title)
                                               : fmt::format("It has to do with “{}”.", title);
    if (value && singleName(value->value) != at.step.points)
        return fmt::format("It has to do with “{}” of the tab {}.", title, tabTitle(at.step.tab));
    const auto& asked = at.step.question; // while it is open, what these ask for is hidden
    const bool covered = std::holds_alternative<ValueAnswer>(asked) || std::holds_alternative<BandAnswer>(asked) ||
                         std::holds_alternative<ChoiceAnswer>(asked) || std::holds_alternative<RankingAnswer>(asked) ||
                         std::holds_alternative<ErrorAnswer>(asked);
    return covered ? fmt::format("The tab {} shows it at “{}”, once it is answered.", tabTitle(at.step.tab), title)
                   : fmt::format("Look at the tab {}, at “{}”.", tabTitle(at.step.tab), title);
}

std::string lineHint(const PosedStep& at)
{
    if (at.step.hints.size() > 1)
        return filledText(at.lesson, at.scenario, at.step.hints[1]).value_or(std::string());
    auto line = std::visit([&](const auto& asked) { return lineOf(at, asked); }, at.step.question);
    return line.empty() && !fieldRow(at.step.points) ? lineBehind(at.scenario, at.step.points) : line;
}

} // namespace core
