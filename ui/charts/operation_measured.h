// SPDX-License-Identifier: GPL-3.0-or-later
// Measured points among operations, and the one way to place labels there.
#pragma once

#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/operation_layout.h"

#include <optional>

namespace ui
{

/// Centres of a label of that size beside a point, the best first.
std::vector<QPointF> spotsAround(const QPointF& at, const QSizeF& size, const ChartSizes&);
/// Draws it at the first of the centres that is free; gives its outline.
std::optional<QPolygonF> writeAt(QPainter&, const PictureLayout&, LabelPlacer&, const Label&,
                                 const std::vector<QPointF>& spots, qreal degrees = 0);

/// A thin line from a mark to its name.
void drawLead(QPainter&, const QPointF& from, const QRectF& name, const QColor&, const ChartSizes&);

/// "tuned: 50 % of the HBM roof of matmul 512×8192×8192 bf16".
QString shareWords(const OperationMeasured&);
/// Crosses, with a thin line up to the roof; what answers to the mouse is added.
void drawMeasured(QPainter&, const PictureLayout&, const OperationScene&, LabelPlacer&, std::vector<Mark>&);
/// The one that is farthest above its roof, which the note on the file names; before all other labels.
void nameFarthest(QPainter&, const PictureLayout&, const OperationScene&, LabelPlacer&);
/// The others with their share of the roof, where there is room.
void nameMeasured(QPainter&, const PictureLayout&, const OperationScene&, LabelPlacer&);

} // namespace ui
