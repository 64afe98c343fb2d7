// SPDX-License-Identifier: GPL-3.0-or-later
// From arguments to the window: the file named, or the scenario the program starts with.
#include "app/window.h"

#include "app/failure.h"
#include "app/scenario_source.h"
#include "app/start_log.h"
#include "core/io/preset_catalogue.h"
#include "ui/export/picture.h"
#include "ui/shell/run_window.h"

#include <QApplication>

#include <iostream>
#include <unistd.h>

namespace app
{

namespace
{

constexpr const char* startScenario = "start";

bool hasDisplay(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        if (qstrcmp(argv[i], "-platform") == 0 || qstrcmp(argv[i], "--platform") == 0)
            return true;
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// The file among the arguments that the window system left; empty when there is none.
Expected<QString> fileOf(QStringList arguments)
{
    arguments.removeFirst();
    for (const auto& argument : arguments)
        if (argument.startsWith(u'-'))
            return failed(Exit::usage, "There is no option " + argument.toStdString() + "; see 'rooflight --help'.");
    if (arguments.size() > 1)
        return failed(Exit::usage, "The window opens one file; " + std::to_string(arguments.size()) + " were given.");
    return arguments.isEmpty() ? QString() : arguments.first();
}

/// Started from a desktop, nobody reads standard error; it is written first, as the box waits for its user.
Exit refuse(QApplication& application, const Failure& failure)
{
    const Exit exit = stop(failure, {std::cin, std::cout, std::cerr});
    if (isatty(STDERR_FILENO) == 0 && QGuiApplication::platformName() != QLatin1String("offscreen"))
        ui::sayRefused(application, QString::fromStdString(failure.text));
    return exit;
}

} // namespace

int runWindow(int argc, char** argv)
{
    if (!hasDisplay(argc, argv)) {
        const Failure failure{Exit::usage, "There is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is "
                                           "set); 'rooflight --help' lists what works without one."};
        return static_cast<int>(stop(failure, {std::cin, std::cout, std::cerr}));
    }
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(QStringLiteral(ROOFLIGHT_VERSION));
    const auto file = fileOf(QApplication::arguments());
    if (!file)
        return static_cast<int>(refuse(application, file.error()));
    const bool isFile = !file->isEmpty() && !core::shippedCatalogue().scenario(file->toStdString());
    auto scenario = namedScenario(file->isEmpty() ? startScenario : file->toStdString(), std::cin);
    if (!scenario)
        return static_cast<int>(refuse(application, scenario.error()));
    const StartLog log(application);
    const bool keeps = isFile && !ui::formatOfFile(*file); // a picture is opened, never saved over
    return ui::runWindow(application, *std::move(scenario), keeps ? *file : QString());
}

} // namespace app
