// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the chart for the size it has, not grabbed from the screen.
#include "ui/shell/chart_clipboard.h"

#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/export/chart_page.h"
#include "ui/export/collective_picture.h"

#include <QMimeData>
#include <QPainter>

namespace ui
{

namespace
{

constexpr int scale = 2;

Page pageOf(const QSize& size, const Snapshot& snapshot, const Theme& theme)
{
    return {.pixels = size * scale,
            .dpi = 96 * scale,
            .title = pageTitle(snapshot),
            .paper = theme.panel,
            .state = &snapshot.scenario};
}

QMimeData* dataOf(const Page& page, const QString& words)
{
    auto* data = new QMimeData;
    if (const auto png = pngOf(page)) {
        data->setData(QStringLiteral("image/png"), *png);
        data->setImageData(QImage::fromData(*png, "PNG")); // for programs that take no PNG
    }
    data->setData(QStringLiteral("image/svg+xml"), svgOf(page));
    data->setText(words);
    return data;
}

} // namespace

QMimeData* clipboardData(Chart& chart, const Snapshot& snapshot, const Theme& theme)
{
    constexpr QSize min(640, 400); // a card and the words of its page
    Page page = pageOf(chart.size().expandedTo(min), snapshot, theme);
    page.paint = [&](QPainter& painter, const QSizeF& size) {
        paintChartPage(painter, *findChart(chart.id()), snapshot, size, theme, chart.zoomed());
    };
    return dataOf(page, chart.description());
}

QMimeData* clipboardData(const QString& view, const PlaybackState& playback, const QSize& size,
                         const Snapshot& snapshot, const Theme& theme)
{
    const auto picture = CollectivePicture::of(snapshot, view, playback);
    if (!picture)
        return nullptr;
    Page page = pageOf(size, snapshot, theme);
    page.title = picture->title();
    page.paint = [&](QPainter& painter, const QSizeF& area) { picture->paint(painter, area, theme); };
    return dataOf(page, picture->words());
}

} // namespace ui
