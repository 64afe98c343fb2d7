// SPDX-License-Identifier: GPL-3.0-or-later
// Settings and theme of the first window.
#include "ui/shell/run_window.h"

#include "ui/session/autosave.h"
#include "ui/shell/end_signals.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/recovery.h"
#include "ui/shell/settings.h"
#include "ui/shell/start_card.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/text_size.h"

#include <QApplication>
#include <QIcon>
#include <QLoggingCategory>
#include <QScreen>
#include <QSessionManager>
#include <QTimer>

namespace ui
{

namespace
{

Q_LOGGING_CATEGORY(settings, "rooflight.settings", QtWarningMsg)

/// Before the first widget: names, icon and fonts. Says whether the theme is dark.
bool prepareApplication(QApplication& application)
{
    if (QApplication::organizationName().isEmpty())
        QApplication::setOrganizationName(QStringLiteral("rooflight"));
    QApplication::setApplicationName(QStringLiteral("rooflight"));
    QApplication::setApplicationDisplayName({});
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/rooflight.svg")));
    const QColor window = application.palette().color(QPalette::Window);
    const bool dark = Settings::ofProgram().dark().value_or(window.lightness() < 128);
    prepare(application, Theme::of(dark));
    return dark;
}

/// Nine tenths of the screen, as far as the charts make use of them.
QSize usualSize(const QWidget& window)
{
    return (window.screen()->availableSize() * 9 / 10).boundedTo({1600, 1080}).expandedTo(window.minimumSize());
}

} // namespace

int runWindow(QApplication& application, WindowStart start)
{
    const bool dark = prepareApplication(application);
    Settings& kept = Settings::ofProgram();
    setTextSize(kept.textSize().value_or(textSize()));
    MainWindow shown(std::move(start.scenario), start.fileName);
    shown.setTheme(Theme::of(dark)); // with the style sheet
    if (!shown.restoreGeometry(kept.geometry()))
        shown.resize(usualSize(shown));
    if (!start.asked && !kept.startClosed())
        shown.offerStart(StartCard::enoughHeight);
    shown.show();
    Autosave autosave(shown.session(), Autosave::folderOfProgram(), Autosave::otherFolderOfProgram());
    QObject::connect(
        &autosave, &Autosave::failed, &shown,
        [&shown, id = QStringLiteral("autosave")](const QString& problem) {
            problem.isEmpty() ? shown.notices().withdraw(id) : shown.notices().ask({id, problem, {{}}, true});
        },
        Qt::QueuedConnection);
    const Recovery recovery(
        shown.session(), autosave, shown.notices(), [&] { return shown.mayLeave(); },
        [&](const QString& path) { shown.openFile(path); });
    const auto keepAll = [&] {
        autosave.saveNow();
        emit shown.session().keepAsked();
    };
    const EndSignals ends(keepAll);
    QObject::connect(&application, &QGuiApplication::commitDataRequest, &autosave, keepAll);
    QObject::connect(&application, &QGuiApplication::applicationStateChanged, &autosave, &Autosave::hurry);
    for (const QString& problem : kept.takeProblems()) {
        qCWarning(settings).noquote() << problem;
        shown.tell(problem);
    }
    if (!start.asked && start.refusal.isEmpty())
        shown.offerHints();
    if (!start.refusal.isEmpty())
        QTimer::singleShot(0, &shown, [&] { shown.refuse(start.refusal); });
    if (!start.lessons.isEmpty())
        QTimer::singleShot(0, &shown, [&] { shown.openFile(start.lessons); });
    const int exit = QApplication::exec();
    kept.setGeometry(shown.saveGeometry());
    for (const QString& problem : kept.takeProblems())
        qCWarning(settings).noquote() << problem;
    autosave.forget();
    return exit;
}

} // namespace ui
