// SPDX-License-Identifier: GPL-3.0-or-later
// render: a view as a picture, or its numbers as CSV, without a display.
#include "app/failure.h"
#include "app/output.h"
#include "app/scenario_source.h"
#include "ui/export/picture.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <charconv>

namespace app
{

namespace
{

constexpr int leastPixels = 100;
constexpr int mostPixels = 16384; // a side
constexpr double leastDpi = 24;
constexpr double mostDpi = 2400;

/// "1920x1080"; empty when it is anything else.
QSize sizeOf(std::string_view text)
{
    const auto cross = text.find('x');
    if (cross == std::string_view::npos)
        return {};
    int width = 0;
    int height = 0;
    const char* middle = text.data() + cross;
    const char* end = text.data() + text.size();
    const bool whole = std::from_chars(text.data(), middle, width).ptr == middle &&
                       std::from_chars(middle + 1, end, height).ptr == end;
    return whole ? QSize(width, height) : QSize();
}

Expected<ui::PictureRequest> pictureOf(const RenderRequest& request)
{
    const auto format = ui::formatOfFile(QString::fromStdString(request.output));
    if (!format)
        return failed(Exit::usage, "'" + request.output + "' ends in none of .png, .svg, .pdf and .csv.");
    const QSize size = sizeOf(request.size);
    const int shorter = std::min(size.width(), size.height());
    const int longer = std::max(size.width(), size.height());
    if (shorter < leastPixels || longer > mostPixels)
        return failed(Exit::usage,
                      "The size '" + request.size + "' is not WxH with sides of 100 to 16,384 pixels, e.g. 1920x1080.");
    if (!(request.dpi >= leastDpi && request.dpi <= mostDpi))
        return failed(Exit::usage, exactNumber(request.dpi) + " dots an inch cannot be drawn; give 24 to 2,400.");
    return ui::PictureRequest{
        QString::fromStdString(request.view), *format, size, request.dpi, request.theme == "dark", !request.stateless};
}

/// Paints without asking for a display, unless a platform was chosen.
Expected<void> draw(const RenderRequest& request, const ui::PictureRequest& picture, const core::Scenario& scenario)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir runtime; // of this process alone, where the session gives none; Qt would complain
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime.path()));
    int count = 1;
    std::array<char, 10> name{"rooflight"};
    std::array<char*, 2> arguments{name.data(), nullptr};
    QApplication application(count, arguments.data());
    ui::dress(application, ui::Theme::of(picture.dark));
    const auto path = QString::fromLocal8Bit(request.output.data(), static_cast<qsizetype>(request.output.size()));
    if (const auto written = ui::writePicture(path, picture, ui::snapshotOf(scenario, 1)); !written)
        return failed(Exit::file, written.error().toStdString());
    return {};
}

} // namespace

Exit renderVerb(const RenderRequest& request, Console console)
{
    const auto picture = pictureOf(request);
    if (!picture)
        return stop(picture.error(), console);
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    if (const auto drawn = draw(request, *picture, *scenario); !drawn)
        return stop(drawn.error(), console);
    if (request.json)
        console.out << jsonText({{"file", request.output}, {"view", request.view}});
    return Exit::good;
}

} // namespace app
