// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with a whole playlist.
#include "core/io/lesson_library.h"
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
    const auto keep = [this](const core::Course& course) {
        const auto saved = core::saveCourse(course);
        if (saved)
            return;
        emit refused(QString::fromStdString(saved.error()));
        QMetaObject::invokeMethod(this, &LessonDesk::readAgain, Qt::QueuedConnection); // the list as the file has it
    };
    connect(playlists, &PlaylistBox::changed, this, keep);
    connect(playlists, &PlaylistBox::told, this, [this](const QString& sentence) {
        emit noticed({QStringLiteral("playlist.told"), sentence, {{}}}); // in place of the one before
    });
    connect(playlists, &PlaylistBox::asked, this, &LessonDesk::carryOut);
    connect(playlists, &PlaylistBox::removed, this, [this, keep](const core::Course& course) {
        if (const auto removed = core::removeCourse(course); !removed)
            return emit refused(QString::fromStdString(removed.error()));
        readAgain();
        emit noticed({QStringLiteral("playlist.removed.") + QString::fromStdString(course.id),
                      tr("The playlist “%1” is deleted; its lessons stay.").arg(QString::fromStdString(course.title)),
                      {{tr("Undo"),
                        [this, keep, course] {
                            keep(course);
                            m_isLibraryOld = true; // also where the list is not in sight
                            readLibrary();
                            m_list->choosePlaylist(course.id);
                        }},
                       {}},
                      true});
    });
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
        return m_lecture->saveHandout(std::move(lessons), QString::fromStdString(course.id));
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
