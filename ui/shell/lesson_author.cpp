// SPDX-License-Identifier: GPL-3.0-or-later
// Texts are read, previewed and written here; the editor shows them.
#include "ui/shell/lesson_author.h"

#include "core/io/lesson_draft.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/read_file.h"
#include "core/io/write_file.h"
#include "core/lesson/run_lesson.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/controls/message_box.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_form.h"
#include "ui/lessons/open_lesson.h"
#include "ui/session/session.h"
#include "ui/shell/kept_text.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/tabs.h"
#include "ui/theme/words.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QLoggingCategory>
#include <QUrl>
#include <QUuid>

#include <algorithm>

namespace ui
{

namespace
{

Q_LOGGING_CATEGORY(lessons, "rooflight.lessons", QtWarningMsg)

} // namespace

LessonAuthor::LessonAuthor(Session& session, OpenLesson& lesson, Tabs& tabs, std::function<bool()> mayLeave)
    : QObject(&tabs), m_session(session), m_lesson(lesson), m_tabs(tabs), m_mayLeave(std::move(mayLeave)),
      m_editor(new LessonEditor)
{
    m_editor->hide();
    m_keep.setSingleShot(true);
    m_keep.setInterval(1000); // ms from the first key on: not put off by further ones
    connectEditor();
    const auto again = [this] {
        constexpr int pause = 200; // ms; another program may empty the file first
        QTimer::singleShot(pause, this, &LessonAuthor::followFile);
    };
    connect(&m_watch, &QFileSystemWatcher::fileChanged, this, again);
    connect(&m_watch, &QFileSystemWatcher::directoryChanged, this, [this, again] {
        if (!m_watch.files().contains(m_file)) // it was away for a while
            again();
    });
}

void LessonAuthor::connectEditor()
{
    connect(m_editor, &LessonEditor::typed, this, [this] {
        if (!m_keep.isActive())
            m_keep.start();
    });
    connect(&m_keep, &QTimer::timeout, this, &LessonAuthor::keepDraft);
    connect(&m_session, &Session::keepAsked, this, &LessonAuthor::keepDraft);
    connect(m_editor, &LessonEditor::changed, this, [this] { preview(false); });
    connect(m_editor, &LessonEditor::saveAsked, this, &LessonAuthor::save);
    connect(m_editor, &LessonEditor::reloadAsked, this, &LessonAuthor::reload);
    connect(m_editor, &LessonEditor::previewAsked, this, [this] {
        if (m_mayLeave())
            preview(true);
    });
    m_editor->form().setDesign([this] { return m_session.scenario(); },
                               [this] {
                                   const auto at = static_cast<std::size_t>(m_tabs.currentIndex());
                                   return at < tabRows().size() ? tabRows()[at].id.toStdString() : std::string();
                               });
    connect(&m_editor->form(), &LessonForm::stepChosen, this, [this](int step) {
        if (step == 0)
            return;
        m_wanted = static_cast<std::size_t>(step) - 1; // it may be new
        if (isPreviewed() && *m_wanted < m_lesson.steps())
            m_lesson.goTo(*m_wanted);
    });
    connect(m_editor, &LessonEditor::closeAsked, this, [this] { giveWay({}); });
    connect(&m_lesson, &OpenLesson::changed, this, [this] { m_editor->setPreviewed(isPreviewed()); });
}

bool LessonAuthor::isPreviewed() const { return m_lesson.isOpen() && m_lesson.lesson().id == m_id; }

bool LessonAuthor::edits() const { return isPreviewed() && !m_editor->isHidden(); }

void LessonAuthor::makeLesson()
{
    const QString title =
        QInputDialog::getText(m_tabs.window(), tr("New lesson"), tr("The title of a lesson that begins here:"),
                              QLineEdit::Normal, tr("My lesson"))
            .trimmed();
    if (title.isEmpty() || !mayClose() || !m_mayLeave())
        return;
    const QString id = toText(core::madeUpId) + QUuid::createUuid().toString(QUuid::Id128).first(8); // as nobody else's
    const QString path = QString::fromStdString(core::dataFolder("lessons")) + u'/' + id + QStringLiteral(".json");
    const auto tabs = tabRows(); // the last one is that of lessons, where they do not play
    const QString tab = tabs[std::min(static_cast<std::size_t>(m_tabs.currentIndex()), tabs.size() - 1)].id;
    const auto text = core::lessonDraft(m_session.scenario(), id.toStdString(), title.toStdString(), tab.toStdString());
    if (const auto written = core::writeOwnFile(QFile::encodeName(path).toStdString(), text); !written)
        return emit refused(tr("%1 cannot be written: %2.").arg(path, QString::fromStdString(written.error())));
    emit filesChanged();
    open(path);
}

void LessonAuthor::edit(const QString& path)
{
    const bool same = m_file == path && !m_editor->isHidden();
    if (same || (mayClose() && m_mayLeave()))
        open(path);
}

void LessonAuthor::open(const QString& path)
{
    const auto draft = KeptText(path).text();
    const auto text = core::readFile(QFile::encodeName(path).toStdString());
    if (!text && !draft) // else the file is gone, and what was typed is not
        return emit refused(QString::fromStdString(core::oneLine(text.error().text)));
    if (text && !QUtf8StringView(*text).isValidUtf8())
        return emit refused(tr("%1 holds bytes that are no UTF-8. Store it as UTF-8 first.").arg(path));
    if (m_file != path && !lock(path))
        return emit refused(tr("%1 is edited in another window. Close its text there first.").arg(path));
    m_editor->show();
    if (m_file != path || !m_editor->isChanged()) {
        follow(path);
        m_known = QString::fromStdString(text.value_or(std::string()));
        m_editor->open(path, m_known);
        if (draft && *draft != m_known) {
            m_editor->restoreText(*draft);
            emit told(tr("What was typed and not saved before is here again; Ctrl+Z brings back what the file has."));
        }
    }
    emit refused({});
    preview(true);
    m_editor->goToProblem();
    emit opened();
}

/// One window at a time, whose text is kept; where nothing can be kept, every one.
bool LessonAuthor::lock(const QString& path)
{
    auto lock = KeptText(path).lock();
    if (lock->error() == QLockFile::LockFailedError)
        return false;
    m_lock = std::move(lock);
    return true;
}

void LessonAuthor::follow(const QString& path)
{
    if (const QStringList before = m_watch.files() + m_watch.directories(); !before.isEmpty())
        m_watch.removePaths(before);
    m_file = path;
    if (path.isEmpty())
        m_lock.reset();
    else
        m_watch.addPaths({path, QFileInfo(path).path()});
}

/// At the step in sight. Where another lesson or a document is open, that stays unless it is to be taken.
void LessonAuthor::preview(bool takes)
{
    const auto lesson = core::readLesson(m_editor->text().toStdString(), QFileInfo(m_file).fileName().toStdString(),
                                         *m_session.scenario().presets);
    if (!lesson)
        return say(lesson.error().text, lesson.error().path);
    m_editor->setTitle(QString::fromStdString(lesson->title));
    say({});
    const bool same = isPreviewed();
    if (!same && !takes)
        return;
    const auto wanted = std::exchange(m_wanted, {});
    const std::string before = std::exchange(m_id, lesson->id);
    if (const auto done = m_lesson.open(*lesson, same ? wanted.value_or(m_lesson.step()) : 0); !done) {
        m_id = before;
        return say(done.error());
    }
    const auto faults = core::runLesson(*lesson, *m_session.scenario().presets).faults;
    if (!faults.empty())
        say(faults.front().text, faults.front().path);
}

/// What is wrong with the text; below it, or in the line of hints while it is out of sight.
void LessonAuthor::say(const std::string& problem, const std::string& path)
{
    const QString words = QString::fromStdString(core::oneLine(problem));
    m_editor->showProblem(words, path);
    if (m_editor->isHidden())
        emit refused(words);
}

bool LessonAuthor::save()
{
    if (const auto now = textOf(m_file); now && *now != m_known)
        m_editor->askReload(true);
    if (m_editor->asksReload()) {
        m_editor->showProblem(tr("%1 was changed by another program: choose Reload or Keep mine, then save.")
                                  .arg(QFileInfo(m_file).fileName()));
        return false;
    }
    if (!m_editor->isWhole())
        return false;
    const QString text = m_editor->text();
    if (text.toUtf8().size() > qsizetype(core::largestLesson)) { // which could not be opened again
        preview(false);
        return false;
    }
    if (const auto done = core::writeOwnFile(QFile::encodeName(m_file).toStdString(), text.toStdString()); !done) {
        m_editor->showProblem(tr("%1 cannot be written: %2.").arg(m_file, QString::fromStdString(done.error())));
        return false;
    }
    m_watch.addPaths({m_file, QFileInfo(m_file).path()}); // its folder may have been away
    m_known = text;
    m_editor->setSaved();
    keepDraft();
    preview(false); // in place of what was said of saving
    emit filesChanged();
    return true;
}

/// For the case that the program ends before the text is saved.
void LessonAuthor::keepDraft()
{
    if (m_file.isEmpty())
        return;
    const KeptText draft(m_file);
    if (!m_editor->isChanged()) {
        draft.remove();
        return tellUnkept({});
    }
    if (m_lock && !QFile::exists(m_lock->fileName())) { // with its folder, in which another window would take the text
        m_lock.reset();
        lock(m_file);
    }
    tellUnkept(draft.keep(m_editor->text()));
}

/// Each problem once, until there is none or another.
void LessonAuthor::tellUnkept(const QString& problem)
{
    const QString before = std::exchange(m_unkept, problem);
    if (before == problem)
        return;
    if (!before.isEmpty())
        emit noticed({.id = before, .sentence = {}, .answers = {}});
    if (problem.isEmpty())
        return;
    qCWarning(lessons).noquote() << problem; // where the program ends nobody sees the notice
    emit noticed({.id = problem, .sentence = problem, .answers = {{}}, .isUrgent = true});
}

/// What was written here is known.
void LessonAuthor::followFile()
{
    if (m_file.isEmpty())
        return;
    m_watch.addPath(m_file); // a program that writes a new file takes the watch away
    const auto text = textOf(m_file);
    if (!text && !m_known.isNull()) {
        m_known = QString();
        m_editor->restoreText(m_editor->text());
        m_editor->showProblem(tr("%1 is no longer there; Save writes it again.").arg(QFileInfo(m_file).fileName()));
    }
    if (!text || *text == m_known)
        return;
    emit filesChanged();
    if (m_editor->isChanged())
        return m_editor->askReload(true);
    reload(true);
}

void LessonAuthor::reload(bool theirs)
{
    m_known = textOf(m_file).value_or(m_known);
    m_editor->askReload(false);
    if (theirs)
        m_editor->replaceText(m_known);
    keepDraft();
    preview(false);
}

bool LessonAuthor::mayClose()
{
    if (!m_editor->isChanged())
        return true;
    MessageBox box(m_tabs.window(), tr("Unsaved changes"),
                   tr("The lesson “%1” has changes that are not saved.").arg(m_editor->title()),
                   QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box.setObjectName(QStringLiteral("lesson.unsaved"));
    box.setDefaultButton(QMessageBox::Save);
    const int answer = box.exec();
    if (answer == QMessageBox::Discard)
        reload(true);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

bool LessonAuthor::giveWay(const QString& path)
{
    if (m_editor->isHidden() || m_file == path)
        return true;
    if (!mayClose())
        return false;
    m_editor->hide();
    follow({});
    return true;
}

/// The notice brings it back, text and place.
void LessonAuthor::remove(const QString& path, const std::string& id)
{
    const auto text = m_file == path && m_editor->isChanged() ? std::optional(m_editor->text()) : textOf(path);
    QFile file(path);
    const bool kept = QFile(path).moveToTrash();
    if (!kept && !file.remove())
        return emit refused(tr("%1 cannot be deleted: %2.").arg(path, file.errorString()));
    KeptText(path).remove();
    if (m_file == path) {
        follow({});
        tellUnkept({});
        m_editor->setSaved();
        m_editor->hide();
    }
    if (m_lesson.isOpen() && m_lesson.lesson().id == id)
        m_lesson.leave();
    emit filesChanged();
    Notice notice{path, kept ? tr("%1 is in the trash.").arg(path) : tr("%1 is deleted.").arg(path), {{}}, true};
    if (text)
        notice.answers.insert(notice.answers.begin(),
                              {tr("Undo"), [this, path, text] {
                                   const auto back =
                                       core::writeOwnFile(QFile::encodeName(path).toStdString(), text->toStdString());
                                   if (!back)
                                       return emit refused(QString::fromStdString(back.error()));
                                   emit filesChanged();
                               }});
    emit noticed(notice);
}

void LessonAuthor::showFolder(const QString& path)
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).path())))
        emit told(tr("No program opens the folder; the file is %1").arg(path));
}

} // namespace ui
