// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios are compared first, then numbers.
#include "core/lesson/answer_in_sight.h"

#include "core/lesson/check_answer.h"
#include "core/lesson/expression.h"
#include "core/lesson/expression_words.h"
#include "core/lesson/stage.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>

namespace core
{

namespace
{

/// Whether a number of it is calculated, not given by the lesson nor set.
bool readsResults(const Lesson& lesson, std::string_view expression)
{
    bool reads = false;
    (void)evaluateExpression(expression, [&](std::string_view name) -> TermOrWhy {
        reads = reads ||
                (std::ranges::find(lesson.given, name, &GivenNumber::name) == lesson.given.end() && !fieldRow(name));
        return Term{1};
    });
    return reads;
}

/// What is asked for and calculated; other questions ask for no number that a picture shows.
std::vector<std::string> numbersAsked(const Lesson& lesson, const Question& question)
{
    std::vector<std::string> all;
    if (const auto* value = std::get_if<ValueAnswer>(&question))
        all = {value->value};
    if (const auto* band = std::get_if<BandAnswer>(&question))
        all = {band->from, band->to};
    std::erase_if(all, [&lesson](const std::string& one) { return !readsResults(lesson, one); });
    return all;
}

bool isSameNumber(const TermOrWhy& one, const TermOrWhy& other)
{
    constexpr double rounding = 1e-9, fewest = 100; // smaller counts are often equal by chance
    if (!one || !other || one->word || other->word || !std::isfinite(one->number))
        return false;
    const bool isSmall = one->number == std::floor(one->number) && std::abs(one->number) < fewest;
    return !isSmall && std::abs(one->number - other->number) <= rounding * std::abs(one->number);
}

} // namespace

bool isHandsOn(const Question& question)
{
    return std::holds_alternative<UntilAnswer>(question) || std::holds_alternative<ScheduleAnswer>(question);
}

bool tellsAnswer(const PosedStep& shown, const PosedStep& asked)
{
    const Question& question = asked.step.question;
    const auto numbers = numbersAsked(asked.lesson, question);
    const bool ofResults = !numbers.empty() || std::holds_alternative<ChoiceAnswer>(question) ||
                           std::holds_alternative<RankingAnswer>(question);
    if (ofResults && shown.scenario == asked.scenario)
        return true;
    return std::ranges::any_of(numbers, [&](const std::string& number) {
        return !singleName(number).empty() && isSameNumber(valueIn(asked.lesson, shown.scenario, number),
                                                           valueIn(asked.lesson, asked.scenario, number));
    });
}

PosedStep onceMet(const PosedStep& at, std::string_view typed)
{
    PosedStep met = at;
    if (std::holds_alternative<UntilAnswer>(at.step.question))
        if (const auto settings = parseSettings(at.scenario, typed, at.step.points))
            (void)applySettings(met.scenario, *settings);
    return met;
}

} // namespace core
