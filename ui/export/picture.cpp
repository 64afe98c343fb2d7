// SPDX-License-Identifier: GPL-3.0-or-later
// Pages in the formats that are offered.
#include "ui/export/picture.h"

#include "core/io/picture_state.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_style.h"
#include "ui/export/sheet.h"
#include "ui/export/svg_device.h"
#include "ui/export/view_table.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <array>
#include <cmath>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::Picture", text); }

constexpr std::array endings{"png", "svg", "pdf", "csv"};
constexpr double logicalDpi = 96;

void paintPage(QPainter& painter, const PictureRequest& request, const Snapshot& snapshot, const QSizeF& size)
{
    const Theme& theme = Theme::of(request.dark);
    if (findChart(request.view))
        paintChartSheet(painter, request.view, snapshot, size, theme);
    else
        paintDashboard(painter, snapshot, size, theme);
}

tl::expected<QByteArray, QString> png(const PictureRequest& request, const Snapshot& snapshot)
{
    constexpr double inchesPerMetre = 1 / 0.0254;
    constexpr qint64 mostPixels = 400'000'000; // 1.6 GB of them
    const bool drawable = qint64{request.pixels.width()} * request.pixels.height() <= mostPixels;
    QImage image(drawable ? request.pixels : QSize(), QImage::Format_RGB32);
    if (image.isNull())
        return tl::unexpected(tr("A picture of %1 × %2 pixels is too large for the memory; ask for fewer.")
                                  .arg(request.pixels.width())
                                  .arg(request.pixels.height()));
    image.fill(Theme::of(request.dark).panel);
    QPainter painter(&image);
    painter.scale(request.dpi / logicalDpi, request.dpi / logicalDpi);
    paintPage(painter, request, snapshot, request.logicalSize());
    painter.end();
    image.setDotsPerMeterX(static_cast<int>(std::lround(request.dpi * inchesPerMetre)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    constexpr int quick = 80; // of 100: less compression, since the file is still small and the user waits
    if (!image.save(&buffer, "PNG", quick))
        return tl::unexpected(tr("The picture could not be written as PNG."));
    if (!request.state)
        return bytes;
    return QByteArray::fromStdString(core::pngWithScenario(bytes.toStdString(), snapshot.scenario));
}

QByteArray svg(const PictureRequest& request, const Snapshot& snapshot)
{
    const QSize size = request.logicalSize().toSize();
    const std::string metadata = request.state ? core::svgMetadata(snapshot.scenario) + '\n' : std::string();
    SvgDevice device(size, sheetTitle(snapshot), QString::fromStdString(metadata));
    QPainter painter(&device);
    paintPage(painter, request, snapshot, size);
    painter.end();
    return device.document();
}

QByteArray pdf(const PictureRequest& request, const Snapshot& snapshot)
{
    constexpr int resolution = 1200;
    constexpr double pointsPerInch = 72;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(resolution);
    writer.setPageSize(QPageSize(request.logicalSize() * pointsPerInch / logicalDpi, QPageSize::Point, QString(),
                                 QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setTitle(sheetTitle(snapshot));
    QPainter painter(&writer);
    painter.scale(resolution / logicalDpi, resolution / logicalDpi);
    paintPage(painter, request, snapshot, request.logicalSize());
    painter.end();
    return bytes;
}

} // namespace

std::vector<PictureView> pictureViews()
{
    std::vector<PictureView> views{{QStringLiteral("dashboard"), tr("Dashboard")}};
    for (const ChartRow& row : charts())
        views.push_back({row.id, row.title});
    return views;
}

QString endingOf(PictureFormat format) { return QString::fromLatin1(endings[static_cast<std::size_t>(format)]); }

std::optional<PictureFormat> formatOfFile(const QString& path)
{
    for (std::size_t i = 0; i < endings.size(); ++i)
        if (path.endsWith(u'.' + QString::fromLatin1(endings[i]), Qt::CaseInsensitive))
            return static_cast<PictureFormat>(i);
    return std::nullopt;
}

QString suggestedFileName(const Snapshot& snapshot, const QString& view, PictureFormat format)
{
    QString name;
    for (const QChar sign : sheetTitle(snapshot).toLower()) {
        if (sign.unicode() < 128 && sign.isLetterOrNumber())
            name += sign;
        else if (!name.isEmpty() && !name.endsWith(u'-'))
            name += u'-';
    }
    constexpr qsizetype longest = 60;
    name.truncate(longest);
    while (name.endsWith(u'-'))
        name.chop(1);
    return (name.isEmpty() ? QString() : name + u'-') + view + u'.' + endingOf(format);
}

tl::expected<QByteArray, QString> renderPicture(const PictureRequest& request, const Snapshot& snapshot)
{
    if (request.view != QStringLiteral("dashboard") && !findChart(request.view))
        return tl::unexpected(
            tr("There is no view '%1'; known are dashboard, roofline, batch, memory and counts.").arg(request.view));
    if (request.format == PictureFormat::csv)
        return viewTable(request.view, snapshot);
    constexpr QSize least(200, 120);
    const QSizeF logical = request.logicalSize();
    if (!(request.dpi > 0) || logical.width() < least.width() || logical.height() < least.height())
        return tl::unexpected(
            tr("%1 × %2 pixels at %3 dpi leave no room for a chart; at least %4 × %5 pixels at 96 dpi "
               "are needed.")
                .arg(request.pixels.width())
                .arg(request.pixels.height())
                .arg(request.dpi)
                .arg(least.width())
                .arg(least.height()));
    loadFonts();
    if (request.format == PictureFormat::svg)
        return svg(request, snapshot);
    return request.format == PictureFormat::pdf ? pdf(request, snapshot) : png(request, snapshot);
}

tl::expected<void, QString> writePicture(const QString& path, const PictureRequest& request, const Snapshot& snapshot)
{
    const auto bytes = renderPicture(request, snapshot);
    if (!bytes)
        return tl::unexpected(bytes.error());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(*bytes) != bytes->size() || !file.commit())
        return tl::unexpected(tr("File '%1' cannot be written: %2.").arg(path, file.errorString()));
    return {};
}

} // namespace ui
