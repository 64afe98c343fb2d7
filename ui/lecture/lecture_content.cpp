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
    const QString shown = counted ? (numberText(field, value) + u' ' + unitOf(field, scenario)).trimmed()
                                  : QString::fromStdString(core::format(value, field.dim));
    LiveControl control{titleText(id, field), shown, track.position(value), {}};
    for (const double detent : track.detents)
        control.detents.push_back(track.position(detent));
    return control;
}

LecturePage Lecture::page() const
{
    LecturePage page = !m_lesson.isOpen() ? scenarioPage() : m_summary ? summaryPage() : lessonPage();
    const QString tab = m_lesson.isOpen() ? QString::fromStdString(m_lesson.posed().step.tab) : m_stage.tab();
    page.smallest = smallestText(tab);
    page.note = m_note;
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
    const bool hidden = m_lesson.hidden() == Hidden::results || m_published != m_lesson.posings();
    if (hidden)
        page.cover = CoveredPage::wordsOf(m_lesson);
    else
        page.picture = lecturePicture(QString::fromStdString(m_lesson.posed().step.tab), snapshot,
                                      !m_lesson.seeksOrder(), m_stage.playback());
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
    if (hidden && !page.options.empty())
        page.picture = [](QPainter&, const QRectF&, const Theme&) {}; // its place is covered
    if (m_lesson.asks() && state.done) {
        const bool found = std::holds_alternative<core::UntilAnswer>(m_lesson.posed().step.question) && !state.revealed;
        core::Scenario now = m_session.scenario();
        now.baselines.clear();
        const bool moved = now != m_lesson.posed().scenario; // by the live control; the answer was another's
        page.answer = right < 0 && !found && !moved ? m_lesson.shownAnswer() : QString();
        page.said = state.checked ? QString::fromStdString(state.checked->text) : QString();
    }
    page.caption = hidden ? givenText(m_lesson.posed(), m_lesson.step())
                          : captionOf(QString::fromStdString(m_lesson.posed().step.tab), snapshot);
    return page;
}

/// The hands of every prediction, for the class to look back on.
LecturePage Lecture::summaryPage() const
{
    LecturePage page{
        .sentence = tr("What you predicted"), .place = QString::fromStdString(m_lesson.lesson().id), .cover = {}};
    for (const OpenLesson::Voted& voted : m_lesson.voted())
        page.options.push_back({voted.question, voted.right, tr("%1 of %2 right").arg(voted.right).arg(voted.all),
                                static_cast<double>(voted.right) / voted.all});
    if (page.options.empty())
        page.said = tr("No hands were counted.");
    return page;
}

} // namespace ui
