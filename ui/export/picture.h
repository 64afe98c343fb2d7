// SPDX-License-Identifier: GPL-3.0-or-later
// A view as a file: PNG, SVG, PDF, or its numbers as CSV. Depends on the snapshot and the request alone.
#pragma once

#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <optional>
#include <tl/expected.hpp>
#include <vector>

namespace ui
{

enum class PictureFormat { png, svg, pdf, csv };

struct PictureRequest {
    QString view = QStringLiteral("dashboard"); // a chart's id, or "dashboard"
    PictureFormat format = PictureFormat::png;
    QSize pixels{1920, 1080}; // of a PNG, exactly
    double dpi = 96;          // the layout is that of pixels * 96 / dpi, so text keeps its size on paper
    bool dark = false;
    bool state = true; // PNG and SVG contain the scenario, so that they can be opened again

    QSizeF logicalSize() const { return QSizeF(pixels) * 96 / dpi; }
};

struct PictureView {
    QString id, title;
};
/// What can be exported: every chart and the dashboard.
std::vector<PictureView> pictureViews();

/// "png", "svg", "pdf", "csv".
QString endingOf(PictureFormat);
/// By the ending of a file's name; nothing when it is none of ours.
std::optional<PictureFormat> formatOfFile(const QString& path);
/// "cs336-xxl-roofline.png": the scenario's title in letters that every file system takes, and the view.
QString suggestedFileName(const Snapshot&, const QString& view, PictureFormat);

/// The bytes of the file, the same for the same snapshot and request but for a PDF's date. The error is a sentence.
tl::expected<QByteArray, QString> renderPicture(const PictureRequest&, const Snapshot&);

/// Writes them; the file appears only when it is whole. The error is a sentence with the file and the reason.
tl::expected<void, QString> writePicture(const QString& path, const PictureRequest&, const Snapshot&);

} // namespace ui
