// SPDX-License-Identifier: GPL-3.0-or-later
// A point of an operation has its colour.
#include "ui/charts/operation_measured.h"

#include "core/quantity/format.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int maxWithoutRoom = 64; // points; where so many have none, further ones are not tried

/// "50 % of the HBM roof".
QString roofWords(const OperationMeasured& point)
{
    return tr("%1 of the %2 roof").arg(percentText(point.share), point.roof);
}

/// The longest first.
QStringList labelsOf(const OperationMeasured& point)
{
    if (!std::isfinite(point.share))
        return {point.name};
    if (point.name == point.of)
        return {roofWords(point)};
    return {shareWords(point), point.name + QStringLiteral(": ") + roofWords(point)};
}

QColor colourOf(const OperationMeasured& point, const OperationScene& scene, const Theme& theme)
{
    const auto row = std::ranges::find(scene.rows, point.number, &OperationRow::number);
    return row == scene.rows.end() ? theme.text : colourOf(*row, theme);
}

/// None is above: the end.
std::vector<OperationMeasured>::const_iterator farthestOf(const OperationScene& scene)
{
    const auto shareOf = [](const OperationMeasured& point) { return core::isAbove(point.share) ? point.share : 0; };
    const auto farthest = std::ranges::max_element(scene.measured, {}, shareOf);
    return farthest != scene.measured.end() && shareOf(*farthest) > 0 ? farthest : scene.measured.end();
}

/// Whether there was room.
bool nameOne(QPainter& painter, const PictureLayout& frame, const OperationScene& scene, LabelPlacer& placer,
             const OperationMeasured& point)
{
    const QPointF at = frame.at(point.intensity, point.rate);
    const qreal near = frame.sizes.px(12); // no nearer mark is taken for it then
    return std::ranges::any_of(labelsOf(point), [&](const QString& words) {
        const Label label(words, chartFont(frame.sizes.small), colourOf(point, scene, frame.theme));
        std::vector<QPointF> spots;
        for (const qreal farther : {0., 6., 16., 30.})
            for (const QPointF& spot : spotsAround(at, label.size() + QSizeF(farther, farther) * 2, frame.sizes))
                spots.push_back(spot);
        const auto outline = writeAt(painter, frame, placer, label, spots);
        const QRectF name = outline ? outline->boundingRect() : QRectF();
        if (outline && !name.adjusted(-near, -near, near, near).contains(at))
            drawLead(painter, at, name, colourOf(point, scene, frame.theme), frame.sizes);
        return outline.has_value();
    });
}

} // namespace

QString shareWords(const OperationMeasured& point)
{
    return std::isfinite(point.share) ? tr("%1: %2 of %3").arg(point.name, roofWords(point), point.of) : point.name;
}

std::vector<QPointF> spotsAround(const QPointF& at, const QSizeF& size, const ChartSizes& sizes)
{
    const qreal x = size.width() / 2 + sizes.px(10), y = size.height() / 2 + sizes.px(9);
    return {at + QPointF(x, sizes.px(2)), at + QPointF(-x, -sizes.px(2)), at + QPointF(0, y),  at + QPointF(0, -y),
            at + QPointF(x, y),           at + QPointF(-x, -y),           at + QPointF(x, -y), at + QPointF(-x, y)};
}

std::optional<QPolygonF> writeAt(QPainter& painter, const PictureLayout& frame, LabelPlacer& placer, const Label& label,
                                 const std::vector<QPointF>& spots, qreal degrees)
{
    QColor patch = frame.theme.panel;
    patch.setAlphaF(0.82F);
    for (const QPointF& spot : spots)
        if (const auto outline = label.outline(spot, degrees, frame.sizes.px(1.5)); placer.isFree(outline)) {
            placer.block(outline);
            label.drawOn(painter, patch, spot, degrees);
            return outline;
        }
    return std::nullopt;
}

void drawLead(QPainter& painter, const QPointF& from, const QRectF& name, const QColor& colour, const ChartSizes& sizes)
{
    const QPointF end(std::clamp(from.x(), name.left(), name.right()), std::clamp(from.y(), name.top(), name.bottom()));
    const QLineF line(from, end);
    painter.setPen(QPen(colour, sizes.px(0.9)));
    painter.drawLine(line.pointAt(std::min(1., sizes.px(7) / line.length())), end);
}

void drawMeasured(QPainter& painter, const PictureLayout& frame, const OperationScene& scene, LabelPlacer& placer,
                  std::vector<Mark>& marks)
{
    const qreal arm = frame.sizes.px(4), rim = frame.sizes.px(6);
    for (const OperationMeasured& point : scene.measured) {
        const QPointF at = frame.at(point.intensity, point.rate);
        if (!frame.area.contains(at))
            continue;
        const QColor colour = colourOf(point, scene, frame.theme);
        painter.setPen(QPen(colour, frame.sizes.px(1)));
        if (point.share < 1)
            painter.drawLine(at, frame.at(point.intensity, point.rate / point.share));
        painter.setPen(QPen(colour, frame.sizes.px(2)));
        painter.drawLine(at - QPointF(arm, arm), at + QPointF(arm, arm));
        painter.drawLine(at - QPointF(arm, -arm), at + QPointF(arm, -arm));
        const QRectF box(at - QPointF(rim, rim), QSizeF(2 * rim, 2 * rim));
        placer.block(box);
        QStringList lines{toText(core::format(point.intensity, core::dim::flopPerByte)),
                          toText(core::format(point.rate, core::dim::flopPerSecond))};
        if (core::isAbove(point.share))
            lines.append(tr("above its roof: look at units, formats and chip"));
        marks.push_back({corners(box), tr("measured: %1").arg(shareWords(point)), lines, {}});
    }
}

void nameFarthest(QPainter& painter, const PictureLayout& frame, const OperationScene& scene, LabelPlacer& placer)
{
    const auto farthest = farthestOf(scene);
    if (farthest != scene.measured.end() && frame.area.contains(frame.at(farthest->intensity, farthest->rate)))
        nameOne(painter, frame, scene, placer, *farthest);
}

void nameMeasured(QPainter& painter, const PictureLayout& frame, const OperationScene& scene, LabelPlacer& placer)
{
    const auto farthest = farthestOf(scene);
    int without = 0;
    for (auto point = scene.measured.begin(); point != scene.measured.end() && without < maxWithoutRoom; ++point)
        if (point != farthest && frame.area.contains(frame.at(point->intensity, point->rate)))
            without += nameOne(painter, frame, scene, placer, *point) ? 0 : 1;
}

} // namespace ui
