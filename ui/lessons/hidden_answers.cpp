// SPDX-License-Identifier: GPL-3.0-or-later
// What stays hidden at a step while it, or a later question that it would answer, waits.
#include "ui/lessons/open_lesson.h"

#include "core/lesson/answer_in_sight.h"

#include <algorithm>
#include <array>
#include <variant>

namespace ui
{

namespace
{

bool setsGroup(const core::Settings& settings, const char* group)
{
    return std::ranges::any_of(settings, [&](const core::Setting& one) { return one.field.starts_with(group); });
}

/// Through the network.
bool setsPath(const core::Lesson& lesson) { return setsGroup(lesson.start, "net."); }

} // namespace

QString chartOf(const core::PosedStep& at)
{
    const bool isPath = setsPath(at.lesson) && at.step.tab == "layer";
    return isPath ? QStringLiteral("network") : QString::fromStdString(at.step.tab);
}

Hidden hiddenBy(const core::Question& question)
{
    if (core::hidesResults(question))
        return Hidden::results;
    return std::holds_alternative<core::FormulaAnswer>(question) ? Hidden::derivations : Hidden::nothing;
}

/// A derivation gives a formula away whatever the scenario, up to the next reveal.
Hidden OpenLesson::hiddenInStep() const
{
    if (core::isCovered(m_posed, m_step, [this](std::size_t step) { return m_states[step].done; }))
        return Hidden::results;
    for (std::size_t i = m_step; i < m_posed.size() && m_posed[i].step.kind != core::StepKind::reveal; ++i)
        if (!m_states[i].done && std::holds_alternative<core::FormulaAnswer>(m_posed[i].step.question))
            return Hidden::derivations;
    return Hidden::nothing;
}

Hidden OpenLesson::hidden() const
{
    if (!isOpen())
        return Hidden::nothing;
    return std::max(hiddenInStep(), seeksOrder() ? Hidden::derivations : Hidden::nothing);
}

/// Nor is one about a path through the network, whose mesh is the slice, on any of its tabs.
bool OpenLesson::isAboutDesign() const
{
    if (!isOpen())
        return true;
    if (setsPath(*m_lesson))
        return false;
    const std::string& tab = posed().step.tab;
    const auto ofDesign = [](const core::Settings& settings) {
        return std::ranges::any_of(std::array{"work.", "model.", "mesh.", "pipe."},
                                   [&](const char* group) { return setsGroup(settings, group); });
    };
    return (tab != "operation" && tab != "sharding" && tab != "collectives") || ofDesign(m_lesson->pins) ||
           ofDesign(m_lesson->start) || std::ranges::any_of(m_lesson->steps, ofDesign, &core::LessonStep::set);
}

bool OpenLesson::seeksOrder() const
{
    for (std::size_t i = 0; i < steps(); ++i)
        if (!m_states[i].done && std::holds_alternative<core::ScheduleAnswer>(m_lesson->steps[i].question))
            return true;
    return false;
}

} // namespace ui
