// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the draft of a lesson, and opens the lesson anew after each change of its file.
#include "ui/shell/lesson_author.h"

#include "core/io/lesson_draft.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/write_file.h"
#include "core/lesson/run_lesson.h"
#include "ui/lessons/open_lesson.h"
#include "ui/session/session.h"
#include "ui/shell/tabs.h"

#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QTimer>

namespace ui
{

LessonAuthor::LessonAuthor(Session& session, OpenLesson& lesson, Tabs& tabs, std::function<bool()> mayLeave)
    : QObject(&tabs), m_session(session), m_lesson(lesson), m_tabs(tabs), m_mayLeave(std::move(mayLeave))
{
    const auto again = [this] {
        constexpr int pause = 200; // ms; an editor may empty the file first
        QTimer::singleShot(pause, this, &LessonAuthor::followEdited);
    };
    connect(&m_watch, &QFileSystemWatcher::fileChanged, this, again);
    connect(&m_watch, &QFileSystemWatcher::directoryChanged, this, [this, again] {
        if (!m_watch.files().contains(m_file)) // it was away for a while
            again();
    });
}

void LessonAuthor::makeLesson()
{
    const QString title =
        QInputDialog::getText(m_tabs.window(), tr("New lesson"), tr("The title of a lesson that begins here:"))
            .trimmed();
    if (title.isEmpty() || !m_mayLeave())
        return;
    const QString folder = QString::fromStdString(core::dataFolder("lessons"));
    int number = 1;
    while (QFileInfo::exists(folder + QStringLiteral("/own_%1.json").arg(number)))
        ++number;
    const QString path = folder + QStringLiteral("/own_%1.json").arg(number);
    QDir().mkpath(folder);
    const auto id = tabRows()[static_cast<std::size_t>(
                                  std::clamp<qsizetype>(m_tabs.currentIndex(), 0, qsizetype(tabRows().size()) - 1))]
                        .id;
    const auto text =
        core::lessonDraft(m_session.scenario(), "own_" + std::to_string(number), title.toStdString(), id.toStdString());
    if (const auto written = core::writeFile(QFile::encodeName(path).toStdString(), text); !written)
        return emit refused(tr("%1 cannot be written: %2.").arg(path, QString::fromStdString(written.error())));
    emit filesChanged();
    m_file = path;
    followFile(path);
    m_watch.addPaths({path, folder});
    emit told(tr("%1: change it in a text editor, the lesson follows.").arg(path));
}

/// After each change of the file: at the step in sight.
void LessonAuthor::followFile(const QString& path)
{
    const auto lesson = core::lessonOfFile(QFile::encodeName(path).toStdString());
    if (!lesson)
        return emit refused(QString::fromStdString(core::oneLine(lesson.error().text)));
    const bool same = m_lesson.isOpen() && m_lesson.lesson().id == lesson->id;
    if (const auto done = m_lesson.open(*lesson, same ? m_lesson.step() : 0); !done)
        return emit refused(QString::fromStdString(core::oneLine(done.error())));
    m_id = lesson->id;
    const auto faults = core::runLesson(*lesson, *m_session.scenario().presets).faults;
    emit refused(faults.empty() ? QString() : path + QStringLiteral(": ") + QString::fromStdString(faults.front()));
}

/// While it is the lesson that is open: another document stays.
void LessonAuthor::followEdited()
{
    emit filesChanged();
    m_watch.addPath(m_file); // an editor that writes a new file takes the watch away
    if (m_lesson.isOpen() && m_lesson.lesson().id == m_id)
        followFile(m_file);
}

} // namespace ui
