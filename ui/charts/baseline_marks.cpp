// SPDX-License-Identifier: GPL-3.0-or-later
// The marks and their names.
#include "ui/charts/baseline_marks.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include "core/io/plain_text.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

QString baselineName(const Baseline& baseline)
{
    const QString sign = baselineLook(baseline.look).sign;
    const QString title = toText(core::plainText(baseline.scenario.title)).simplified();
    return title.isEmpty() ? sign : sign + QStringLiteral(": ") + title;
}

Mark drawBaselineMark(QPainter& painter, const PictureLayout& frame, const QString& name, std::size_t look,
                      const QPointF& centre)
{
    const BaselineLook& shown = baselineLook(look);
    const qreal size = frame.sizes.px(10);
    painter.setPen(QPen(frame.theme.text, frame.sizes.px(1.5)));
    painter.setBrush(Qt::NoBrush);
    drawMarker(painter, shown.marker, centre, size);
    const Label letter(shown.letter, chartFont(frame.sizes.small, QFont::DemiBold), frame.theme.text);
    letter.drawLeft(painter, centre + QPointF(size * 0.8, -size * 0.8));
    return {.area = corners(QRectF(centre - QPointF(size, size), QSizeF(2 * size, 2 * size))), .heading = name};
}

PlotSeries comparedRoofs(std::size_t look, double peak, double ridge, const AxisRanges& view, const Theme& theme,
                         const ChartSizes& sizes)
{
    const double from = std::min(view.xMin, ridge) / 10, to = std::max(view.xMax, ridge) * 10;
    return {.points = {{from, peak / ridge * from}, {ridge, peak}, {to, peak}},
            .colour = theme.text,
            .dashes = baselineLook(look).dashes,
            .width = sizes.line * 0.7};
}

double axisWithBaseline(double present, double baseline)
{
    constexpr double shortest = 0.25;
    return present > 0 ? std::max(present, std::min(baseline, present / shortest)) : baseline;
}

void drawBaselineBar(QPainter& painter, const PictureLayout& frame, std::size_t look, const QRectF& bar, qreal axisEnd)
{
    QPen pen(frame.theme.text, frame.sizes.px(1.4));
    pen.setDashPattern(baselineLook(look).dashes);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (bar.right() <= axisEnd)
        return painter.drawRect(bar);
    painter.drawPolyline(
        QPolygonF{{axisEnd, bar.top()}, {bar.left(), bar.top()}, {bar.left(), bar.bottom()}, {axisEnd, bar.bottom()}});
}

} // namespace ui
