// SPDX-License-Identifier: GPL-3.0-or-later
// What stays hidden at a step while it, or a later question of the same scenario, waits.
#include "ui/lessons/open_lesson.h"

#include <algorithm>
#include <variant>

namespace ui
{

namespace
{

/// Where the student works with the picture.
bool isHandsOn(const core::LessonStep& step)
{
    return std::holds_alternative<core::UntilAnswer>(step.question) ||
           std::holds_alternative<core::ScheduleAnswer>(step.question);
}

} // namespace

Hidden hiddenBy(const core::Question& question)
{
    const bool shown =
        std::holds_alternative<core::ValueAnswer>(question) || std::holds_alternative<core::BandAnswer>(question) ||
        std::holds_alternative<core::ChoiceAnswer>(question) || std::holds_alternative<core::RankingAnswer>(question) ||
        std::holds_alternative<core::ErrorAnswer>(question);
    if (shown)
        return Hidden::results;
    return std::holds_alternative<core::FormulaAnswer>(question) ? Hidden::derivations : Hidden::nothing;
}

Hidden hiddenAt(const std::vector<core::PosedStep>& posed, const std::vector<OpenLesson::State>& states,
                std::size_t step)
{
    if (isHandsOn(posed[step].step))
        return Hidden::nothing;
    Hidden most = Hidden::nothing;
    for (std::size_t i = step; i < posed.size(); ++i) {
        if (posed[i].step.kind == core::StepKind::reveal || isHandsOn(posed[i].step))
            break;
        const bool waits = i == step || !std::holds_alternative<core::ErrorAnswer>(posed[i].step.question);
        if (waits && !states[i].done && posed[i].scenario == posed[step].scenario)
            most = std::max(most, hiddenBy(posed[i].step.question));
    }
    return most;
}

Hidden OpenLesson::hidden() const
{
    if (!isOpen())
        return Hidden::nothing;
    return std::max(hiddenAt(m_posed, m_states, m_step), seeksOrder() ? Hidden::derivations : Hidden::nothing);
}

bool OpenLesson::seeksOrder() const
{
    for (std::size_t i = 0; i < steps(); ++i)
        if (!m_states[i].done && std::holds_alternative<core::ScheduleAnswer>(m_lesson->steps[i].question))
            return true;
    return false;
}

} // namespace ui
