// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson says once a question is answered, and what a class said before.
#include "ui/lessons/open_lesson.h"

#include "core/lesson/hint.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"

namespace ui
{

namespace
{

constexpr int longestGuess = 12;

/// The sentence with the question mark; else the last one.
QString questionIn(const QString& prompt)
{
    const auto mark = prompt.lastIndexOf(u'?');
    const auto end = mark >= 0 ? mark : prompt.size() - 1;
    const auto before = prompt.lastIndexOf(QStringLiteral(". "), end - 1);
    return prompt.mid(before < 0 ? 0 : before + 2, end - (before < 0 ? -1 : before + 1));
}

} // namespace

QString OpenLesson::reasons() const
{
    auto& known = m_words[m_step].reasons;
    return known ? *known : known.emplace(makeReasons());
}

QString OpenLesson::makeReasons() const
{
    QStringList lines;
    if (const auto line = core::answerLine(posed()); !line.empty())
        lines << QString::fromStdString(line);
    if (!posed().step.says.empty())
        lines << filledAt(m_step, posed().step.says);
    return lines.join(u'\n');
}

QString OpenLesson::answerOf() const
{
    QStringList moved;
    for (const core::Field& field : core::fields())
        if (const auto asked = field.get(posed().scenario); field.get(m_session.scenario()) != asked)
            moved << shortTitle(field) + u' ' + valueText(field, asked, posed().scenario);
    return moved.isEmpty() ? QString() : tr("At %1: ").arg(moved.join(QStringLiteral(" · ")));
}

bool OpenLesson::takesGuess() const
{
    if (!isOpen() || !waits())
        return false;
    const core::Question& question = posed().step.question;
    const bool number =
        std::holds_alternative<core::ValueAnswer>(question) || std::holds_alternative<core::BandAnswer>(question);
    return number && core::answerForm(posed()) != "a word";
}

void OpenLesson::typeGuess(QChar sign)
{
    QString& guess = m_states[m_step].guess;
    if (sign.isNull())
        guess.chop(1);
    else if (guess.size() < longestGuess && (sign != u'.' || !guess.contains(u'.')))
        guess += sign;
    emit changed();
}

std::map<std::size_t, OpenLesson::Asked> OpenLesson::asked() const
{
    std::map<std::size_t, Asked> all;
    for (std::size_t i = 0; i < steps(); ++i) {
        if (!m_states[i].done || std::holds_alternative<std::monostate>(m_posed[i].step.question))
            continue;
        const int right = rightChoiceAt(i);
        const bool finds = std::holds_alternative<core::ErrorAnswer>(m_posed[i].step.question);
        all[i] = {questionIn(filledAt(i, m_posed[i].step.prompt)),
                  (finds ? tr("Wrong is: ") : QString()) + (right >= 0 ? choicesAt(i)[right] : makeShownAnswer(i)),
                  m_states[i].guess};
    }
    return all;
}

} // namespace ui
