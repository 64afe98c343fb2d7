// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the chart for the size it has, not grabbed from the screen.
#include "ui/shell/chart_clipboard.h"

#include "ui/charts/chart.h"
#include "ui/export/page.h"
#include "ui/export/sheet.h"

#include <QMimeData>
#include <QPainter>

namespace ui
{

QMimeData* clipboardData(Chart& chart, const Snapshot& snapshot, const Theme& theme)
{
    constexpr int scale = 2;
    const Page page{.pixels = chart.size() * scale,
                    .dpi = 96 * scale,
                    .title = sheetTitle(snapshot),
                    .paper = theme.panel,
                    .state = &snapshot.scenario,
                    .paint = [&](QPainter& painter, const QSizeF& size) {
                        chart.render(painter, {QPointF(), size}, theme);
                    }};
    auto* data = new QMimeData;
    if (const auto png = pngOf(page)) {
        data->setData(QStringLiteral("image/png"), *png);
        data->setImageData(QImage::fromData(*png, "PNG")); // for programs that take no PNG
    }
    data->setData(QStringLiteral("image/svg+xml"), svgOf(page));
    data->setText(chart.description());
    return data;
}

} // namespace ui
