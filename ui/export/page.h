// SPDX-License-Identifier: GPL-3.0-or-later
// One painted page in each of the formats.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QImage>
#include <QSize>
#include <QString>

#include <functional>
#include <span>

#include <tl/expected.hpp>

class QPainter;

namespace core
{
struct Scenario;
}

namespace ui
{

/// Why a picture was not made: what was asked for, the scenario, or the file.
enum class PictureFault { request, scenario, file };

struct PictureError {
    PictureFault fault = PictureFault::request;
    QString text; // one sentence with the remedy
};

inline tl::unexpected<PictureError> noPicture(PictureFault fault, const QString& text)
{
    return tl::unexpected(PictureError{fault, text});
}

struct Page {
    QSize pixels;
    double dpi = 96;
    QString title;
    QColor paper = Qt::white;
    const core::Scenario* state = nullptr; // to be kept in the file; null: nothing is
    std::function<void(QPainter&, const QSizeF&)> paint = {};

    /// What is painted on: CSS pixels.
    QSizeF logicalSize() const { return QSizeF(pixels) * 96 / dpi; }
};

/// Null where it has more than maxPagePixels, or there is no memory for it.
QImage imageOf(const Page&);
PictureError tooLarge(const Page&);

inline constexpr double maxPagePixels = 1e8; // 400 MB of them
/// Why a page has more pixels than `max`, and the size that works; empty where it has not.
QString tooManyPixels(const QSize&, double max);

tl::expected<QByteArray, PictureError> pngOf(const Page&);
QByteArray svgOf(const Page&);
/// One behind the other.
QByteArray pdfOf(std::span<const Page>);
inline QByteArray pdfOf(const Page& page) { return pdfOf(std::span(&page, 1)); }

/// The file appears only when it is whole.
tl::expected<void, PictureError> writeWhole(const QString& path, const QByteArray&);

} // namespace ui
