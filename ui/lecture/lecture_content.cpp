// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the page of a lecture: of a step, of the scenario alone, and after the last step.
#include "ui/lecture/lecture.h"

#include "core/quantity/format.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/controls/track_scale.h"
#include "ui/export/chart_page.h"
#include "ui/lecture/lecture_picture.h"
#include "ui/lessons/covered_page.h"
#include "ui/lessons/open_lesson.h"
#include "ui/numbers/verdict_text.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"

#include <QTime>

#include <algorithm>

namespace ui
{

namespace
{

QString captionOf(const QString& tab, const Snapshot& snapshot)
{
    if (tab == QLatin1String("collectives") || tab == QLatin1String("torus"))
        return conventionsText(snapshot);
    return parametersText(snapshot, findChart(tab)) + QStringLiteral(" · ") + conventionsText(snapshot);
}

/// "chip" of "chips".
QString singular(const QString& units)
{
    return units == QLatin1String("axes")       ? QStringLiteral("axis")
           : units == QLatin1String("matrices") ? QStringLiteral("matrix")
           : units.endsWith(u's')               ? units.chopped(1)
                                                : units;
}

/// What was said of an answer beside the answer itself, the guess of the class, and the reasons.
QString saidAfter(const OpenLesson& lesson, const QString& shown)
{
    const OpenLesson::State& state = lesson.state();
    QStringList lines;
    if (const QString guess = lesson.saidOfGuess(); !guess.isEmpty())
        lines << guess;
    if (const QString said = state.checked ? QString::fromStdString(state.checked->text) : QString();
        !said.isEmpty() && said != Lecture::tr("Right: %1.").arg(shown))
        lines << said;
    if (const QString why = lesson.reasons(); !why.isEmpty())
        lines << why;
    return lines.join(u'\n');
}

/// Each option that had hands, with their number; the right one in any case, with its sign.
QString handsText(const OpenLesson::Voted& voted)
{
    QStringList parts;
    for (int option = 0; option < voted.options.size(); ++option)
        if (const int hands = voted.votes[static_cast<std::size_t>(option)]; hands > 0 || option == voted.place)
            parts << (option == voted.place ? QStringLiteral("✓ ") : QString()) + voted.options[option] +
                         QStringLiteral(": %1").arg(hands);
    const QString all = parts.join(QStringLiteral(" · "));
    return voted.ranks ? Lecture::tr("Said to come first: %1").arg(all) : all;
}

/// The answer, and what the class said of it. `missed`: it said nothing, where it did of other questions.
QString summaryLine(const OpenLesson::Asked& one, const core::Question& question, bool missed)
{
    const bool number =
        std::holds_alternative<core::ValueAnswer>(question) || std::holds_alternative<core::BandAnswer>(question);
    if (!one.guess.isEmpty()) {
        const bool same = QString(one.guess).remove(u',') == QString(one.answer).remove(u',');
        return !one.right ? Lecture::tr("You said %1; it is %2.").arg(one.guess, one.answer)
               : same     ? Lecture::tr("You said %1: right.").arg(one.answer)
               : number   ? Lecture::tr("You said %1: right. It is %2.").arg(one.guess, one.answer)
                          : Lecture::tr("You said %1: right.").arg(one.guess); // one of several orders
    }
    if (std::holds_alternative<core::FreeAnswer>(question))
        return Lecture::tr("A model answer: %1").arg(one.answer);
    if (!missed || std::holds_alternative<core::UntilAnswer>(question)) // at which nothing is guessed
        return one.answer;
    return number                                                ? Lecture::tr("No guess; it is %1.").arg(one.answer)
           : std::holds_alternative<core::ErrorAnswer>(question) ? Lecture::tr("No guess. %1").arg(one.answer)
                                                                 : Lecture::tr("No guess. Answer: %1").arg(one.answer);
}

} // namespace

/// The field that the step points at, then those that the lesson sets; else what a lecture moves most. Numbers alone.
std::vector<Lecture::LiveField> Lecture::liveFields() const
{
    std::vector<std::string> wanted;
    if (m_lesson.isOpen()) {
        wanted.push_back(m_lesson.posed().step.points);
        for (const core::Setting& setting : m_lesson.lesson().start)
            wanted.push_back(setting.field);
    } else if (const QString tab = m_stage.tab(); tab == QLatin1String("operation"))
        wanted = {"op.B", "op.D", "op.F"};
    else if (tab == QLatin1String("collectives") || tab == QLatin1String("torus"))
        wanted = core::isMatmul(m_session.scenario().coll.kind) ? std::vector<std::string>{"coll.B", "coll.D", "coll.F"}
                                                                : std::vector<std::string>{"coll.bytes"};
    else if (tab != QLatin1String("sharding"))
        wanted = {"work.batch", "mesh.X", "mesh.Y"};
    std::vector<LiveField> fields;
    for (const std::string& id : wanted) {
        const auto value = core::fieldValue(m_session.scenario(), id);
        const auto row = core::fieldRow(id);
        const double* number = value ? std::get_if<double>(&value.value()) : nullptr;
        if (row && number && std::ranges::find(fields, id, &LiveField::id) == fields.end())
            fields.push_back({id, *number});
    }
    return fields;
}

QString Lecture::notes() const
{
    if (m_state == State::off || !hasOwnScreen())
        return {};
    QStringList lines{tr("%1 since the start")
                          .arg(QTime(0, 0).addSecs(static_cast<int>(seconds())).toString(QStringLiteral("h:mm:ss")))};
    if (isFrozen())
        lines << QStringLiteral("❄ ") + tr("The audience sees a picture that is held; F shows the newest.");
    if (m_lesson.isOpen()) {
        if (const QString how = howToAnswer(); !how.isEmpty())
            lines << how;
        for (const std::string& hint : m_lesson.posed().step.hints)
            lines << tr("Hint: %1").arg(QString::fromStdString(hint));
        lines << (m_lesson.isLast() ? tr("This is the last step.") : tr("Next: %1").arg(m_lesson.promptAfter()));
    }
    return lines.join(u'\n');
}

std::optional<LiveControl> Lecture::live() const
{
    const auto fields = liveFields();
    if (fields.empty())
        return std::nullopt;
    const auto& [id, value] = fields[m_live % fields.size()];
    const core::Field& field = **core::fieldRow(id);
    const core::Scenario& scenario = m_session.scenario();
    const TrackScale track = trackScale(field);
    const bool counted = field.dim == core::dim::count;
    const QString unit = value == 1 ? singular(unitOf(field, scenario)) : unitOf(field, scenario);
    const QString shown = counted ? (numberText(field, value) + u' ' + unit).trimmed()
                                  : QString::fromStdString(core::format(value, field.dim));
    LiveControl control{titleText(id, field), shown, track.position(value), {}};
    for (const double detent : track.detents)
        control.detents.push_back(track.position(detent));
    return control;
}

QString Lecture::howToAnswer() const
{
    if (!m_lesson.isOpen() || m_summary || !m_lesson.waits())
        return {};
    const auto options = m_lesson.choices().size();
    const core::Question& question = m_lesson.posed().step.question;
    if (std::holds_alternative<core::ScheduleAnswer>(question) || (m_lesson.ranks() && m_lesson.takesGuess()))
        return tr("Type the order that the class says, Space between its steps, then Page Down · Next twice in a "
                  "second shows the "
                  "answer");
    if (m_lesson.takesGuess())
        return tr("Type what the class says, then Page Down · Next twice in a second shows the answer");
    if (options > 0)
        return (m_lesson.ranks() ? tr("Which comes first? Count hands with 1 to %1, or type Space and the whole order; "
                                      "then Page Down · Next twice in a second shows the answer")
                                 : tr("Count hands with 1 to %1, then Next · Next twice in a second shows the answer"))
            .arg(options);
    if (std::holds_alternative<core::UntilAnswer>(question))
        return tr("↑ and ↓ move the control until it holds · Next twice in a second shows the answer");
    return tr("Next twice in a second shows the answer");
}

LecturePage Lecture::page() const
{
    LecturePage page = !m_lesson.isOpen() ? scenarioPage() : m_summary ? summaryPage() : lessonPage();
    const QString tab = m_lesson.isOpen() ? chartOf(m_lesson.posed()) : m_stage.tab();
    page.smallest = smallestText(tab);
    page.note = m_note;
    if (m_note.isEmpty() && !hasOwnScreen()) // else it stands beside the notes
        page.hint = howToAnswer();
    page.alone = m_alone;
    if (!m_summary)
        page.live = live();
    return page;
}

LecturePage Lecture::scenarioPage() const
{
    const Snapshot& snapshot = m_session.snapshot();
    const QString tab = m_stage.tab();
    return {.sentence = verdictText(snapshot).sentence(),
            .place = {},
            .cover = {},
            .picture = lecturePicture(tab, snapshot, true, m_stage.playback()),
            .caption = captionOf(tab, snapshot)};
}

/// What is hidden, or belongs to the step before, is not even read.
LecturePage Lecture::lessonPage() const
{
    const Snapshot& snapshot = m_session.snapshot();
    const OpenLesson::State& state = m_lesson.state();
    LecturePage page{.sentence = m_lesson.prompt(),
                     .place = QStringLiteral("%1 / %2").arg(m_lesson.step() + 1).arg(m_lesson.steps()),
                     .cover = {}};
    const QString tab = chartOf(m_lesson.posed());
    const bool isPublished = m_published == m_lesson.posings();
    const PaintPicture rest = isPublished ? pictureAtRest(m_lesson, snapshot) : PaintPicture();
    const bool hidden = !isPublished || (m_lesson.hidden() == Hidden::results && !rest);
    if (hidden) { // as the live control has it, once the step has begun
        core::PosedStep now = m_lesson.posed();
        if (isPublished)
            now.scenario = m_session.scenario();
        page.given = givenRows(now, m_lesson.step());
    } else
        page.picture = rest ? rest : lecturePicture(tab, snapshot, !m_lesson.seeksOrder(), m_stage.playback());
    if (hidden && m_lesson.waits())
        page.cover = CoveredPage::wordsOf(m_lesson);
    const int right = state.done ? m_lesson.rightChoice() : -1;
    const auto most = std::ranges::max_element(state.votes);
    int place = 0;
    for (const QString& words : m_lesson.choices()) {
        const auto at = static_cast<std::size_t>(place);
        const int hands = at < state.votes.size() ? state.votes[at] : 0;
        const bool chosen = hands > 0 ? hands == *most : state.typed == QString::number(place + 1);
        page.options.push_back({words, hands, {}, -1, place == right, chosen});
        ++place;
    }
    page.revealed = state.done && right >= 0;
    const bool missed = page.revealed && std::ranges::any_of(page.options, [](const LectureOption& option) {
                            return option.chosen && !option.right;
                        });
    if (m_lesson.asks() && state.done) {
        const bool until = std::holds_alternative<core::UntilAnswer>(m_lesson.posed().step.question);
        const QString shown = right < 0 && !(until && !state.revealed) ? m_lesson.shownAnswer() : QString();
        // The live control may have moved: the answer is that of the question's values.
        page.answer = shown.isEmpty() || until ? shown : m_lesson.answerOf() + shown;
        page.said = saidAfter(m_lesson, shown);
    } else if (!state.guess.isEmpty()) {
        page.said = tr("The class says %1").arg(m_lesson.guess().isEmpty() ? QStringLiteral("…") : m_lesson.guess());
    }
    const bool tied = std::ranges::count(page.options, true, &LectureOption::chosen) > 1;
    if (missed)
        page.said += (page.said.isEmpty() ? QString() : QStringLiteral("\n")) +
                     (state.votes.empty() ? tr("◇ is what was answered")
                      : tied              ? tr("◇ has as many hands as another")
                                          : tr("◇ has the most hands"));
    page.caption = hidden ? QString() : captionOf(tab, snapshot);
    return page;
}

/// Each question with its answer, and what the class said before, to look back on. Where it said something of another
/// question, those of which it said nothing are told apart.
LecturePage Lecture::summaryPage() const
{
    const auto voted = m_lesson.voted();
    const auto asked = m_lesson.asked();
    const bool said =
        !voted.empty() || std::ranges::any_of(asked, [](const auto& at) { return !at.second.guess.isEmpty(); });
    LecturePage page{.sentence = said ? tr("What you predicted") : tr("Questions and answers"),
                     .place = QString::fromStdString(core::shortName(m_lesson.lesson())),
                     .cover = {}};
    for (const auto& [step, one] : asked) {
        const auto hands = std::ranges::find(voted, step, &OpenLesson::Voted::step);
        const bool counted = hands != voted.end();
        const bool missed = said && one.revealed && !counted && one.guess.isEmpty();
        const core::Question& question = m_lesson.lesson().steps[step].question;
        const bool finds = std::holds_alternative<core::ErrorAnswer>(question);
        const bool chosen = counted && !finds && !hands->ranks; // the options tell which one is right
        LectureOption row{one.question + (chosen ? QString() : u'\n' + summaryLine(one, question, missed)), 0,
                          QStringLiteral(" "), 0};
        if (counted) {
            row.text += u'\n' + handsText(*hands);
            row.votes = hands->right;
            row.hands = tr("%1 of %2 right").arg(hands->right).arg(hands->all);
            row.share = static_cast<double>(hands->right) / hands->all;
        }
        page.options.push_back(std::move(row));
    }
    return page;
}

} // namespace ui
