// SPDX-License-Identifier: GPL-3.0-or-later
// What became of each question of a lesson that was taken alone.
#include "ui/lessons/open_lesson.h"

namespace ui
{

OpenLesson::Results OpenLesson::results() const
{
    Results all;
    const auto answers = asked();
    for (std::size_t i = 0; i < steps(); ++i) {
        const core::LessonStep& step = m_posed[i].step;
        if (std::holds_alternative<std::monostate>(step.question))
            continue;
        const auto at = answers.find(i);
        const State& state = m_states[i];
        const bool free = std::holds_alternative<core::FreeAnswer>(step.question);
        const bool right = !state.checked || state.checked->isAccepted();
        if (at == answers.end()) {
            all.lines << tr("Not answered.");
            continue;
        }
        const QString& answer = at->second.answer;
        all.shown += state.revealed ? 1 : 0;
        all.right += !state.revealed && right ? 1 : 0;
        bool isPlace = false;
        const int place = state.typed.toInt(&isPlace);
        const QStringList choices = rightChoiceAt(i) >= 0 ? choicesAt(i) : QStringList();
        const QString said = isPlace && place > 0 && place <= choices.size() ? choices[place - 1] : state.typed;
        all.lines << (free                ? tr("A model answer: %1").arg(answer)
                      : state.revealed    ? tr("Shown: %1").arg(answer)
                      : !right            ? tr("You said %1; it is %2.").arg(said, answer)
                      : state.misses == 0 ? tr("Right: %1").arg(answer)
                                          : tr("Right: %1, after %2 wrong").arg(answer, QString::number(state.misses)));
    }
    return all;
}

} // namespace ui
