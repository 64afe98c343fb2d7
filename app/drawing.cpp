// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of what was typed, and the start of Qt.
#include "app/drawing.h"

#include "app/output.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QFile>

#include <algorithm>
#include <charconv>
#include <string_view>

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

/// The place of a word that the parser knows; nothing where none was given.
template <class Choice> std::optional<Choice> chosen(const std::string& word, std::initializer_list<const char*> words)
{
    int place = 0;
    for (const char* known : words) {
        if (word == known)
            return static_cast<Choice>(place);
        ++place;
    }
    return std::nullopt;
}

Expected<ui::CollectiveStand> standOf(const PictureOptions& options)
{
    const bool steps = ui::showsCollective(QString::fromStdString(options.view));
    const bool torus = options.view == "torus";
    if (options.step && !steps)
        return failed(Exit::usage,
                      "--step is of the views of a collective; the view " + options.view + " has no steps.");
    if ((!options.layout.empty() || !options.detail.empty() || options.slice) && !torus)
        return failed(Exit::usage,
                      "--layout, --detail and --slice are of the view torus, not of " + options.view + ".");
    if (options.slice && options.detail != "slice")
        return failed(Exit::usage, "--slice goes with --detail slice.");
    ui::CollectiveStand stand;
    stand.step = options.step;
    stand.layout = chosen<ui::TorusLayout>(options.layout, {"unrolled", "solid"});
    stand.detail = chosen<ui::TorusDetail>(options.detail, {"chips", "blocks", "faces", "slice"});
    stand.slice = options.slice.value_or(0);
    return stand;
}

} // namespace

Expected<ui::PictureRequest> pictureOf(const PictureOptions& options)
{
    const QSize size = sizeOf(options.size);
    const int shorter = std::min(size.width(), size.height());
    const int longer = std::max(size.width(), size.height());
    if (shorter < leastPixels || longer > mostPixels)
        return failed(Exit::usage,
                      "The size '" + options.size + "' is not WxH with sides of 100 to 16,384 pixels, e.g. 1920x1080.");
    if (!(options.dpi >= leastDpi && options.dpi <= mostDpi))
        return failed(Exit::usage, exactNumber(options.dpi) + " dots an inch cannot be drawn; give 24 to 2,400.");
    const auto stand = standOf(options);
    if (!stand)
        return tl::unexpected(stand.error());
    return ui::PictureRequest{.view = QString::fromStdString(options.view),
                              .pixels = size,
                              .dpi = options.dpi,
                              .dark = options.theme == "dark",
                              .state = !options.stateless,
                              .stand = *stand};
}

QString pathOf(const std::string& text)
{
    return QString::fromLocal8Bit(text.data(), static_cast<qsizetype>(text.size()));
}

Failure failureOf(const ui::PictureError& error)
{
    constexpr std::array exits{Exit::usage, Exit::invalid, Exit::file};
    return {exits[static_cast<std::size_t>(error.fault)], error.text.toStdString()};
}

Studio::Studio(const ui::Theme& theme)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_runtime.path()));
    m_application = std::make_unique<QApplication>(m_count, m_arguments.data());
    ui::dress(*m_application, theme);
}

Studio::~Studio() = default;

} // namespace app
