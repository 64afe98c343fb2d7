// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with a whole playlist.
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/shell/course_packs.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"

#include <algorithm>

namespace ui
{

void LessonDesk::connectPlaylists()
{
    const PlaylistBox* playlists = &m_list->playlists();
    connect(playlists, &PlaylistBox::changed, this, &LessonDesk::keepPlaylist);
    connect(playlists, &PlaylistBox::told, this, &LessonDesk::tell);
    connect(playlists, &PlaylistBox::asked, this, &LessonDesk::carryOut);
    connect(playlists, &PlaylistBox::removed, this, [this](const core::Course& shown) {
        const core::Course course = core::savedCourse(shown).value_or(shown); // another program may have changed it
        if (const auto removed = core::removeCourse(course); !removed)
            return emit refused(QString::fromStdString(removed.error()));
        readAgain();
        emit noticed({QStringLiteral("playlist.removed.") + QString::fromStdString(course.id),
                      tr("The playlist “%1” is deleted; its lessons stay.").arg(QString::fromStdString(course.title)),
                      {{tr("Undo"),
                        [this, course] {
                            writePlaylist(course);
                            m_isLibraryOld = true; // also where the list is not in sight
                            readLibrary();
                            m_list->choosePlaylist(course.id);
                        }},
                       {}},
                      true});
    });
}

/// What another program did to the file meanwhile is not undone without a question.
void LessonDesk::keepPlaylist(const core::Course& course)
{
    if (const auto fault = core::faultOfCourse(course); !fault.empty()) {
        showPlaylist(course);
        return askUnread(course, fault);
    }
    const auto known = std::ranges::find(m_library->courses, course.id, &core::Course::id);
    const auto there = core::savedCourse(course);
    if (known == m_library->courses.end() || there == *known)
        return writePlaylist(course);
    askChanged(course, there);
}

/// `asked`: its file, or that there is none. What it holds later is asked about anew.
void LessonDesk::askChanged(const core::Course& course, const std::optional<core::Course>& asked)
{
    const QString title = QString::fromStdString(course.title);
    emit noticed({QStringLiteral("playlist.changed.") + QString::fromStdString(course.id),
                  asked ? tr("Another program changed the playlist “%1”.").arg(title)
                        : tr("Another program deleted the playlist “%1”.").arg(title),
                  {{asked ? tr("Reload") : tr("Let it go"), [this] { readAgain(); }},
                   {asked ? tr("Keep mine") : tr("Write it again"),
                    [this, course, asked] {
                        if (const auto now = core::savedCourse(course); now != asked)
                            return askChanged(course, now);
                        writePlaylist(course);
                        readAgain();
                    }}},
                  true});
}

/// What is in sight stays until one of them is chosen.
void LessonDesk::askUnread(const core::Course& course, const std::string& fault)
{
    const QString id = QStringLiteral("playlist.unread.") + QString::fromStdString(course.id);
    if (!m_toldOfFiles.contains(id))
        m_toldOfFiles << id;
    watchFiles();
    emit noticed({id,
                  tr("The playlist “%1” is shown as it was; its file cannot be read. %2")
                      .arg(QString::fromStdString(course.title), QString::fromStdString(core::oneLine(fault))),
                  {{tr("Write it again"),
                    [this, course] {
                        if (core::faultOfCourse(course).empty()) // somebody mended it meanwhile
                            return keepPlaylist(course);
                        if (const auto written = core::rewriteCourse(course); !written)
                            emit refused(QString::fromStdString(written.error()));
                        readAgain();
                    }},
                   {tr("Read it again"), [this] { readAgain(); }}},
                  true});
}

void LessonDesk::writePlaylist(const core::Course& course)
{
    if (const auto saved = core::saveCourse(course); !saved) {
        emit refused(QString::fromStdString(saved.error()));
        QMetaObject::invokeMethod(this, &LessonDesk::readAgain, Qt::QueuedConnection); // the list as the file has it
        return;
    }
    showPlaylist(course);
}

void LessonDesk::showPlaylist(const core::Course& course)
{
    const auto known = std::ranges::find(m_library->courses, course.id, &core::Course::id);
    known == m_library->courses.end() ? m_library->courses.push_back(course) : void(*known = course);
}

/// A class goes on with the first lesson that is not done.
void LessonDesk::carryOut(const core::Course& course, PlaylistCommand command)
{
    std::vector<core::Lesson> lessons; // a dialog may read the list anew
    for (const std::string& id : course.lessons)
        if (const auto at = std::ranges::find(m_library->lessons, id, &core::Lesson::id);
            at != m_library->lessons.end())
            lessons.push_back(*at);
    if (command == PlaylistCommand::pack)
        return m_packs->save(course, *m_library);
    if (lessons.empty())
        return emit refused(tr("None of the lessons of “%1” can be opened. Mend them, or add others.")
                                .arg(QString::fromStdString(course.title)));
    if (command == PlaylistCommand::handout)
        return m_lecture->saveHandout(std::move(lessons), course.title);
    const auto open = std::ranges::find_if(lessons, [this](const core::Lesson& lesson) {
        const auto place = places().find(lesson.id);
        return place == places().end() || !place->second.solved;
    });
    const core::Lesson& first = open == lessons.end() ? lessons.front() : *open;
    if (command == PlaylistCommand::lecture)
        present(first);
    else
        start(first);
}

} // namespace ui
