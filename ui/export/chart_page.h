// SPDX-License-Identifier: GPL-3.0-or-later
// The page around exported charts: title, verdict, conventions and parameters, laid out without overlap.
#pragma once

#include "ui/charts/chart_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace ui
{

struct ChartRow;

/// What stands above and below a picture on its page.
struct PageWords {
    QString title, right;            // of the first line
    QString parameters, conventions; // of the last two
};
/// Fills the page, draws its words and gives what is left for the picture.
QRectF paintPage(QPainter&, const PageWords&, const QSizeF& size, const Theme&);

/// "Roofline" of one chart, or a part of it, with the scenario's title above the caption of its conventions.
void paintChartPage(QPainter&, const ChartRow&, const Snapshot&, const QSizeF& size, const Theme&,
                    const std::optional<AxisRanges>& part = {});

/// All charts on one page with the verdict.
void paintDashboard(QPainter&, const Snapshot&, const QSizeF& size, const Theme&);

/// Where the four charts of the dashboard go, in the order of the chart table.
std::vector<QRectF> dashboardCells(const QSizeF& size, std::size_t charts);

/// The scenario's title, or model and chip where it has none.
QString pageTitle(const Snapshot&);
/// "GB · comms overlapped · exact rates · ...".
QString conventionsText(const Snapshot&);
/// "batch 32,768 tokens · D 8,192 · F 32,768 · 32 layers · TPU v5p · X 16 fsdp · Y 4 tensor · bf16", or what a chart
/// of something else than the step depends on.
QString parametersText(const Snapshot&, const ChartRow* = nullptr);

} // namespace ui
