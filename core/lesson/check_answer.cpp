// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the kind of the question, and adds hints to misses.
#include "core/lesson/check_answer.h"

#include "core/lesson/answer_kinds.h"
#include "core/lesson/hint.h"

#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr int missesBeforeView = 2;
constexpr int missesBeforeLine = 3;

CheckedAnswer withHint(const PosedStep& at, CheckedAnswer checked, int misses)
{
    const bool isTaken = at.step.kind == StepKind::predict && !checked.text.empty(); // there is no second try
    if (checked.outcome != Outcome::wrong || isTaken)
        return checked;
    if (checked.text.empty())
        checked.text = "Not yet.";
    auto hint = misses + 1 >= missesBeforeLine ? lineHint(at) : std::string();
    checked.hint = !hint.empty() ? 2 : misses + 1 >= missesBeforeView ? 1 : 0;
    if (checked.hint == 1)
        hint = viewHint(at);
    if (!hint.empty())
        checked.text += (hint.find('\n') == hint.npos ? " " : "\n") + hint; // of more lines than one: below
    return checked;
}

} // namespace

std::string_view nameOf(Outcome outcome)
{
    constexpr std::array<std::string_view, 6> names{"right", "right-under", "known-wrong",
                                                    "wrong", "unreadable",  "ungraded"};
    return names[static_cast<std::size_t>(outcome)];
}

std::vector<ListedAnswer> asWritten(const LessonStep& step)
{
    std::vector<ListedAnswer> all;
    for (const auto& other : step.accepted)
        all.push_back({other.is, true});
    for (const auto& other : step.wrong)
        all.push_back({other.is, false});
    return all;
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
