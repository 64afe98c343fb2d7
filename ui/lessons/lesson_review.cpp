// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson says once a question is answered, and what a class said before.
#include "ui/lessons/open_lesson.h"

#include "core/lesson/hint.h"
#include "core/lesson/stage.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/tables/table_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ui
{

namespace
{

constexpr int longestGuess = 12;

/// Units that a guess can have, the smallest first, and the one that it has until another is chosen. They follow from
/// what is asked alone, so that they tell nothing of the answer.
struct GuessUnits {
    QStringList all;
    int usual = 0;
    core::Dim dim = core::dim::count;
};

GuessUnits guessUnits(const core::PosedStep& at)
{
    const auto* asked = std::get_if<core::ValueAnswer>(&at.step.question);
    const auto* band = std::get_if<core::BandAnswer>(&at.step.question);
    if (!asked && !band)
        return {};
    const auto value = core::valueIn(at.lesson, at.scenario, asked ? asked->value : band->from);
    const core::Dim dim = value ? value->dim : core::dim::count;
    if (dim == core::dim::second)
        return {{QStringLiteral("ns"), QStringLiteral("µs"), QStringLiteral("ms"), QStringLiteral("s")}, 1, dim};
    if (dim == core::dim::byte)
        return {{QStringLiteral("B"), QStringLiteral("kB"), QStringLiteral("MB"), QStringLiteral("GB"),
                 QStringLiteral("TB")},
                3,
                dim};
    const QString per =
        dim == core::dim::flopPerSecond || dim == core::dim::bytePerSecond ? QStringLiteral("/s") : QString();
    if (dim == core::dim::flop || dim == core::dim::flopPerSecond) {
        GuessUnits units{{}, 1, dim};
        for (const char prefix : {'G', 'T', 'P', 'E', 'Z', 'Y'})
            units.all << QLatin1Char(prefix) + QStringLiteral("FLOP") + per;
        return units;
    }
    if (dim == core::dim::bytePerSecond)
        return {{QStringLiteral("MB/s"), QStringLiteral("GB/s"), QStringLiteral("TB/s")}, 1, dim};
    if (dim == core::dim::flopPerByte)
        return {{QStringLiteral("FLOP/B")}};
    if (asked && asked->unit == core::shareUnit)
        return {{QStringLiteral("%")}};
    const bool things = asked && !asked->unit.empty() && asked->unit != "1";
    return {things ? QStringList(QString::fromStdString(core::counted("2", asked->unit))) : QStringList()};
}

/// Of a number that was said without one, the unit with which it comes nearest to the answer.
int nearestUnit(const core::PosedStep& at, const GuessUnits& units, const QString& number)
{
    const auto* asked = std::get_if<core::ValueAnswer>(&at.step.question);
    const auto* band = std::get_if<core::BandAnswer>(&at.step.question);
    const auto value = core::valueIn(at.lesson, at.scenario, asked ? asked->value : band->from);
    int nearest = units.usual;
    double best = std::numeric_limits<double>::infinity();
    for (int unit = 0; value && unit < units.all.size(); ++unit)
        if (const auto said = core::parseNumber((number + units.all[unit]).toStdString(), units.dim))
            if (const double off = std::abs(std::log(*said / value->number)); off < best) {
                best = off;
                nearest = unit;
            }
    return nearest;
}

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
        guess += sign; // letters too: "17.4e9", "115ms"
    emit changed();
}

bool OpenLesson::changeGuessUnit(int by)
{
    State& here = m_states[m_step];
    if (!takesGuess() || here.guess.isEmpty())
        return false;
    const GuessUnits units = guessUnits(posed());
    if (units.all.size() < 2)
        return false;
    here.unit = std::clamp((here.unit < 0 ? units.usual : here.unit) + by, 0, static_cast<int>(units.all.size()) - 1);
    emit changed();
    return true;
}

QString OpenLesson::guessAt(std::size_t step) const
{
    const State& there = m_states[step];
    const bool bare = !there.guess.isEmpty() && !there.guess.back().isLetter();
    const GuessUnits units = bare ? guessUnits(m_posed[step]) : GuessUnits();
    if (units.all.isEmpty() || (there.unit < 0 && units.all.size() > 1 && !there.done))
        return there.guess;
    const int unit = there.unit >= 0         ? there.unit
                     : units.all.size() == 1 ? 0
                                             : nearestUnit(m_posed[step], units, there.guess);
    return (there.guess + u' ' + units.all[unit]).trimmed();
}

QString OpenLesson::saidOfGuess() const
{
    if (state().guess.isEmpty())
        return {};
    core::LessonStep once = posed().step; // a prediction is told how far it is
    once.kind = core::StepKind::predict;
    const auto checked = core::checkAnswer({posed().lesson, once, posed().scenario}, guess().toStdString());
    const QString told = checked ? QString::fromStdString(checked->text) : QString();
    if (told.contains(tr("You said")))
        return told;
    const bool isRead = checked && checked->outcome != core::Outcome::unreadable;
    return isRead ? tr("You said %1. ").arg(guess()) + told : tr("You said %1; it is %2.").arg(guess(), shownAnswer());
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
                  guessAt(i)};
    }
    return all;
}

std::vector<OpenLesson::Voted> OpenLesson::voted() const
{
    std::vector<Voted> all;
    for (std::size_t i = 0; i < steps(); ++i) {
        const auto& votes = m_states[i].votes;
        const int hands = std::accumulate(votes.begin(), votes.end(), 0);
        if (hands == 0)
            continue;
        const int right = firstPlaceAt(i);
        all.push_back({i, filledAt(i, m_posed[i].step.prompt), choicesAt(i), votes, hands,
                       right >= 0 ? votes[static_cast<std::size_t>(right)] : 0, right, ranksAt(i)});
    }
    return all;
}

bool OpenLesson::hasVotes() const
{
    return std::ranges::any_of(m_states, [](const State& state) {
        return !state.guess.isEmpty() || std::ranges::any_of(state.votes, [](int hands) { return hands > 0; });
    });
}

bool OpenLesson::isGuessRight(std::size_t step) const
{
    const auto checked = core::checkAnswer(m_posed[step], guessAt(step).toStdString());
    return checked && checked->isAccepted();
}

QByteArray OpenLesson::votesCsv() const
{
    QString rows = QStringLiteral("lesson,step,question,option,text,votes,right\n");
    for (std::size_t i = 0; i < steps(); ++i) {
        const State& state = m_states[i];
        const auto add = [&](const QString& option, const QString& text, int votes, bool right) {
            rows += QStringList{csvCell(QString::fromStdString(m_lesson->id)),
                                QString::number(i + 1),
                                csvCell(filledAt(i, m_posed[i].step.prompt)),
                                option,
                                csvCell(text),
                                QString::number(votes),
                                !state.done ? QString()
                                : right     ? QStringLiteral("1")
                                            : QStringLiteral("0")}
                        .join(u',') +
                    u'\n';
        };
        const QStringList texts = state.votes.empty() ? QStringList() : choicesAt(i);
        for (int option = 0; option < texts.size(); ++option)
            add(QString::number(option + 1), texts[option], state.votes[static_cast<std::size_t>(option)],
                option == firstPlaceAt(i));
        if (state.guess.isEmpty())
            continue;
        const bool right = isGuessRight(i);
        add({}, guessAt(i), 1, right);
        if (state.done && !right)
            add({}, makeShownAnswer(i), 0, true);
    }
    return rows.toUtf8();
}

} // namespace ui
