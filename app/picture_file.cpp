// SPDX-License-Identifier: GPL-3.0-or-later
// PNG, SVG and PDF of one chart or of all.
#include "app/picture_file.h"

#include "ui/charts/chart_catalogue.h"

#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace app
{

namespace
{

constexpr double logicalDpi = 96;
constexpr double gap = 12; // logical pixels between the charts of a dashboard

/// Paints on a painter whose unit is a logical pixel.
void paintChart(QPainter& painter, const QRectF& area, const ui::ChartRow& row, const ui::Snapshot& snapshot,
                const ui::Theme& theme)
{
    const auto chart = row.make();
    chart->setTheme(theme);
    chart->resize(area.size().toSize());
    chart->present(snapshot);
    painter.save();
    chart->render(painter, area, theme);
    painter.restore();
}

void paintView(QPainter& painter, const PictureFile& picture, const ui::Snapshot& snapshot)
{
    const QRectF all(QPointF(), QSizeF(picture.size));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(all, picture.theme.window);
    if (const auto* row = ui::findChart(picture.view))
        return paintChart(painter, all, *row, snapshot, picture.theme);
    const auto rows = ui::charts();
    const int columns = 2;
    const int lines = (static_cast<int>(rows.size()) + columns - 1) / columns;
    const QSizeF cell((all.width() - gap * (columns + 1)) / columns, (all.height() - gap * (lines + 1)) / lines);
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        const QPointF corner(gap + (i % columns) * (cell.width() + gap), gap + (i / columns) * (cell.height() + gap));
        paintChart(painter, QRectF(corner, cell), rows[static_cast<std::size_t>(i)], snapshot, picture.theme);
    }
}

bool writePng(QIODevice& file, const PictureFile& picture, const ui::Snapshot& snapshot)
{
    constexpr double inchesPerMetre = 1 / 0.0254;
    const double scale = picture.dpi / logicalDpi;
    QImage image((QSizeF(picture.size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return false;
    image.setDotsPerMeterX(static_cast<int>(std::lround(picture.dpi * inchesPerMetre)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setDevicePixelRatio(scale);
    image.fill(picture.theme.window);
    QPainter painter(&image);
    paintView(painter, picture, snapshot);
    painter.end();
    return image.save(&file, "PNG");
}

bool writeSvg(QIODevice& file, const PictureFile& picture, const ui::Snapshot& snapshot)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(picture.size);
    generator.setViewBox(QRect(QPoint(), picture.size));
    generator.setResolution(static_cast<int>(logicalDpi));
    generator.setTitle(QStringLiteral("Rooflight: ") + picture.view);
    QPainter painter(&generator);
    paintView(painter, picture, snapshot);
    return painter.end();
}

bool writePdf(QIODevice& file, const PictureFile& picture, const ui::Snapshot& snapshot)
{
    constexpr int resolution = 1200;
    constexpr double pointsPerInch = 72;
    QPdfWriter writer(&file);
    writer.setResolution(resolution);
    writer.setPageSize(QPageSize(QSizeF(picture.size) * pointsPerInch / logicalDpi, QPageSize::Point));
    writer.setPageMargins({});
    writer.setTitle(QStringLiteral("Rooflight: ") + picture.view);
    QPainter painter(&writer);
    painter.scale(resolution / logicalDpi, resolution / logicalDpi);
    paintView(painter, picture, snapshot);
    return painter.end();
}

} // namespace

Expected<void> writePicture(const PictureFile& picture, const ui::Snapshot& snapshot)
{
    QSaveFile file(picture.path);
    const std::string path = picture.path.toStdString();
    if (!file.open(QIODevice::WriteOnly))
        return failed(Exit::file, "File '" + path + "' cannot be written: " + file.errorString().toStdString() + ".");
    const bool written = picture.path.endsWith(u".png", Qt::CaseInsensitive)   ? writePng(file, picture, snapshot)
                         : picture.path.endsWith(u".svg", Qt::CaseInsensitive) ? writeSvg(file, picture, snapshot)
                                                                               : writePdf(file, picture, snapshot);
    if (!written || !file.commit())
        return failed(Exit::file, "File '" + path + "' could not be written whole: is it too large, or the disk full?");
    return {};
}

} // namespace app
