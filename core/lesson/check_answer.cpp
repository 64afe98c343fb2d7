// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the kind of the question, and adds hints to misses.
#include "core/lesson/check_answer.h"

#include "core/lesson/answer_kinds.h"
#include "core/numbers/numbers.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/fields.h"

#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr int missesBeforeView = 2;
constexpr int missesBeforeLine = 3;

std::string viewHint(const PosedStep& at)
{
    if (!at.step.hints.empty())
        return at.step.hints.front();
    const auto row = fieldRow(at.step.points);
    const std::string name = row ? std::string((*row)->title) : nameOf(*at.scenario.presets, at.step.points);
    const auto& asked = at.step.question; // while it is open, what these ask for is hidden
    const bool covered = std::holds_alternative<ValueAnswer>(asked) || std::holds_alternative<BandAnswer>(asked) ||
                         std::holds_alternative<ChoiceAnswer>(asked) || std::holds_alternative<RankingAnswer>(asked);
    return covered ? fmt::format("The tab {} shows it at {}, once it is answered.", at.step.tab, name)
                   : fmt::format("Look at the tab {}, at {}.", at.step.tab, name);
}

/// Of the number that is asked for or pointed at; empty where neither has a derivation.
std::string lineHint(const PosedStep& at)
{
    if (at.step.hints.size() > 1)
        return at.step.hints[1];
    const auto* asked = std::get_if<ValueAnswer>(&at.step.question);
    auto line = asked ? formulaBehind(at.scenario, asked->value) : std::string();
    return line.empty() ? formulaBehind(at.scenario, at.step.points) : line;
}

CheckedAnswer withHint(const PosedStep& at, CheckedAnswer checked, int misses)
{
    const bool isTaken = at.step.kind == StepKind::predict && !checked.text.empty(); // there is no second try
    if (checked.outcome != Outcome::wrong || isTaken)
        return checked;
    if (checked.text.empty())
        checked.text = "Not yet.";
    std::string hint;
    if (misses + 1 >= missesBeforeLine)
        hint = lineHint(at);
    checked.hint = !hint.empty() ? 2 : misses + 1 >= missesBeforeView ? 1 : 0;
    if (checked.hint == 1)
        hint = viewHint(at);
    if (checked.hint > 0)
        if (const auto full = filledText(at.lesson, at.scenario, hint))
            checked.text += " " + *full;
    return checked;
}

} // namespace

std::string_view nameOf(Outcome outcome)
{
    constexpr std::array<std::string_view, 6> names{"right", "right-under", "known-wrong",
                                                    "wrong", "unreadable",  "ungraded"};
    return names[static_cast<std::size_t>(outcome)];
}

CheckedOrWhy said(const PosedStep& at, Outcome outcome, std::string_view text)
{
    return filledText(at.lesson, at.scenario, text).map([&](std::string&& full) {
        return CheckedAnswer{outcome, std::move(full)};
    });
}

tl::expected<PosedStep, std::string> posedStep(const Lesson& lesson, std::size_t step, const Catalogue& catalogue)
{
    if (step >= lesson.steps.size())
        return tl::unexpected(
            fmt::format("Lesson {} has {} steps; there is no step {}.", lesson.id, lesson.steps.size(), step + 1));
    return scenarioAt(lesson, step, catalogue).map([&](Scenario&& s) {
        return PosedStep{lesson, lesson.steps[step], std::move(s)};
    });
}

tl::expected<CheckedAnswer, std::string> checkAnswer(const PosedStep& at, std::string_view typed, int misses)
{
    return std::visit([&](const auto& asked) { return check(at, asked, typed); }, at.step.question)
        .map([&](CheckedAnswer&& checked) { return withHint(at, std::move(checked), misses); });
}

tl::expected<CheckedAnswer, std::string> checkState(const PosedStep& at, const Scenario& present, int misses)
{
    const auto* asked = std::get_if<UntilAnswer>(&at.step.question);
    if (!asked)
        return tl::unexpected(std::string("this step asks for no state"));
    return checkPresent(at, *asked, present).map([&](CheckedAnswer&& checked) {
        return withHint(at, std::move(checked), misses);
    });
}

tl::expected<std::string, std::string> ownAnswer(const PosedStep& at)
{
    return std::visit([&](const auto& asked) { return own(at, asked); }, at.step.question);
}

tl::expected<std::string, std::string> shownAnswer(const PosedStep& at)
{
    return std::visit([&](const auto& asked) { return shown(at, asked); }, at.step.question);
}

tl::expected<std::vector<ListedAnswer>, std::string> listedAnswers(const PosedStep& at)
{
    return std::visit([&](const auto& asked) { return listed(at, asked); }, at.step.question);
}

std::string answerForm(const PosedStep& at)
{
    return std::visit([&](const auto& asked) { return form(at, asked); }, at.step.question);
}

} // namespace core
