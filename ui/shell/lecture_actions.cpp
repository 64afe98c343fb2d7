// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the actions, and asks where files go.
#include "ui/shell/lecture_actions.h"

#include "core/io/plain_text.h"
#include "ui/controls/message_box.h"
#include "ui/lecture/handout.h"
#include "ui/lessons/open_lesson.h"
#include "ui/session/session.h"
#include "ui/shell/actions.h"
#include "ui/shell/settings.h"
#include "ui/shell/tabs.h"
#include "ui/tables/table_parts.h"

#include <QAction>
#include <QFileDialog>

namespace ui
{

namespace
{

/// As files are named; the id of an own lesson says nothing.
std::string titleOf(const core::Lesson& lesson)
{
    return lesson.course == "own" ? lesson.title : lesson.id + " " + lesson.title;
}

} // namespace

LectureActions::LectureActions(Session& session, OpenLesson& lesson, Tabs& tabs, Actions& actions, QWidget& window)
    : QObject(&tabs), m_session(session), m_lesson(lesson), m_tabs(tabs), m_actions(actions),
      m_lecture(session, lesson, window,
                {[&tabs] { return tabs.currentView(); }, [&tabs] { return tabs.playbackState(); },
                 [&tabs] { return tabs.playerInSight(); }, [&tabs] { tabs.rewind(); }})
{
    actions.on("lecture", this, [this] {
        if ((!m_lesson.isOpen() || m_lecture.isLeftForList()) && m_lecture.state() == Lecture::State::off)
            emit lessonSought();
        if (m_lecture.state() != Lecture::State::running) // it was not begun by that
            m_lecture.start(false);
    });
    actions.on("lecture-here", this, [this] { m_lecture.start(true); });
    actions.on("clicker", this, [this] { m_lecture.testClicker(); });
    QAction* letters = actions.action("lecture-letters");
    letters->setCheckable(true);
    letters->setChecked(Settings::ofProgram().lectureLetters());
    m_lecture.setTakesLetters(letters->isChecked());
    connect(letters, &QAction::toggled, this, [this](bool on) {
        m_lecture.setTakesLetters(on);
        Settings::ofProgram().setLectureLetters(on);
    });
    actions.on("handout", this, [this] { saveHandout({m_lesson.lesson()}, titleOf(m_lesson.lesson())); });
    actions.on("votes", this, [this] { saveVotes(); });
    connect(&m_lecture, &Lecture::lessonsAsked, this, &LectureActions::lessonsAsked);
    connect(&lesson, &OpenLesson::changed, this, &LectureActions::offer);
    offer();
}

void LectureActions::offer()
{
    m_actions.action("handout")->setEnabled(m_lesson.isOpen());
    m_actions.action("votes")->setEnabled(m_lesson.isOpen() && m_lesson.hasVotes());
}

void LectureActions::saveHandout(std::vector<core::Lesson> lessons, const std::string& title)
{
    const QString name = QString::fromStdString(core::fileNameOf(title)) + tr(" (handout).pdf");
    const QString path =
        QFileDialog::getSaveFileName(m_tabs.window(), tr("Save the handout"), name, tr("Documents (*.pdf)"));
    if (path.isEmpty())
        return;
    const auto bytes = handoutOf(lessons, *m_session.scenario().presets);
    const auto written =
        bytes ? writeWhole(path, *bytes) : tl::expected<void, PictureError>(tl::unexpected(bytes.error()));
    if (written)
        return tellSaved(m_tabs, path);
    MessageBox(m_tabs.window(), tr("The handout was not saved"), written.error().text).exec();
}

void LectureActions::saveVotes()
{
    const QString name = QString::fromStdString(core::fileNameOf(titleOf(m_lesson.lesson()))) + tr(" (votes).csv");
    saveTable(m_tabs.window(), tr("Save votes and guesses"), name, m_lesson.votesCsv());
}

} // namespace ui
