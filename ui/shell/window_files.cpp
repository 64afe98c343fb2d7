// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs around Session::open and Session::save.
#include "ui/shell/window_files.h"

#include "core/io/lesson_library.h"
#include "core/io/scenario_json.h"
#include "ui/controls/background.h"
#include "ui/controls/message_box.h"
#include "ui/numbers/verdict_text.h"
#include "ui/session/field_text.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/settings.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QUrl>

namespace ui
{

namespace
{

constexpr const char* suffix = ".rooflight.json";
constexpr qint64 readAtOnce = 1'000'000; // bytes; more are read by another thread
const QString outside = QStringLiteral("outside");
const QString refused = QStringLiteral("refused");
const QString dropped = QStringLiteral("dropped");
const QByteArray gone("gone"); // in the place of a mark

/// A title as the name of a file, without what file systems keep for themselves.
QString nameFrom(const std::string& title)
{
    static const QRegularExpression reserved(QStringLiteral("[\\\\/:*?\"<>|\\x00-\\x1f]+"));
    const QString name = QString::fromStdString(title).remove(reserved).simplified();
    return (name.isEmpty() ? WindowFiles::tr("Scenario") : name.left(120)) + QLatin1String(suffix);
}

std::optional<VerdictText> verdictOf(const core::ScenarioPreset& preset, const core::Catalogue& catalogue)
{
    const auto scenario = core::readScenario(preset.json, preset.id, catalogue);
    return scenario ? std::optional(verdictText(snapshotOf(*scenario))) : std::nullopt;
}

void remember(const QString& path)
{
    constexpr qsizetype kept = 4;
    QStringList all = recentFiles();
    const QString file = QFileInfo(path).absoluteFilePath();
    all.removeAll(file);
    all.prepend(file);
    Settings::ofProgram().setRecent(all.mid(0, kept));
}

} // namespace

QStringList recentFiles()
{
    QStringList all = Settings::ofProgram().recent();
    all.removeIf([](const QString& path) { return !QFileInfo(path).isFile(); });
    return all;
}

WindowFiles::WindowFiles(Session& session, NoticeBar& notices, QWidget& window)
    : QObject(&window), m_session(session), m_notices(notices), m_window(window)
{
    connect(&session, &Session::fileNameChanged, this, [this] {
        m_notices.withdraw(outside);
        if (!m_session.fileName().isEmpty())
            remember(m_session.fileName());
    });
}

void WindowFiles::open()
{
    if (!mayLeave())
        return;
    const QString folder = QFileInfo(m_session.fileName()).path();
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open a scenario"), folder,
                                                      tr("Scenarios, pictures of them, lessons, courses (*%1 *.json "
                                                         "*.png *.svg *.gif *.rooflight-course);;All files (*)")
                                                          .arg(QLatin1String(suffix)));
    if (!path.isEmpty())
        openFile(path);
}

void WindowFiles::openFile(const QString& path)
{
    if (core::isForLessons(QFile::encodeName(path).toStdString()))
        return emit lessonsAsked(path);
    const bool large = QFileInfo(path).isFile() && QFileInfo(path).size() > readAtOnce;
    auto file = large ? readBeside(path) : readDocumentFile(path, *m_session.scenario().presets);
    m_notices.withdraw(refused);
    if (file)
        m_session.open(*std::move(file));
    else if (file.error().code != "FILE_STOPPED")
        refuse(QString::fromStdString(file.error().text));
}

tl::expected<DocumentFile, core::Error> WindowFiles::readBeside(const QString& path)
{
    tl::expected<DocumentFile, core::Error> file = tl::make_unexpected(core::Error{"FILE_STOPPED", {}});
    const bool whole =
        runInBackground(m_window, tr("Reading %1").arg(QFileInfo(path).fileName()),
                        [&, &presets = *m_session.scenario().presets](const core::ReadProgress& progress) {
                            file = readDocumentFile(path, presets, progress);
                        });
    return whole ? std::move(file) : tl::make_unexpected(core::Error{"FILE_STOPPED", {}});
}

void WindowFiles::drop(const QString& path)
{
    if (core::isForLessons(QFile::encodeName(path).toStdString()) || mayLeave()) // lessons leave the document open
        openFile(path);
}

void WindowFiles::dropFiles(const QList<QUrl>& files)
{
    QStringList paths;
    for (const QUrl& file : files)
        if (file.isLocalFile())
            paths.push_back(file.toLocalFile());
    if (paths.size() > 1)
        m_notices.ask({dropped,
                       tr("%1 files were dropped; a window opens one of them: %2. Drop the others one by one.")
                           .arg(paths.size())
                           .arg(QFileInfo(paths.front()).fileName()),
                       {{}}});
    else
        m_notices.withdraw(dropped);
    drop(paths.value(0));
}

void WindowFiles::openCopy(const QString& path)
{
    if (!mayLeave())
        return;
    auto file = readDocumentFile(path, *m_session.scenario().presets);
    if (!file)
        return refuse(QString::fromStdString(file.error().text));
    file->path.clear();
    m_session.open(*std::move(file));
}

QMenu* WindowFiles::makeExamples()
{
    auto* menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("examples"));
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        if (menu->isEmpty())
            for (const core::ScenarioPreset& preset : m_session.scenario().presets->scenarios)
                offer(*menu, preset);
        const auto show = [menu](int parts) {
            for (QAction* action : menu->actions())
                action->setText(action->property("whole").toString().section(u'\t', 0, parts - 1));
        };
        show(2);
        if (menu->sizeHint().width() > m_window.screen()->availableSize().width()) // the verdict is in the tip, too
            show(1);
    });
    return menu;
}

void WindowFiles::offer(QMenu& menu, const core::ScenarioPreset& preset)
{
    const auto verdict = verdictOf(preset, *m_session.scenario().presets);
    if (!verdict)
        return;
    const QString title = QString::fromStdString(preset.title).replace(u'&', QStringLiteral("&&"));
    QAction* action = menu.addAction(title);
    action->setProperty("whole", QString(title + u'\t' + verdict->brief()));
    action->setObjectName(QStringLiteral("example.") + QString::fromStdString(preset.id));
    action->setToolTip(verdict->sentence());
    action->setStatusTip(verdict->sentence());
    connect(action, &QAction::triggered, this, [this, &preset] { openExample(preset); });
}

void WindowFiles::openExample(const core::ScenarioPreset& preset)
{
    if (!mayLeave())
        return;
    if (const auto done = m_session.openExample(preset); !done)
        refuse(QString::fromStdString(done.error().text));
}

QString WindowFiles::enterTyped()
{
    const auto done = m_session.enterTyped();
    return done ? QString() : inWords(done.error(), m_session.scenario());
}

bool WindowFiles::save()
{
    if (m_session.fileName().isEmpty())
        return saveAs();
    if (m_session.isChangedOutside())
        return mayReplace() && saveTo(m_session.fileName());
    return saveTo(m_session.fileName());
}

bool WindowFiles::mayReplace()
{
    MessageBox box(&m_window, tr("The file was changed"),
                   tr("%1 was changed by another program since it was opened or saved here. Saving would replace that.")
                       .arg(m_session.fileName()),
                   QMessageBox::Cancel);
    const auto* replace = box.addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    const auto* other = box.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == other)
        saveAs();
    return box.clickedButton() == replace;
}

void WindowFiles::lookOutside()
{
    if (isGone() && m_told != gone) {
        m_told = gone;
        refuse(tr("%1 is no longer there; Save writes it again.").arg(m_session.fileName()));
    }
    const QByteArray now = markOfFile(m_session.fileName());
    if (!m_session.isChangedOutside() || now == m_told)
        return;
    m_told = now;
    m_notices.ask({outside,
                   tr("%1 was changed by another program.").arg(QFileInfo(m_session.fileName()).fileName()),
                   {{tr("Reload"), [this] { reload(); }}, {tr("Keep mine"), {}}}});
}

bool WindowFiles::isGone() const { return !m_session.fileName().isEmpty() && !QFileInfo::exists(m_session.fileName()); }

void WindowFiles::reload()
{
    MessageBox box(&m_window, tr("Unsaved changes"), tr("Reloading gives up the changes made here."),
                   QMessageBox::Cancel);
    const auto* reload = box.addButton(tr("&Reload"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    if (!m_session.isSaved())
        box.exec();
    if (m_session.isSaved() || box.clickedButton() == reload)
        openFile(m_session.fileName());
}

bool WindowFiles::saveAs()
{
    const QString before = QFileInfo(m_session.fileName()).fileName();
    QFileDialog dialog(&m_window, tr("Save the scenario"), QFileInfo(m_session.fileName()).path(),
                       tr("Scenarios (*%1)").arg(QLatin1String(suffix)));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QLatin1String(suffix + 1)); // before it asks whether to replace a file
    dialog.selectFile(before.isEmpty() ? nameFrom(m_session.scenario().title) : before);
    const bool chosen = dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty();
    return chosen && saveTo(dialog.selectedFiles().constFirst());
}

bool WindowFiles::saveTo(const QString& path)
{
    const QString typed = enterTyped();
    const auto done = m_session.save(path);
    if (!done)
        complain(QString::fromStdString(done.error().text));
    else if (!typed.isEmpty())
        refuse(tr("%1 is saved without what was typed last: %2").arg(QFileInfo(path).fileName(), typed));
    return done.has_value();
}

bool WindowFiles::mayLeave()
{
    const QString typed = enterTyped();
    if (m_session.aside() && !m_session.isSaved())
        m_session.takeBack(); // it is what would be lost
    const bool saved = m_session.isSaved() && !isGone();
    if (saved && typed.isEmpty())
        return true;
    const QString file = QFileInfo(m_session.fileName()).fileName();
    QString sentence = typed.isEmpty() ? QString() : tr("What was typed last is lost: %1").arg(typed);
    if (!saved)
        sentence.prepend(tr("%1 has changes that are not saved. ").arg(file.isEmpty() ? tr("The scenario") : file));
    const auto safe = saved ? QMessageBox::Cancel : QMessageBox::Save; // Enter loses nothing
    MessageBox box(&m_window, tr("Unsaved changes"), sentence.trimmed(),
                   safe | QMessageBox::Discard | QMessageBox::Cancel);
    box.setDefaultButton(safe);
    const int answer = box.exec();
    if (answer == QMessageBox::Discard)
        m_session.forgetTyped();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

void WindowFiles::refuse(const QString& sentence)
{
    if (sentence.isEmpty())
        return m_notices.withdraw(refused);
    m_notices.ask({refused, sentence, {{}}, true});
}

void WindowFiles::complain(const QString& sentence) { MessageBox(&m_window, tr("Rooflight"), sentence).exec(); }

} // namespace ui
