// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons that there are, in the window: read when they are looked at, and again when their files change.
#include "core/io/course_pack.h"
#include "core/io/plain_text.h"
#include "core/io/write_file.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/session/session.h"
#include "ui/shell/course_packs.h"
#include "ui/shell/kept_text.h"
#include "ui/shell/lesson_author.h"
#include "ui/shell/lesson_desk.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace ui
{

void LessonDesk::connectFiles()
{
    constexpr int pause = 200; // ms; another program may empty a file first
    m_changed.setSingleShot(true);
    m_changed.setInterval(pause);
    for (const auto signal : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
        connect(&m_watch, signal, &m_changed, qOverload<>(&QTimer::start));
    connect(&m_changed, &QTimer::timeout, this, [this] {
        if (filesNow() == m_filesRead) // as this window wrote them
            return watchFiles();
        m_isLibraryOld = true; // also where the list is not in sight: what was told of a file is in every view
        readLibrary();
    });
}

/// Lessons, playlists and the folders of both, each with what changes when it is written.
LessonDesk::Files LessonDesk::filesNow() const
{
    Files files;
    const auto add = [&files](const QFileInfo& file) {
        const bool isFolder = file.isDir(); // whose time changes with files that are none of a lesson
        files[file.filePath()] = {file.isReadable(), isFolder ? 0 : file.size(),
                                  isFolder ? 0 : file.lastModified().toMSecsSinceEpoch()};
    };
    if (core::dataFolder({}).empty()) // no home
        return files;
    const auto folderOf = [](const char* kind) { return QDir(QFile::decodeName(core::dataFolder(kind).c_str())); };
    QList<QDir> folders{folderOf("lessons"), folderOf("courses"), folderOf("packs")};
    for (const QFileInfo& pack : folders.back().entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        folders << QDir(pack.filePath()) << QDir(pack.filePath() + QStringLiteral("/lessons"));
    for (const std::string& file : m_opened)
        add(QFileInfo(QFile::decodeName(file.c_str())));
    for (const QDir& folder : folders) {
        add(QFileInfo(folder.path()));
        for (const QFileInfo& file : folder.entryInfoList(QDir::Files | QDir::NoDotAndDotDot))
            add(file);
    }
    return files;
}

/// For a folder that is not there, the nearest one around it. What is watched already stays so without a gap.
void LessonDesk::watchFiles()
{
    QStringList paths;
    for (const auto& file : filesNow()) {
        QString path = file.first;
        while (!QFileInfo::exists(path)) // Qt complains of others
            path = QFileInfo(path).path();
        paths << path;
    }
    paths.removeDuplicates();
    QStringList before = m_watch.files() + m_watch.directories();
    for (const QString& path : paths)
        if (!before.removeOne(path))
            m_watch.addPath(path);
    if (!before.isEmpty())
        m_watch.removePaths(before);
}

/// Where the list is in sight; else once it is.
void LessonDesk::readAgain()
{
    m_isLibraryOld = true;
    if (m_list->isVisible())
        readLibrary();
}

/// Once, and when there are new files; the rows of the tab refer to it, so that the old one goes last.
void LessonDesk::readLibrary()
{
    if (m_library && !std::exchange(m_isLibraryOld, false))
        return;
    m_filesRead = filesNow(); // before: what changes meanwhile is read again
    const auto before = std::exchange(m_library, std::make_unique<core::LessonLibrary>(core::lessonLibrary(m_opened)));
    const QStringList told = std::exchange(m_toldOfFiles, {});
    if (before)
        keepUnread(*before);
    keepUnwritten(told);
    m_library->checkOwn(*m_session.scenario().presets, m_checked);
    m_list->setLibrary(*m_library);
    showProgress();
    for (const std::string& problem : m_library->problems) {
        const QString sentence = QString::fromStdString(core::oneLine(problem));
        m_toldOfFiles << sentence;
        if (!told.contains(sentence))
            warn(sentence);
    }
    for (const QString& id : told)
        if (!m_toldOfFiles.contains(id)) // somebody mended the file
            emit noticed({.id = id, .sentence = {}, .answers = {}});
    watchFiles();
    if (const QString problem = m_file.takeProblem(); !problem.isEmpty())
        warn(problem);
}

void LessonDesk::keepUnread(const core::LessonLibrary& before)
{
    for (const std::string& id : m_library->keepUnread(before))
        if (const auto kept = std::ranges::find(m_library->courses, id, &core::Course::id);
            kept != m_library->courses.end() && !m_unwritten.contains(id))
            askUnread({*kept, {}}, core::faultOfCourse(*kept));
}

void LessonDesk::showProgress()
{
    if (!m_library)
        return;
    std::map<std::string, LessonProgress> progress;
    for (const auto& [id, place] : this->progress().lessons)
        progress[id] = !place.solved    ? LessonProgress::begun
                       : place.answered ? LessonProgress::solved
                                        : LessonProgress::shown;
    for (const auto& fault : m_library->faults)
        progress[fault.first] = LessonProgress::faulty;
    m_list->setProgress(progress);
}

void LessonDesk::openFile(const QString& path)
{
    const std::string file = QFile::encodeName(QFileInfo(path).absoluteFilePath()).toStdString();
    if (core::isCoursePack(file))
        return m_packs->open(path, core::lessonLibrary(m_opened));
    const auto lesson = core::lessonOfFile(file);
    m_opened.push_back(file);
    m_isLibraryOld = true;
    const bool isKept = KeptText(path).differs();
    if (!lesson || isKept)
        m_author->edit(QFile::decodeName(file.c_str()));
    if (!lesson && !isKept)
        return emit refused(QString::fromStdString(core::oneLine(lesson.error().text)));
    if (isKept)
        return;
    emit refused({});
    readLibrary();
    if (m_library->fileOf(*lesson) != file)
        return; // another has its id, as was said
    m_list->choosePlaylist({});
    openTab();
    m_list->choose(lesson->id);
}

QString LessonDesk::fileOf(const core::Lesson& lesson) const
{
    return m_library ? QFile::decodeName(m_library->fileOf(lesson).c_str()) : QString();
}

/// A lecture is asked nothing: what is not saved stays beside it.
void LessonDesk::openNext()
{
    const core::Lesson* next = m_list->lessonBehind(m_lesson.lesson().id);
    if (!next)
        return;
    const core::Course* list = m_list->playlist();
    m_playlist = list && list->id == m_playlist ? m_playlist : std::string();
    if (const auto done = m_lesson.open(*next); !done)
        return emit refused(QString::fromStdString(done.error()));
    if (!m_author->editor()->isChanged())
        m_author->giveWay(fileOf(*next));
}

} // namespace ui
