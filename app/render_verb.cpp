// SPDX-License-Identifier: GPL-3.0-or-later
// render: a view as a picture, or its numbers as CSV, without a display.
#include "app/failure.h"
#include "app/output.h"
#include "app/picture_file.h"
#include "app/scenario_source.h"
#include "app/view_csv.h"
#include "core/evaluate/evaluate.h"
#include "ui/session/snapshot.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

namespace app
{

namespace
{

constexpr int mostPixels = 16384; // a side, after scaling to dots

/// "1920x1080" in logical pixels.
Expected<QSize> sizeOf(const RenderRequest& request)
{
    const auto& text = request.size;
    const auto cross = text.find('x');
    int width = 0;
    int height = 0;
    if (cross != std::string::npos) {
        const char* end = text.data() + text.size();
        const auto first = std::from_chars(text.data(), text.data() + cross, width);
        const auto second = std::from_chars(text.data() + cross + 1, end, height);
        if (first.ptr != text.data() + cross || second.ptr != end)
            width = height = 0;
    }
    if (width < 100 || height < 100)
        return failed(Exit::usage, "The size '" + text + "' is not WxH of at least 100x100, e.g. 1920x1080.");
    const double dots = std::max(width, height) * request.dpi / 96;
    if (!(request.dpi >= 24) || !(dots <= mostPixels))
        return failed(Exit::usage, "At " + exactNumber(request.dpi) + " dots an inch a picture of " + text + " has " +
                                       exactNumber(std::round(dots)) +
                                       " dots a side; 24 or more an inch and at most 16,384 a side can be drawn.");
    return QSize(width, height);
}

std::string endingOf(const std::string& path)
{
    const auto dot = path.rfind('.');
    std::string ending = dot == std::string::npos ? std::string() : path.substr(dot + 1);
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

Expected<void> writeCsv(const RenderRequest& request, const core::Scenario& scenario)
{
    const auto text = viewCsv(request.view, scenario, core::evaluate(scenario));
    if (!text)
        return failed(Exit::usage, "The dashboard has no one table; name roofline, batch, memory or counts for CSV.");
    std::ofstream file(request.output, std::ios::binary);
    file << *text;
    if (!file.flush())
        return failed(Exit::file, "File '" + request.output + "' cannot be written; check the folder and the disk.");
    return {};
}

/// An application for painting only: no display is asked for.
Expected<void> draw(const RenderRequest& request, const core::Scenario& scenario, const QSize& size)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    int count = 1;
    std::array<char, 10> name{"rooflight"};
    std::array<char*, 2> arguments{name.data(), nullptr};
    QApplication application(count, arguments.data());
    const auto& theme = ui::Theme::of(request.theme == "dark");
    ui::dress(application, theme);
    return writePicture({QString::fromStdString(request.view), QString::fromLocal8Bit(request.output.c_str()), size,
                         request.dpi, theme},
                        ui::snapshotOf(scenario, 1));
}

} // namespace

Exit renderVerb(const RenderRequest& request, Console console)
{
    const std::string ending = endingOf(request.output);
    if (ending != "png" && ending != "svg" && ending != "pdf" && ending != "csv")
        return stop({Exit::usage, "'" + request.output + "' ends in none of .png, .svg, .pdf and .csv."}, console);
    const auto size = sizeOf(request);
    if (!size)
        return stop(size.error(), console);
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    const auto written = ending == "csv" ? writeCsv(request, *scenario) : draw(request, *scenario, *size);
    if (!written)
        return stop(written.error(), console);
    if (request.json)
        console.out << jsonText({{"file", request.output}, {"view", request.view}});
    return Exit::good;
}

} // namespace app
