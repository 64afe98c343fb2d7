// SPDX-License-Identifier: GPL-3.0-or-later
// From arguments to the window: the file named, or the scenario the program starts with.
#include "app/ends.h"
#include "app/path_of.h"
#include "app/scenario_source.h"
#include "core/io/lesson_library.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "ui/charts/chart.h"
#include "ui/session/document_file.h"
#include "ui/shell/run_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QLoggingCategory>
#include <QStandardPaths>

#include <algorithm>
#include <string>
#include <vector>

#include <pwd.h>
#include <unistd.h>

namespace app
{

namespace
{

Q_LOGGING_CATEGORY(start, "rooflight.start", QtWarningMsg)

/// Says once, where QT_LOGGING_RULES="rooflight.start.debug=true" asks for it, when every visible chart is painted.
class StartLog : public QObject
{
public:
    explicit StartLog(QApplication& application)
    {
        m_since.start();
        if (start().isDebugEnabled())
            application.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && !m_pending) {
            m_pending = true;
            QMetaObject::invokeMethod(
                this, [this] { look(); }, Qt::QueuedConnection);
        }
        return false;
    }

private:
    void look()
    {
        m_pending = false;
        QList<ui::Chart*> charts;
        for (const auto* window : QApplication::topLevelWidgets())
            charts += window->findChildren<ui::Chart*>();
        charts.removeIf(
            [](const ui::Chart* chart) { return chart->visibleRegion().isEmpty(); }); // of hidden tabs, or below
        if (charts.isEmpty() || std::ranges::count(charts, 0U, &ui::Chart::paintedNumber) > 0)
            return;
        qApp->removeEventFilter(this);
        qCDebug(start) << "every chart painted" << m_since.elapsed() << "ms after the start of the window system";
    }

    QElapsedTimer m_since;
    bool m_pending = false;
};

/// Whatever file has the same name in the folder where the program starts.
core::Scenario shippedStart()
{
    const core::Catalogue& catalogue = core::shippedCatalogue();
    return *core::readScenario(catalogue.scenario("start")->json, "start", catalogue);
}

/// Where settings and unsaved changes go: XDG folders that are not absolute are ignored, as the specification says, and
/// a session without HOME (of cron, of a service) has the one of its user.
void settleFolders()
{
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        if (!qgetenv(name).startsWith('/'))
            qunsetenv(name);
    if (const passwd* user = getpwuid(getuid()); user && !qgetenv("HOME").startsWith('/'))
        qputenv("HOME", user->pw_dir);
}

bool hasDisplay(int argc, char** argv)
{
    const auto isPlatform = [](const char* text) {
        return qstrcmp(text, "-platform") == 0 || qstrcmp(text, "--platform") == 0;
    };
    return std::any_of(argv + 1, argv + argc, isPlatform) || qEnvironmentVariableIsSet("DISPLAY") ||
           qEnvironmentVariableIsSet("WAYLAND_DISPLAY") || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// The file among the arguments that the window system left; empty when there is none.
QString fileOf(QStringList arguments)
{
    arguments.removeFirst();
    for (const auto& argument : arguments)
        if (argument.startsWith(u'-'))
            throw Failure(Exit::usage, "There is no option " + argument.toStdString() + "; see 'rooflight --help'.");
    if (arguments.size() > 1)
        throw Failure(Exit::usage, "The window opens one file; " + std::to_string(arguments.size()) + " were given.");
    return arguments.value(0);
}

} // namespace

Exit runWindow(int argc, char** argv, Console console)
{
    const bool isSeen = hasDisplay(argc, argv);
    if (!isSeen)
        qputenv("QT_QPA_PLATFORM", "offscreen"); // which tells the options of Qt from unknown ones
    endAsWindow();
    settleFolders();
    const std::vector<std::string> given(argv + 1, argv + argc); // Qt takes its own away
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(QStringLiteral(ROOFLIGHT_VERSION));
    try {
        std::ranges::for_each(given, pathOf);
        const QString file = fileOf(QApplication::arguments());
        if (!isSeen)
            throw Failure(Exit::usage, "There is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is "
                                       "set); 'rooflight --help' lists what works without one.");
        const bool isForLessons = !file.isEmpty() && core::isForLessons(file.toStdString());
        const bool isFile = !file.isEmpty() && !core::shippedCatalogue().scenario(file.toStdString());
        auto scenario = file.isEmpty() || isForLessons ? shippedStart() : namedScenario(file.toStdString(), console.in);
        const StartLog log(application);
        qCDebug(start) << "settings below" << QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
        const bool keeps = isFile && !isForLessons && !ui::isPictureFile(file); // a picture is opened, never saved over
        return static_cast<Exit>(ui::runWindow(application, {.scenario = std::move(scenario),
                                                             .fileName = keeps ? file : QString(),
                                                             .asked = !file.isEmpty(),
                                                             .lessons = isForLessons ? file : QString()}));
    } catch (const Failure& failure) {
        // Started from a desktop, nobody reads standard error: the window comes with the start, and says it.
        stop(failure, console);
        if (isatty(STDERR_FILENO) == 0 && QGuiApplication::platformName() != QLatin1String("offscreen"))
            ui::runWindow(application,
                          {.scenario = shippedStart(), .asked = true, .refusal = QString::fromUtf8(failure.what())});
        return failure.exit;
    }
}

} // namespace app
