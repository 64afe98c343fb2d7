// SPDX-License-Identifier: GPL-3.0-or-later
// A view as a file: PNG, SVG, PDF, or its numbers as CSV. Depends on the snapshot and the request alone.
#pragma once

#include "ui/charts/chart_picture.h"
#include "ui/export/page.h"
#include "ui/export/playback_state.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <optional>
#include <tl/expected.hpp>
#include <vector>

namespace ui
{

struct Snapshot;

enum class PictureFormat { png, svg, pdf, csv };

struct PictureRequest {
    QString view = QStringLiteral("dashboard"); // the id of a PictureView
    PictureFormat format = PictureFormat::png;
    QSize pixels{1920, 1080}; // of a PNG, exactly
    double dpi = 96;          // the layout is that of pixels * 96 / dpi, so text keeps its size on paper
    bool dark = false;
    bool state = true;                   // PNG, SVG and GIF contain the scenario, so that they can be opened again
    PlaybackState playback = {};         // of the views of a collective
    std::optional<AxisRanges> part = {}; // of the chart; not set: all of it

    QSizeF logicalSize() const { return QSizeF(pixels) * 96 / dpi; }
};

struct PictureView {
    QString id, title;
    bool ofCollective = false; // has steps
    bool moves = ofCollective; // can be animated
};
/// What can be exported: every chart, the dashboard, and the collective.
std::vector<PictureView> pictureViews();
/// Whether the view has steps.
bool showsCollective(const QString& view);

/// "png", "svg", "pdf", "csv".
QString endingOf(PictureFormat);
/// By the ending of a file's name; nothing when it is none of ours.
std::optional<PictureFormat> formatOfFile(const QString& path);
/// "cs336-xxl-roofline.png", "all-gather-4x4-torus.png": what is shown in letters that every file system takes, and the
/// view.
QString suggestedFileName(const Snapshot&, const QString& view, PictureFormat);

/// The bytes of the file, the same for the same snapshot and request.
tl::expected<QByteArray, PictureError> renderPicture(const PictureRequest&, const Snapshot&);

/// Writes them; the file appears only when it is whole.
tl::expected<void, PictureError> writePicture(const QString& path, const PictureRequest&, const Snapshot&);

/// The page of a request, not painted yet.
Page pageOf(const PictureRequest&, const Snapshot&);

/// Why the request leaves no room for a picture, or has too much; empty where it can be drawn.
QString obstacleOf(const PictureRequest&);

/// Fails where the scenario is to be kept in the picture, and could not be opened from it again.
tl::expected<void, PictureError> mayHoldScenario(const PictureRequest&, const Snapshot&);

} // namespace ui
