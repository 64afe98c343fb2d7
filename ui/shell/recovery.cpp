// SPDX-License-Identifier: GPL-3.0-or-later
// A record goes only when the restored document has one of its own, or when discarding can no longer be undone.
#include "ui/shell/recovery.h"

#include "core/io/course_json.h"
#include "core/io/lesson_library.h"
#include "ui/shell/kept_text.h"
#include "ui/shell/notice_bar.h"

#include <QFileInfo>
#include <QLocale>

#include <memory>
#include <optional>

namespace ui
{

namespace
{

const QString id = QStringLiteral("recovery");

QString titleOf(const Recovered& one)
{
    const QString file = QFileInfo(one.fileName).fileName();
    const QString title = QString::fromStdString(one.scenario.title);
    return !file.isEmpty() ? file : title.isEmpty() ? Recovery::tr("a scenario without name") : title;
}

QString sentenceOf(const QString& title, const QDateTime& time)
{
    return Recovery::tr("%1 had changes that were not saved, of %2.")
        .arg(title, QLocale().toString(time, QLocale::ShortFormat));
}

/// To a file of a playlist that differs, or is none.
QString whatRestoreDoes(const QString& path, const core::Course& course)
{
    if (!core::faultOfCourse(course).empty())
        return Recovery::tr("Its file cannot be read; Restore replaces it.");
    const QFileInfo file(path);
    return file.exists() ? Recovery::tr("Its file has another version, of %1; Restore replaces that.")
                               .arg(QLocale().toString(file.lastModified(), QLocale::ShortFormat))
                         : Recovery::tr("Its file is gone; Restore writes it again.");
}

} // namespace

Recovery::Recovery(Session& session, Autosave& autosave, NoticeBar& notices, std::function<bool()> mayLeave,
                   const std::function<void(const QString&)>& edit)
    : m_session(session), m_autosave(autosave), m_notices(notices), m_mayLeave(std::move(mayLeave))
{
    for (const Recovered& one : autosave.recovered())
        m_waiting.push_back(documentOf(one));
    if (edit)
        for (const KeptText& one : KeptText::kept())
            m_waiting.push_back(keptTextOf(one, edit));
    offer();
    connect(&session.undoStack(), &QUndoStack::indexChanged, this, [this] { leaveUndo(); });
}

Recovery::~Recovery()
{
    for (const Waiting& one : m_discarded)
        one.discard();
}

Recovery::Waiting Recovery::playlistOf(const KeptText& one, core::Course course)
{
    const QString title = QString::fromStdString(course.title);
    course.file = QFileInfo(one.path()).fileName().toStdString();
    const auto there = std::make_shared<std::optional<QString>>(textOf(one.path())); // when it was offered
    const auto write = [one, course, title, there]() -> Restored {
        if (std::exchange(*there, textOf(one.path())) != *there)
            return tl::make_unexpected(tr("The file of the playlist “%1” was changed meanwhile. %2")
                                           .arg(title, whatRestoreDoes(one.path(), course)));
        return core::rewriteCourse(course).map([&] { one.discard(); }).map_error([](const std::string& why) {
            return QString::fromStdString(why);
        });
    };
    return {sentenceOf(tr("The playlist “%1”").arg(title), one.time()) + u' ' + whatRestoreDoes(one.path(), course),
            tr("the playlist “%1”").arg(title), tr("Restore"), write, [one] { one.discard(); }};
}

Recovery::Waiting Recovery::keptTextOf(const KeptText& one, const std::function<void(const QString&)>& edit)
{
    const std::string path = QFile::encodeName(one.path()).toStdString();
    if (const auto course = core::readCourse(one.text().value_or(QString()).toStdString(), path))
        return playlistOf(one, *course);
    const auto lesson = core::lessonOfFile(path);
    const QString title = lesson ? QString::fromStdString(lesson->title) : QFileInfo(one.path()).fileName();
    const auto open = [edit, path = one.path()] {
        edit(path);
        return Restored();
    };
    const QString since =
        QFileInfo(one.path()).lastModified() > one.time() ? tr(" Its file was changed since.") : QString();
    return {sentenceOf(tr("The lesson “%1”").arg(title), one.time()) + since, tr("the lesson “%1”").arg(title),
            tr("Edit"), open, [one] { one.discard(); }};
}

Recovery::Waiting Recovery::documentOf(const Recovered& one)
{
    const auto restore = [this, one]() -> Restored {
        if (!m_mayLeave())
            return tl::make_unexpected(QString());
        m_session.restore(one.scenario, one.fileName, one.mark);
        m_autosave.saveNow();
        Autosave::discard(one);
        return {};
    };
    return {sentenceOf(titleOf(one), one.time), titleOf(one), tr("Restore"), restore,
            [one] { Autosave::discard(one); }};
}

void Recovery::offer()
{
    if (m_waiting.empty())
        return m_notices.withdraw(id);
    const Waiting& first = m_waiting.front();
    m_notices.ask(
        {id, first.sentence, {{first.answer, [this] { restore(); }}, {tr("Discard"), [this] { discard(); }}}});
}

void Recovery::restore()
{
    const Waiting one = m_waiting.front();
    if (const auto restored = one.restore())
        m_waiting.erase(m_waiting.begin());
    else if (!restored.error().isEmpty())
        m_waiting.front().sentence = restored.error();
    offer();
}

/// Work goes on: what waits is offered, or the hints come back.
void Recovery::leaveUndo()
{
    if (std::exchange(m_offersUndo, false))
        offer();
}

void Recovery::discard()
{
    m_offersUndo = true;
    m_discarded.push_back(m_waiting.front());
    m_waiting.erase(m_waiting.begin());
    m_notices.ask({id,
                   tr("The changes of %1 are discarded.").arg(m_discarded.back().title),
                   {{tr("Undo"),
                     [this] {
                         m_waiting.insert(m_waiting.begin(), m_discarded.back());
                         m_discarded.pop_back();
                         m_offersUndo = false;
                         offer();
                     }},
                    {{}, [this] { leaveUndo(); }}}});
}

} // namespace ui
