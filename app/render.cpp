// SPDX-License-Identifier: GPL-3.0-or-later
// render: a view as a picture, or its numbers as CSV. animate: the collective step by step, as a GIF or as numbered PNG
// files. Both without a display.
#include "app/output.h"
#include "app/path_of.h"
#include "app/progress.h"
#include "app/scenario_source.h"
#include "core/io/measured_csv.h"
#include "core/io/read_file.h"
#include "core/io/trace.h"
#include "ui/export/animation.h"
#include "ui/session/snapshot.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QSemaphore>
#include <QThreadPool>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <thread>

namespace app
{

namespace
{

constexpr int minPixels = 100;
constexpr int maxPixels = 16384; // a side
constexpr double minDpi = 24;
constexpr double maxDpi = 2400;

/// "1920x1080"; empty when it is anything else.
QSize sizeOf(std::string_view text)
{
    const auto cross = text.find('x');
    if (cross == std::string_view::npos)
        return {};
    int width = 0;
    int height = 0;
    const char* at = text.data() + cross;
    const char* end = text.data() + text.size();
    const bool whole =
        std::from_chars(text.data(), at, width).ptr == at && std::from_chars(at + 1, end, height).ptr == end;
    return whole ? QSize(width, height) : QSize();
}

/// The place of a word that the parser knows; nothing where none was given.
template <class Choice>
std::optional<Choice> chosen(const std::string& word, std::initializer_list<std::string_view> words)
{
    const auto found = std::ranges::find(words, word);
    return found == words.end() ? std::nullopt : std::optional(static_cast<Choice>(found - words.begin()));
}

ui::PlaybackState playbackOf(const PictureOptions& options)
{
    const bool torus = options.view == "torus";
    if (options.step && !ui::showsCollective(QString::fromStdString(options.view)))
        throw Failure(Exit::usage,
                      "--step is of the views of a collective; the view " + options.view + " has no steps.");
    if ((!options.layout.empty() || !options.detail.empty() || options.slice) && !torus)
        throw Failure(Exit::usage,
                      "--layout, --detail and --slice are of the view torus, not of " + options.view + ".");
    if (options.slice && options.detail != "slice")
        throw Failure(Exit::usage, "--slice goes with --detail slice.");
    return {.step = options.step,
            .layout = chosen<ui::TorusLayout>(options.layout, {"unrolled", "solid"}),
            .detail = chosen<ui::TorusDetail>(options.detail, {"chips", "blocks", "faces", "slice"}),
            .slice = options.slice.value_or(0)};
}

/// Everything but the format.
ui::PictureRequest pictureOf(const PictureOptions& options)
{
    const QSize size = sizeOf(options.size);
    if (std::min(size.width(), size.height()) < minPixels || std::max(size.width(), size.height()) > maxPixels)
        throw Failure(Exit::usage,
                      "The size '" + options.size + "' is not WxH with sides of 100 to 16,384 pixels, e.g. 1920x1080.");
    if (!(options.dpi >= minDpi && options.dpi <= maxDpi))
        throw Failure(Exit::usage, core::exactNumber(options.dpi) + " dots an inch cannot be drawn; give 24 to 2,400.");
    return {.view = QString::fromStdString(options.view),
            .pixels = size,
            .dpi = options.dpi,
            .dark = options.theme == "dark",
            .state = !options.stateless,
            .playback = playbackOf(options)};
}

template <class T> T pictureOrFail(tl::expected<T, ui::PictureError> result)
{
    constexpr std::array exits{Exit::usage, Exit::invalid, Exit::file};
    if (!result)
        throw Failure(exits[static_cast<std::size_t>(result.error().fault)], result.error().text.toStdString());
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

/// Qt paints large areas on its other threads and waits for them, also for one that could not be started any more: the
/// only one starts while there is memory, and stays.
void startOtherThread()
{
    std::thread([] {}).join(); // throws where none can be started
    QThreadPool& pool = *QThreadPool::globalInstance();
    pool.setMaxThreadCount(1);
    pool.setExpiryTimeout(-1);
    QSemaphore runs;
    pool.start([&] { runs.release(); });
    runs.acquire();
}

/// Paints without asking for a display, also where the user's session names the platform of its windows.
class Studio
{
public:
    explicit Studio(bool dark)
    {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
            qputenv("XDG_RUNTIME_DIR", "/nonexistent"); // else Qt makes a folder in /tmp and leaves it there
        startOtherThread();
        m_application = std::make_unique<QApplication>(m_count, m_arguments.data());
        ui::applyTheme(*m_application, ui::Theme::of(dark));
    }

private:
    int m_count = 1;
    std::array<char, 10> m_name{"rooflight"};
    std::array<char*, 2> m_arguments{m_name.data(), nullptr};
    std::unique_ptr<QApplication> m_application;
};

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

} // namespace

namespace
{

/// The middle step of the first chip.
ui::ShownTrace shownTrace(const PictureOptions& options, Console console)
{
    if (options.view != "trace")
        throw Failure(Exit::usage, "--trace is of the view trace, not of " + options.view + ".");
    Progress progress(console, "bytes read");
    auto read = core::readTrace(options.trace, [&](std::uint64_t done, std::uint64_t all) {
        progress.tell(done, all);
        return true;
    });
    if (!read)
        throw Failure(Exit::file, read.error().text);
    const auto trace = std::make_shared<const core::Trace>(std::move(*read));
    const std::string process = trace->processes().front();
    if (const auto remark = trace->remark(process); !remark.empty())
        console.messages << options.trace << ": " << remark << '\n';
    return {trace, process, trace->middleStep(process), {}};
}

/// Or the failure, after what makes the scenario impossible, with the remedies, where it has nothing to show.
template <class T> T drawnOrFail(tl::expected<T, ui::PictureError> result, const ui::Snapshot& of, Console to)
{
    if (!result && result.error().fault == ui::PictureFault::scenario)
        for (const core::Issue& issue : of.issues)
            if (issue.severity == core::Severity::error)
                to.messages << core::issueText(issue) << '\n';
    return pictureOrFail(std::move(result));
}

/// Views of a collective show that of the design.
core::Scenario scenarioOf(const ScenarioRequest& request, const PictureOptions& options, Console console)
{
    const bool collective = ui::showsCollective(QString::fromStdString(options.view));
    return collective ? drawnScenario(request, console.in) : requestedScenario(request, console.in);
}

/// A picture that contains its scenario may take the place of the one it comes from.
void checkOutput(const PictureOptions& options, const std::string& scenario, bool contains)
{
    const auto refuse = [&](const std::string& file, const char* option) {
        std::error_code error;
        if (!file.empty() && std::filesystem::equivalent(file, options.output, error))
            throw Failure(Exit::usage,
                          options.output + " is the file that is read (" + option + "). Name another one with -o.");
    };
    refuse(options.measured, "--measured");
    refuse(options.trace, "--trace");
    if (!contains)
        refuse(scenario, "SCENARIO");
}

/// Whether numbers that an issue takes away could be missed in that view. Texts that cannot be read are told of with
/// every view.
bool concerns(const core::Issue& issue, const std::string& view)
{
    if (issue.lost == "op.")
        return view == "operation" || view == "intensity";
    if (issue.lost == "net.")
        return view == "network";
    return issue.lost == "layer." || (issue.lost == "shard." && (view == "sharding" || issue.code == "SYNTAX"));
}

/// With the measured points that were asked for.
ui::Snapshot snapshotOf(const core::Scenario& scenario, const PictureOptions& options, Console console)
{
    auto snapshot = ui::snapshotOf(scenario, 1);
    for (const core::Issue& issue : snapshot.issues)
        if (concerns(issue, options.view))
            console.messages << core::issueText(issue) << '\n';
    if (!options.trace.empty())
        snapshot.trace = shownTrace(options, console);
    else if (options.view == "trace")
        throw Failure(Exit::usage, "The view trace needs a trace: give one with --trace FILE.");
    if (options.measured.empty())
        return snapshot;
    if (options.view != "operation")
        throw Failure(Exit::usage, "--measured is of the view operation, not of " + options.view + ".");
    const auto found = core::readTable(options.measured).and_then([&](const std::string& text) {
        return core::readMeasured(text, scenario, options.measured);
    });
    if (!found)
        throw Failure(Exit::file, found.error().text);
    const auto& read = *found;
    if (!read.note.empty())
        console.messages << read.note << '\n';
    snapshot.measured = std::make_shared<core::MeasuredFile>(read);
    return snapshot;
}

} // namespace

Exit render(const RenderRequest& request, Console console)
{
    const auto& output = request.picture.output;
    const auto format = ui::formatOfFile(pathOf(output));
    if (!format)
        throw Failure(Exit::usage, "'" + output + "' ends in none of .png, .svg, .pdf and .csv.");
    checkOutput(request.picture, request.scenario.name,
                !request.picture.stateless && *format != ui::PictureFormat::csv);
    auto picture = pictureOf(request.picture);
    picture.format = *format;
    const auto scenario = scenarioOf(request.scenario, request.picture, console);
    const auto snapshot = snapshotOf(scenario, request.picture, console);
    const Studio studio(picture.dark);
    drawnOrFail(ui::writePicture(pathOf(output), picture, snapshot), snapshot, console);
    if (request.json)
        console.out << jsonText({{"file", output}, {"view", request.picture.view}});
    return Exit::good;
}

Exit animate(const AnimateRequest& request, Console console)
{
    const auto& output = request.picture.output;
    if (!isDestination(pathOf(output)))
        throw Failure(Exit::usage, "'" + output + "' is neither a .gif file nor a folder such as frames/.");
    checkOutput(request.picture, request.scenario.name, !request.picture.stateless);
    const auto picture = pictureOf(request.picture);
    const auto scenario = scenarioOf(request.scenario, request.picture, console);
    const Interrupts caught;
    const Studio studio(picture.dark);
    const auto snapshot = ui::snapshotOf(scenario, 1);
    auto animation = drawnOrFail(
        ui::Animation::of({picture, pathOf(output), request.framesPerStep, request.secondsPerStep, request.trueTimes},
                          snapshot),
        snapshot, console);
    Progress progress(console, "frames drawn");
    while (!animation.isDrawn()) {
        if (stopped)
            throw Failure(Exit::file, "Stopped; nothing was written.");
        pictureOrFail(animation.drawNext());
        progress.tell(animation.drawn(), animation.frames().size());
    }
    const auto files = pictureOrFail(animation.finish());
    if (request.json)
        console.out << jsonText(answer(request, animation, files));
    return Exit::good;
}

} // namespace app
