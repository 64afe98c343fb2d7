// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons of one question, made up.
#pragma once

#include "core/io/preset_catalogue.h"
#include "core/lesson/check_answer.h"

#include <QString>

#include <utility>

namespace tests
{

/// One question about an operation of 256 tokens.
inline core::Lesson asking(core::Question question)
{
    core::Lesson lesson;
    lesson.id = "T1";
    lesson.start = {{"op.B", 256.}};
    core::LessonStep step;
    step.kind = core::StepKind::answer;
    step.tab = "operation";
    step.points = "op.B";
    step.prompt = "How many?";
    step.question = std::move(question);
    lesson.steps.push_back(std::move(step));
    return lesson;
}

inline core::CheckedAnswer checkedBy(const core::Lesson& lesson, const QString& typed, int misses = 0)
{
    const auto at = core::posedStep(lesson, 0, core::shippedCatalogue());
    auto checked = core::checkAnswer(*at, typed.toStdString(), misses);
    return checked ? *std::move(checked) : core::CheckedAnswer{core::Outcome::ungraded, checked.error()};
}

/// "known-wrong: The number is right in GiB."
inline QString judged(const core::Lesson& lesson, const QString& typed, int misses = 0)
{
    const auto checked = checkedBy(lesson, typed, misses);
    return QString::fromStdString(std::string(core::nameOf(checked.outcome)) + ": " + checked.text);
}

} // namespace tests
