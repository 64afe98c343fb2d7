// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the chart for the size it has, not grabbed from the screen.
#include "ui/shell/chart_clipboard.h"

#include "ui/charts/chart.h"

#include <QImage>
#include <QMimeData>
#include <QPainter>

namespace ui
{

QMimeData* clipboardData(Chart& chart, const Theme& theme)
{
    constexpr int scale = 2;
    QImage image(chart.size() * scale, QImage::Format_ARGB32_Premultiplied);
    image.fill(theme.panel);
    QPainter painter(&image);
    painter.scale(scale, scale);
    chart.render(painter, QRectF(QPointF(), chart.size()), theme);
    painter.end();
    auto* data = new QMimeData;
    data->setImageData(image);
    data->setText(chart.description());
    return data;
}

} // namespace ui
