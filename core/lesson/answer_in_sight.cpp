// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios are compared first, then numbers.
#include "core/lesson/answer_in_sight.h"

#include "core/lesson/check_answer.h"
#include "core/lesson/expression_words.h"
#include "core/lesson/stage.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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

bool isCovered(const std::vector<PosedStep>& posed, std::size_t step, const IsAnswered& isAnswered)
{
    bool covered = false;
    for (std::size_t i = step; i < posed.size() && posed[i].step.kind != StepKind::reveal; ++i) {
        const Question& question = posed[i].step.question;
        if (!isSamePicture(posed[i].scenario, posed[step].scenario))
            continue;
        if (isHandsOn(question))
            break;
        const bool judgesResults = i > step && std::holds_alternative<ErrorAnswer>(question); // lines with an error
        covered = covered || (hidesResults(question) && !judgesResults && !isAnswered(i));
    }
    return covered;
}

AskedResults::AskedResults(const PosedStep& asked) : m_asked(asked)
{
    const Question& question = asked.step.question;
    const bool isNumber = std::holds_alternative<ValueAnswer>(question) || std::holds_alternative<BandAnswer>(question);
    for (const std::string& one : expressionsOf(question)) {
        const bool isPlain = readsPicture(asked.lesson, one);
        m_readsPicture = m_readsPicture || isPlain;
        const auto name = singleName(one);
        const auto with = name.find(elsewhereWord);
        const auto inPicture = isPlain || with == name.npos ? one : fmt::format("{{{}}}", name.substr(0, with));
        if (isNumber && readsPicture(asked.lesson, inPicture))
            m_numbers.push_back({inPicture, valueIn(asked.lesson, asked.scenario, one)});
    }
}

bool AskedResults::areIn(const Scenario& shown) const
{
    if (isSamePicture(shown, m_asked.scenario) && m_readsPicture)
        return true;
    return std::ranges::any_of(m_numbers, [&](const AskedNumber& number) {
        return isSameNumber(valueIn(m_asked.lesson, shown, number.inPicture), number.value);
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
