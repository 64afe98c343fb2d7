// SPDX-License-Identifier: GPL-3.0-or-later
// From arguments to the window: the file named, or the scenario the program starts with.
#include "app/scenario_source.h"
#include "core/io/preset_catalogue.h"
#include "ui/charts/chart.h"
#include "ui/export/picture.h"
#include "ui/shell/run_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QLoggingCategory>

#include <algorithm>

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
        charts.removeIf([](const ui::Chart* chart) { return !chart->isVisible(); }); // of hidden tabs
        if (charts.isEmpty() || std::ranges::count(charts, 0U, &ui::Chart::paintedNumber) > 0)
            return;
        qApp->removeEventFilter(this);
        qCDebug(start) << "every chart painted" << m_since.elapsed() << "ms after the start of the window system";
    }

    QElapsedTimer m_since;
    bool m_pending = false;
};

constexpr const char* startScenario = "start";

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
    if (!hasDisplay(argc, argv))
        return stop({Exit::usage, "There is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is set); "
                                  "'rooflight --help' lists what works without one."},
                    console);
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(QStringLiteral(ROOFLIGHT_VERSION));
    try {
        const QString file = fileOf(QApplication::arguments());
        const bool isFile = !file.isEmpty() && !core::shippedCatalogue().scenario(file.toStdString());
        auto scenario = namedScenario(file.isEmpty() ? startScenario : file.toStdString(), console.in);
        const StartLog log(application);
        const bool keeps = isFile && !ui::formatOfFile(file); // a picture is opened, never saved over
        return static_cast<Exit>(ui::runWindow(application, std::move(scenario), keeps ? file : QString()));
    } catch (const Failure& failure) {
        // Started from a desktop, nobody reads standard error; it is written first, as the box waits for its user.
        stop(failure, console);
        if (isatty(STDERR_FILENO) == 0 && QGuiApplication::platformName() != QLatin1String("offscreen"))
            ui::sayRefused(application, QString::fromUtf8(failure.what()));
        return failure.exit;
    }
}

} // namespace app
