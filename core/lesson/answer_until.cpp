// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios that meet a condition.
#include "core/lesson/answer_kinds.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/explore/sweep.h"
#include "core/lesson/evaluation_count.h"
#include "core/lesson/expression_words.h"
#include "core/lesson/stage.h"
#include "core/numbers/numbers.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "core/scenario/choice_words.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

std::string settingsText(const Settings& settings)
{
    std::string text;
    for (const auto& [field, value] : settings)
        if (const auto row = fieldRow(field))
            text += fmt::format("{}{}={}", text.empty() ? "" : "; ", field, valueText(**row, value));
    return text;
}

/// "Batch 20,445; Mode decode".
std::string titledText(const Scenario& s, const Settings& settings)
{
    constexpr int whole = 7; // digits of a value that is just beyond a condition
    std::string text;
    for (const auto& [field, value] : settings) {
        const auto row = fieldRow(field);
        if (!row)
            continue;
        const auto* number = std::get_if<double>(&value);
        const auto* word = std::get_if<std::string>(&value);
        text += fmt::format("{}{} {}", text.empty() ? "" : "; ", (*row)->title,
                            number ? format(*number, (*row)->dim, {.digits = whole})
                            : word ? choiceWords(**row, *word, s)
                                   : valueText(**row, value));
    }
    return text;
}

/// The solution of the lesson, or the smallest value of the field pointed at.
tl::expected<Settings, std::string> solutionOf(const PosedStep& at, const UntilAnswer& asked,
                                               const Condition& condition)
{
    if (!asked.solution.empty())
        return asked.solution;
    if (EvaluationCount::isOver()) // as each expression of the lesson says
        return tl::unexpected(std::string("too much was evaluated before"));
    if (!fieldRow(at.step.points))
        return tl::unexpected(fmt::format("{} is no field that could be solved for. Give a solution, or point at the "
                                          "field that is to be changed",
                                          inQuotes(at.step.points)));
    SolveCount count;
    const auto found = solve(at.scenario, at.step.points, condition, &count);
    EvaluationCount::add(count.evaluated, condition.metric, at.scenario);
    if (!found)
        return tl::unexpected(found.error());
    const std::optional<double> least = *found;
    if (!least)
        return tl::unexpected(fmt::format("no value of {} gives {}", at.step.points, asked.condition));
    Scenario solved = at.scenario;
    if (!setField(solved, at.step.points, *least) ||
        !meets(solved, condition).value_or(false)) // a real field comes near
        return tl::unexpected(fmt::format(
            "no value of {} gives {} to the last digit. Compare with >= or <=", at.step.points, asked.condition));
    return Settings{{at.step.points, *least}};
}

/// A value that is an expression is evaluated where the step begins: "op.intensity>=op.machine".
tl::expected<Condition, std::string> conditionOf(const PosedStep& at, const UntilAnswer& asked)
{
    auto condition = parseCondition(asked.condition);
    if (condition && !findMetric(*at.scenario.presets, condition->metric)) {
        const auto why = checkNumber(*at.scenario.presets, condition->metric);
        const bool isField = fieldRow(condition->metric).has_value();
        return tl::unexpected(fmt::format("{} compares no number that is calculated, such as \"time.step<=0.1\": {}",
                                          inQuotes(asked.condition),
                                          isField || why ? condition->metric + " is none" : why.error()));
    }
    if (condition)
        if (const auto value = valueIn(at.lesson, at.scenario, condition->value); value && !value->word)
            condition->value = exactText(value->number);
    return condition;
}

/// Of a relation between numbers.
bool holds(double left, std::string_view relation, double right)
{
    if (relation.ends_with('=') && left == right)
        return true;
    return relation.starts_with('<') ? left < right : relation.starts_with('>') && left > right;
}

/// With as many digits as it takes to see that it misses the condition: 0.99998 of 1, not 1.00.
std::string presentText(const NumberValue& now, const Condition& condition)
{
    constexpr int fewest = 3, most = 15;
    const auto goal = parseNumber(condition.value, now.dim, now.unit);
    int digits = fewest;
    if (goal && std::isfinite(now.si()))
        while (digits < most &&
               holds(shown(now.si(), now.dim, {.digits = digits, .bytes = now.bytes}).value, condition.relation, *goal))
            ++digits;
    return fmt::format("Now “{}” is {}.", now.title, wordText(now.text(digits)));
}

bool isThere(const Scenario& s, const Settings& settings)
{
    return std::ranges::all_of(settings, [&](const Setting& one) { return fieldValue(s, one.field) == one.value; });
}

} // namespace

CheckedOrWhy checkPresent(const PosedStep& at, const UntilAnswer& asked, const Scenario& present)
{
    const auto condition = conditionOf(at, asked);
    if (!condition)
        return tl::unexpected(condition.error());
    const auto met = meets(present, *condition);
    if (!met)
        return tl::unexpected(met.error());
    if (*met)
        return CheckedAnswer{Outcome::right, "Right."};
    for (const auto& other : at.step.wrong)
        if (isThere(present, other.with))
            return said(at, Outcome::knownWrong, other.says);
    const Report report = evaluate(present);
    if (const auto errors = errorsOf(present, report); !errors.empty())
        return CheckedAnswer{Outcome::wrong, inTitles(present, errors.front().text)};
    const auto now = numberIn(present, condition->metric);
    return CheckedAnswer{Outcome::wrong, now ? presentText(*now, *condition) : inTitles(present, now.error()) + "."};
}

CheckedOrWhy check(const PosedStep& at, const UntilAnswer& asked, std::string_view typed)
{
    const bool field = fieldRow(at.step.points).has_value();
    const auto settings = parseSettings(at.scenario, typed, field ? at.step.points : std::string_view());
    if (!settings)
        return CheckedAnswer{Outcome::unreadable, inTitles(at.scenario, settings.error())};
    Scenario present = at.scenario;
    if (const auto done = applySettings(present, *settings); !done)
        return CheckedAnswer{Outcome::unreadable, inTitles(at.scenario, done.error())};
    return checkPresent(at, asked, present);
}

TextOrWhy own(const PosedStep& at, const UntilAnswer& asked)
{
    const auto condition = conditionOf(at, asked);
    if (!condition)
        return tl::unexpected(condition.error());
    const auto met = meets(at.scenario, *condition);
    if (!met)
        return tl::unexpected(met.error());
    if (*met)
        return tl::unexpected(fmt::format("{} holds before anything was done", asked.condition));
    return solutionOf(at, asked, *condition).map(settingsText);
}

ListedOrWhy listed(const PosedStep& at, const UntilAnswer&)
{
    std::vector<ListedAnswer> all;
    for (const auto& other : at.step.wrong)
        all.push_back({settingsText(other.with), false});
    return all;
}

TextOrWhy shown(const PosedStep& at, const UntilAnswer& asked)
{
    const auto condition = conditionOf(at, asked);
    if (!condition)
        return tl::unexpected(condition.error());
    return solutionOf(at, asked, *condition).map([&](const Settings& settings) {
        return titledText(at.scenario, settings);
    });
}

std::string form(const PosedStep& at, const UntilAnswer&)
{
    const auto row = fieldRow(at.step.points);
    return row ? fmt::format("a value of “{}”; others as FIELD=VALUE behind a ;", (*row)->title)
               : "FIELD=VALUE; several with ; between them";
}

} // namespace core
