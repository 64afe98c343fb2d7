// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with a whole playlist.
#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "ui/controls/message_box.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/shell/course_packs.h"
#include "ui/shell/kept_text.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"

#include <QFile>

#include <algorithm>

namespace ui
{

namespace
{

QString noticeOf(const char* kind, const std::string& id)
{
    return QStringLiteral("playlist.") + QLatin1String(kind) + QLatin1Char('.') + QString::fromStdString(id);
}

KeptText recordOf(const core::Course& course) { return KeptText(QFile::decodeName(core::pathOf(course).c_str())); }

QString titleOf(const core::Course& course) { return QString::fromStdString(course.title); }

} // namespace

void LessonDesk::connectPlaylists()
{
    PlaylistBox* playlists = &m_list->playlists();
    connect(playlists, &PlaylistBox::changed, this, &LessonDesk::keepPlaylist);
    connect(playlists, &PlaylistBox::asked, this, &LessonDesk::carryOut);
    playlists->setPlaces([this](const core::Course& course) { return placeOfClass(course); });
    connect(m_list, &LessonsTab::told, this, &LessonDesk::tell);
    connect(playlists, &PlaylistBox::removed, this, &LessonDesk::removePlaylist);
}

void LessonDesk::removePlaylist(const core::Course& shown)
{
    if (!shown.folder.empty())
        return removePack(shown);
    const core::Course course = core::savedCourse(shown).value_or(shown); // another program may have changed it
    if (const auto removed = core::removeCourse(course); !removed)
        return emit refused(QString::fromStdString(removed.error()));
    forgetUnwritten(course.id);
    readAgain();
    offerUndo(course);
}

/// One that was opened, with its lessons and all else that came with it.
void LessonDesk::removePack(const core::Course& course)
{
    const auto pack = core::readCoursePack(course.folder); // what cannot be read could not come back
    if (!pack)
        return emit refused(QString::fromStdString(core::oneLine(pack.error().text)));
    if (const auto removed = core::removeCoursePack(course.folder); !removed)
        return emit refused(QString::fromStdString(core::oneLine(removed.error())));
    readAgain();
    offerPack(*pack, course);
}

void LessonDesk::offerPack(const core::CoursePack& pack, const core::Course& course)
{
    const QString id = noticeOf("removed", course.id);
    const auto undo = [this, pack, course, id] {
        offerPack(pack, course); // behind what is said where that fails
        if (const auto written = core::writeCoursePack(pack, course.folder); !written)
            return emit refused(QString::fromStdString(core::oneLine(written.error())));
        emit noticed({.id = id, .sentence = {}, .answers = {}});
        m_isLibraryOld = true;
        readLibrary();
        m_list->choosePlaylist(course.id);
    };
    emit noticed({id,
                  tr("The course “%1” is deleted, with the lessons and files that came with it.").arg(titleOf(course)),
                  {{tr("Undo"), undo}, {}},
                  true});
}

/// Until the playlist is back.
void LessonDesk::offerUndo(const core::Course& course)
{
    const QString id = noticeOf("removed", course.id);
    const auto undo = [this, course, id] {
        offerUndo(course); // behind what is said where that fails
        if (!keepEdit({course, {}}, std::nullopt))
            return;
        emit noticed({.id = id, .sentence = {}, .answers = {}});
        m_isLibraryOld = true; // also where the list is not in sight
        readLibrary();
        m_list->choosePlaylist(course.id);
    };
    emit noticed({id,
                  tr("The playlist “%1” is deleted; its lessons stay.").arg(titleOf(course)),
                  {{tr("Undo"), undo}, {}},
                  true});
}

void LessonDesk::keepPlaylist(const core::Course& course, const QString& done)
{
    const auto known = std::ranges::find(m_library->courses, course.id, &core::Course::id);
    keepEdit({course, done}, known == m_library->courses.end() ? std::nullopt : std::optional(*known));
}

/// What another program did to the file since it was `known` is not undone without a question.
bool LessonDesk::keepEdit(const PlaylistEdit& edit, const std::optional<core::Course>& known)
{
    const std::string fault = core::faultOfCourse(edit.course);
    const auto there = core::savedCourse(edit.course);
    if (fault.empty() && (there == known || there == edit.course))
        return writePlaylist(edit);
    auto& waiting = m_unwritten.insert_or_assign(edit.course.id, edit).first->second;
    const auto record = recordOf(edit.course);
    waiting.lock = waiting.lock ? waiting.lock : record.lock();
    if (const QString problem = record.keep(QString::fromStdString(core::courseText(edit.course))); !problem.isEmpty())
        emit refused(problem);
    if (fault.empty()) {
        askChanged(edit, there);
    } else {
        showPlaylist(edit.course);
        askUnread(edit, fault);
    }
    return true;
}

/// `asked`: its file, or that there is none. What it holds later is asked about anew.
void LessonDesk::askChanged(const PlaylistEdit& edit, const std::optional<core::Course>& asked)
{
    const std::string& id = edit.course.id;
    emit noticed({noticeOf("changed", id),
                  asked ? tr("Another program changed the playlist “%1”.").arg(titleOf(edit.course))
                        : tr("Another program deleted the playlist “%1”.").arg(titleOf(edit.course)),
                  {{asked ? tr("Reload") : tr("Let it go"),
                    [this, id] {
                        forgetUnwritten(id);
                        readAgain();
                    }},
                   {asked ? tr("Keep mine") : tr("Write it again"),
                    [this, edit, asked] {
                        askChanged(edit, asked); // behind what is said where it cannot be written
                        keepEdit(edit, asked);
                        readAgain();
                    }}},
                  true});
}

/// What is in sight stays until one of them is chosen.
void LessonDesk::askUnread(const PlaylistEdit& edit, const std::string& fault)
{
    const QString id = noticeOf("unread", edit.course.id);
    if (!m_toldOfFiles.contains(id))
        m_toldOfFiles << id;
    watchFiles();
    emit noticed({.id = noticeOf("changed", edit.course.id), .sentence = {}, .answers = {}});
    emit noticed({id,
                  tr("The playlist “%1” is shown as it was; its file cannot be read. %2")
                      .arg(titleOf(edit.course), QString::fromStdString(core::oneLine(fault))),
                  {{tr("Write it again"),
                    [this, edit] {
                        if (core::faultOfCourse(edit.course).empty()) { // somebody mended it meanwhile
                            keepEdit(edit, std::nullopt);
                            return readAgain();
                        }
                        const auto written = core::rewriteCourse(edit.course);
                        if (written)
                            forgetUnwritten(edit.course.id);
                        readAgain();
                        written ? tell(edit.done) : refused(QString::fromStdString(written.error()));
                    }},
                   {tr("Read it again"), [this] { readAgain(); }}},
                  true});
}

/// Edits stay in sight until they are in a file, or let go. `told`: ids of notices of the last reading; a file that
/// was mended since is asked about.
void LessonDesk::keepUnwritten(const QStringList& told)
{
    for (const auto& [id, edit] : std::map(m_unwritten)) {
        const auto there = core::savedCourse(edit.course);
        if (there == edit.course) {
            forgetUnwritten(id);
            continue;
        }
        showPlaylist(edit.course);
        if (const auto fault = core::faultOfCourse(edit.course); !fault.empty())
            askUnread(edit, fault);
        else if (told.contains(noticeOf("unread", id)))
            askChanged(edit, there);
    }
}

void LessonDesk::forgetUnwritten(const std::string& id)
{
    const auto found = m_unwritten.find(id);
    if (found == m_unwritten.end())
        return;
    recordOf(found->second.course).remove();
    m_unwritten.erase(found);
    emit noticed({.id = noticeOf("changed", id), .sentence = {}, .answers = {}});
}

bool LessonDesk::mayForgetUnwritten()
{
    for (const auto& [id, edit] : std::map(m_unwritten)) {
        MessageBox box(m_list->window(), tr("Unsaved changes"),
                       tr("The playlist “%1” has changes that are not in its file. Save writes them there.")
                           .arg(titleOf(edit.course)),
                       QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
        box.setObjectName(QStringLiteral("playlist.unsaved"));
        box.setDefaultButton(QMessageBox::Save);
        const int answer = box.exec();
        if (answer != QMessageBox::Save && answer != QMessageBox::Discard)
            return false;
        if (answer == QMessageBox::Save)
            if (const auto saved = core::rewriteCourse(edit.course); !saved) {
                emit refused(QString::fromStdString(saved.error()));
                return false;
            }
    }
    for (const auto& [id, edit] : std::map(m_unwritten)) // once nothing keeps the window open
        forgetUnwritten(id);
    return true;
}

bool LessonDesk::writePlaylist(const PlaylistEdit& edit)
{
    if (const auto saved = core::saveCourse(edit.course); !saved) {
        emit refused(QString::fromStdString(saved.error()));
        QMetaObject::invokeMethod(this, &LessonDesk::readAgain, Qt::QueuedConnection); // the list as the file has it
        return false;
    }
    forgetUnwritten(edit.course.id);
    showPlaylist(edit.course);
    tell(edit.done);
    return true;
}

void LessonDesk::showPlaylist(const core::Course& course)
{
    const auto known = std::ranges::find(m_library->courses, course.id, &core::Course::id);
    known == m_library->courses.end() ? m_library->courses.push_back(course) : void(*known = course);
}

std::string LessonDesk::classFor(const core::Lesson& lesson)
{
    const core::Course* list = m_list->playlist();
    if (m_playlist.empty() || !list || list->id != m_playlist)
        return {};
    m_progress = m_file.read(progress()); // another window may have gone on
    const auto place = progress().playlists.find(m_playlist);
    const bool ended = place != progress().playlists.end() && place->second.ended;
    const core::Lesson* next = ended ? m_list->lessonBehind(place->second.lesson) : nullptr;
    return next && next->id == lesson.id ? m_playlist : std::string();
}

std::optional<int> LessonDesk::stepToGoOn(const std::string& lesson, const std::string& playlist)
{
    if (playlist.empty()) {
        const auto place = progress().lessons.find(lesson);
        const bool goesOn = place != progress().lessons.end() && !place->second.solved;
        return goesOn ? std::optional(place->second.step) : std::nullopt;
    }
    const auto place = progress().playlists.find(playlist);
    const bool goesOn = place != progress().playlists.end() && place->second.lesson == lesson && !place->second.ended;
    return goesOn ? std::optional(place->second.step) : std::nullopt;
}

std::string LessonDesk::lessonOfClassBehind(const std::string& lesson) const
{
    if (!m_library)
        return {};
    const auto list = std::ranges::find(m_library->courses, m_playlist, &core::Course::id);
    return list == m_library->courses.end() ? std::string() : list->behind(lesson);
}

std::vector<core::Lesson> LessonDesk::lessonsOf(const core::Course& course) const
{
    std::vector<core::Lesson> lessons;
    for (const std::string& id : course.lessons)
        if (const auto at = std::ranges::find(m_library->lessons, id, &core::Lesson::id);
            at != m_library->lessons.end())
            lessons.push_back(*at);
    return lessons;
}

const core::Lesson* LessonDesk::lessonToGoOn(const std::string& playlist, const std::vector<core::Lesson>& lessons)
{
    m_progress = m_file.read(progress()); // another window may have gone on
    const auto place = progress().playlists.find(playlist);
    if (place == progress().playlists.end())
        return nullptr;
    auto at = std::ranges::find(lessons, place->second.lesson, &core::Lesson::id);
    if (at == lessons.end()) // it was taken out
        at = std::ranges::find(lessons, place->second.behind, &core::Lesson::id);
    else if (place->second.ended)
        ++at;
    return at == lessons.end() ? nullptr : &*at;
}

QString LessonDesk::placeOfClass(const core::Course& course)
{
    if (!m_library)
        return {};
    const auto lessons = lessonsOf(course);
    const core::Lesson* lesson = lessonToGoOn(course.id, lessons);
    const int step = lesson ? stepToGoOn(lesson->id, course.id).value_or(0) : 0;
    if (!lesson || (step == 0 && lesson == &lessons.front()))
        return {};
    return tr("%1, step %2").arg(QString::fromStdString(lesson->id)).arg(step + 1);
}

/// A class goes on with the lesson where it stopped, or behind that where it was at its end; it begins with the first.
void LessonDesk::carryOut(const core::Course& course, PlaylistCommand command)
{
    auto lessons = lessonsOf(course); // a dialog may read the list anew
    if (command == PlaylistCommand::pack)
        return m_packs->save(course, *m_library);
    if (lessons.empty())
        return emit refused(tr("None of the lessons of “%1” can be opened. Mend them, or add others.")
                                .arg(QString::fromStdString(course.title)));
    if (command == PlaylistCommand::handout)
        return m_lecture->saveHandout(std::move(lessons), course.title);
    if (command == PlaylistCommand::anew)
        m_progress = m_file.write({{}, {{course.id, {}}}}, progress());
    const core::Lesson* next = lessonToGoOn(course.id, lessons);
    const core::Lesson& lesson = next ? *next : lessons.front();
    command == PlaylistCommand::lecture ? present(lesson, course.id) : void(begin(lesson, course.id));
}

} // namespace ui
