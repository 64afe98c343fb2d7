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

constexpr std::string_view elsewhereWord = " with ";

/// Of results of the scenario alone: numbers that are calculated, none with fields changed or solved for.
bool readsPicture(const Lesson& lesson, std::string_view expression)
{
    bool reads = false, looksElsewhere = false;
    (void)evaluateExpression(expression, [&](std::string_view name) -> TermOrWhy {
        reads = reads ||
                (std::ranges::find(lesson.given, name, &GivenNumber::name) == lesson.given.end() && !fieldRow(name));
        looksElsewhere = looksElsewhere || name.find(' ') != std::string_view::npos;
        return Term{1};
    });
    return reads && !looksElsewhere;
}

/// What is compared to answer; other questions ask for nothing that a picture shows.
std::vector<std::string> expressionsOf(const Question& question)
{
    std::vector<std::string> all;
    if (const auto* value = std::get_if<ValueAnswer>(&question))
        all = {value->value};
    if (const auto* band = std::get_if<BandAnswer>(&question))
        all = {band->from, band->to};
    if (const auto* choice = std::get_if<ChoiceAnswer>(&question))
        for (const auto& option : choice->options)
            all.push_back(option.when);
    if (const auto* ranking = std::get_if<RankingAnswer>(&question))
        for (const auto& item : ranking->items)
            all.push_back(item.by);
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

bool isSamePicture(const Scenario& one, const Scenario& other)
{
    Scenario inUnits = other;
    inUnits.conv.unit = one.conv.unit;
    return one == inUnits;
}

bool hidesResults(const Question& question)
{
    return std::holds_alternative<ValueAnswer>(question) || std::holds_alternative<BandAnswer>(question) ||
           std::holds_alternative<ChoiceAnswer>(question) || std::holds_alternative<RankingAnswer>(question) ||
           std::holds_alternative<ErrorAnswer>(question);
}

bool isPictureSeen(const std::vector<PosedStep>& posed, std::size_t step)
{
    for (std::size_t i = step; i < posed.size() && posed[i].step.kind != StepKind::reveal; ++i) {
        const Question& question = posed[i].step.question;
        const bool same = isSamePicture(posed[i].scenario, posed[step].scenario);
        if (same && isHandsOn(question))
            return true;
        const bool later = i > step && !std::holds_alternative<ErrorAnswer>(question);
        if (same && later && hidesResults(question))
            return false;
    }
    return true;
}

bool tellsAnswer(const PosedStep& shown, const PosedStep& asked)
{
    const Question& question = asked.step.question;
    const auto expressions = expressionsOf(question);
    const auto isInPicture = [&](const std::string& one) { return readsPicture(asked.lesson, one); };
    if (isSamePicture(shown.scenario, asked.scenario) && std::ranges::any_of(expressions, isInPicture))
        return true;
    if (!std::holds_alternative<ValueAnswer>(question) && !std::holds_alternative<BandAnswer>(question))
        return false;
    return std::ranges::any_of(expressions, [&](const std::string& one) {
        const auto asks = valueIn(asked.lesson, asked.scenario, one);
        if (isInPicture(one) && isSameNumber(valueIn(asked.lesson, shown.scenario, one), asks))
            return true;
        const auto name = singleName(one);
        const auto id = std::string(name.substr(0, name.find(elsewhereWord)));
        return isInPicture(id) && isSameNumber(valueIn(asked.lesson, shown.scenario, id), asks);
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
