// SPDX-License-Identifier: GPL-3.0-or-later
// animate: the collective step by step, as a GIF or as numbered PNG files, without a display.
#include "app/drawing.h"
#include "app/output.h"
#include "app/scenario_source.h"
#include "ui/export/animation.h"

#include <QFileInfo>

#include <csignal>

namespace app
{

namespace
{

volatile std::sig_atomic_t stopped = 0;

/// Catches Ctrl+C, so that what is half drawn is taken away.
class Interrupts
{
public:
    Interrupts()
    {
        stopped = 0;
        std::signal(SIGINT, stop);
        std::signal(SIGTERM, stop);
    }
    ~Interrupts()
    {
        std::signal(SIGINT, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
    }
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

private:
    static void stop(int) { stopped = 1; }
};

/// "out.gif", or a folder: one that is there, or a name without an ending.
bool isDestination(const QString& path)
{
    if (path.isEmpty())
        return false;
    return ui::AnimationRequest{.path = path}.isGif() || path.endsWith(u'/') || QFileInfo(path).isDir() ||
           QFileInfo(path).suffix().isEmpty();
}

Json answer(const AnimateRequest& request, const ui::Animation& animation, const QStringList& files)
{
    Json delays = Json::array();
    for (const auto& frame : animation.frames())
        delays.push_back(frame.hundredths / 100.0);
    Json names = Json::array();
    for (const auto& file : files)
        names.push_back(file.toStdString());
    return {{"output", request.picture.output},
            {"view", request.picture.view},
            {"steps", animation.frames().back().step},
            {"frames", animation.frames().size()},
            {"delays", delays},
            {"files", names}};
}

Expected<QStringList> drawn(ui::Animation& animation)
{
    while (!animation.isDrawn()) {
        if (stopped)
            return failed(Exit::file, "Stopped; nothing was written.");
        if (const auto done = animation.drawNext(); !done)
            return tl::unexpected(failureOf(done.error()));
    }
    const auto files = animation.finish();
    if (!files)
        return tl::unexpected(failureOf(files.error()));
    return *files;
}

} // namespace

Exit animateVerb(const AnimateRequest& request, Console console)
{
    const auto& output = request.picture.output;
    if (!isDestination(pathOf(output)))
        return stop({Exit::usage, "'" + output + "' is neither a .gif file nor a folder such as frames/."}, console);
    const auto picture = pictureOf(request.picture);
    if (!picture)
        return stop(picture.error(), console);
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    const Interrupts caught;
    const Studio studio(ui::Theme::of(picture->dark));
    auto animation =
        ui::Animation::of({*picture, pathOf(output), request.framesPerStep, request.secondsPerStep, request.trueTimes},
                          ui::snapshotOf(*scenario, 1));
    if (!animation)
        return stop(failureOf(animation.error()), console);
    const auto files = drawn(*animation);
    if (!files)
        return stop(files.error(), console);
    if (request.json)
        console.out << jsonText(answer(request, *animation, *files));
    return Exit::good;
}

} // namespace app
