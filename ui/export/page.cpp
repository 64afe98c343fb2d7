// SPDX-License-Identifier: GPL-3.0-or-later
// Pages as pixels, as SVG and as PDF.
#include "ui/export/page.h"

#include "core/io/picture_state.h"
#include "core/io/write_file.h"
#include "ui/export/svg_device.h"
#include "ui/theme/theme.h"
#include "ui/theme/words.h"

#include <QBuffer>
#include <QFile>
#include <QHashFunctions>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr double logicalDpi = 96;

/// Blanks out the date at which the file was made, in place: offsets in its table stay true, and white space between
/// entries means nothing (ISO 32000-1, 7.2.2 and 14.3.3: the entry is optional).
void cutDate(QByteArray& pdf)
{
    const qsizetype begin = pdf.lastIndexOf("/CreationDate (");
    const qsizetype end = begin < 0 ? -1 : pdf.indexOf(')', begin);
    if (end > begin)
        std::fill(pdf.begin() + begin, pdf.begin() + end + 1, ' ');
}

/// While one exists new hashes have the same order in every run; Qt's PDF engine numbers its fonts in that order.
class SteadyHashes
{
public:
    SteadyHashes() { QHashSeed::setDeterministicGlobalSeed(); }
    ~SteadyHashes() { QHashSeed::resetRandomGlobalSeed(); }
    Q_DISABLE_COPY_MOVE(SteadyHashes)
};

} // namespace

QImage imageOf(const Page& page)
{
    constexpr double inchesPerMetre = 1 / 0.0254;
    const bool drawable = 1.0 * page.pixels.width() * page.pixels.height() <= maxPagePixels;
    QImage image(drawable ? page.pixels : QSize(), QImage::Format_RGB32);
    // Qt takes as much again for large letters without asking whether it is there, and would end by a signal.
    const bool hasRoom = !QImage(3000, 3000, QImage::Format_RGB32).isNull();
    if (image.isNull() || !hasRoom)
        return {};
    image.fill(page.paper);
    QPainter painter(&image);
    painter.scale(page.dpi / logicalDpi, page.dpi / logicalDpi);
    page.paint(painter, page.logicalSize());
    painter.end();
    image.setDotsPerMeterX(static_cast<int>(std::lround(page.dpi * inchesPerMetre)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    return image;
}

PictureError tooLarge(const Page& page)
{
    return {PictureFault::request, tr("A picture of %1 × %2 pixels is too large for the memory; ask for fewer.")
                                       .arg(page.pixels.width())
                                       .arg(page.pixels.height())};
}

QString tooManyPixels(const QSize& size, double max)
{
    const double pixels = 1.0 * size.width() * size.height();
    if (pixels <= max)
        return {};
    const double share = std::sqrt(max / pixels); // of each side
    return tr("%1 × %2 pixels are %3 megapixels; at most %4 can be drawn. %5x%6 works.")
        .arg(size.width())
        .arg(size.height())
        .arg(pixels / 1e6, 0, 'f', 1)
        .arg(max / 1e6)
        .arg(static_cast<int>(size.width() * share))
        .arg(static_cast<int>(size.height() * share));
}

tl::expected<QByteArray, PictureError> pngOf(const Page& page)
{
    const QImage image = imageOf(page);
    if (image.isNull())
        return tl::unexpected(tooLarge(page));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    constexpr int quick = 80; // of 100: less compression, since the file is still small and the user waits
    if (!image.save(&buffer, "PNG", quick))
        return noPicture(PictureFault::file, tr("The picture could not be written as PNG."));
    return page.state ? QByteArray::fromStdString(core::pngWithScenario(bytes.toStdString(), *page.state)) : bytes;
}

QByteArray svgOf(const Page& page)
{
    const QSize size = page.logicalSize().toSize();
    const std::string metadata = page.state ? core::svgMetadata(*page.state) + '\n' : std::string();
    SvgDevice device(size, page.title, QString::fromStdString(metadata));
    QPainter painter(&device);
    page.paint(painter, size);
    painter.end();
    return device.document();
}

QByteArray pdfOf(std::span<const Page> pages)
{
    constexpr int resolution = 1200;
    constexpr double pointsPerInch = 72;
    const SteadyHashes steady;
    const PlainLetters plain;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(resolution);
    writer.setTitle(pages.front().title);
    QPainter painter;
    for (const Page& page : pages) {
        writer.setPageSize(QPageSize(page.logicalSize() * pointsPerInch / logicalDpi, QPageSize::Point, QString(),
                                     QPageSize::ExactMatch));
        writer.setPageMargins({});
        painter.isActive() ? static_cast<void>(writer.newPage()) : static_cast<void>(painter.begin(&writer));
        painter.save();
        painter.scale(resolution / logicalDpi, resolution / logicalDpi);
        page.paint(painter, page.logicalSize());
        painter.restore();
    }
    painter.end();
    cutDate(bytes);
    return bytes;
}

tl::expected<void, PictureError> writeWhole(const QString& path, const QByteArray& bytes)
{
    const auto written =
        core::writeFile(QFile::encodeName(path).toStdString(), {bytes.data(), std::size_t(bytes.size())});
    if (!written)
        return noPicture(PictureFault::file,
                         tr("File '%1' cannot be written: %2.").arg(path, QString::fromStdString(written.error())));
    return {};
}

} // namespace ui
