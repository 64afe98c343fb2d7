// SPDX-License-Identifier: GPL-3.0-or-later
// What stays hidden at a step while it, or a later question that it would answer, waits.
#include "ui/lessons/open_lesson.h"

#include "core/lesson/answer_in_sight.h"

#include <algorithm>
#include <variant>

namespace ui
{

Hidden hiddenBy(const core::Question& question)
{
    if (core::hidesResults(question))
        return Hidden::results;
    return std::holds_alternative<core::FormulaAnswer>(question) ? Hidden::derivations : Hidden::nothing;
}

/// Until the next reveal. Results are hidden for questions of the same scenario, up to where the class works with its
/// picture; a derivation gives a formula away whatever the scenario.
Hidden OpenLesson::hiddenInStep() const
{
    Hidden most = Hidden::nothing;
    bool inSight = false;
    for (std::size_t i = m_step; i < m_posed.size() && m_posed[i].step.kind != core::StepKind::reveal; ++i) {
        const core::Question& question = m_posed[i].step.question;
        const bool same = core::isSamePicture(m_posed[i].scenario, m_posed[m_step].scenario);
        inSight = inSight || (same && core::isHandsOn(question));
        // Lines with an error are judged by results.
        const bool waits = !m_states[i].done && (i == m_step || !std::holds_alternative<core::ErrorAnswer>(question));
        const Hidden asks = hiddenBy(question);
        if (waits && (asks == Hidden::derivations || (same && !inSight)))
            most = std::max(most, asks);
    }
    return most;
}

Hidden OpenLesson::hidden() const
{
    if (!isOpen())
        return Hidden::nothing;
    return std::max(hiddenInStep(), seeksOrder() ? Hidden::derivations : Hidden::nothing);
}

bool OpenLesson::seeksOrder() const
{
    for (std::size_t i = 0; i < steps(); ++i)
        if (!m_states[i].done && std::holds_alternative<core::ScheduleAnswer>(m_lesson->steps[i].question))
            return true;
    return false;
}

} // namespace ui
