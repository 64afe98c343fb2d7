// SPDX-License-Identifier: GPL-3.0-or-later
// Direct labels of the roofline, placed by priority: the step, ridges, roofs, marks of the step, operations.
#include "ui/charts/roofline_labels.h"

#include "core/operation/roofline.h"
#include "core/quantity/format.h"
#include "ui/theme/words.h"

#include <QPainter>
#include <QtMath>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

QString bare(double intensity) { return intensityText(intensity).section(u' ', 0, 0); }

/// The number that a part of the roofline shows.
QString numberAt(const char* head, core::Resource resource)
{
    return QLatin1String(head) + toText(core::idOf(resource));
}
QString rateOf(const core::Roof& roof)
{
    const bool math = roof.resource == core::Resource::compute;
    return math ? QStringLiteral("roof.peak") : numberAt("roof.rate@", roof.resource);
}
/// Of a point: what its label says, or the rate of an operation.
QString numberOf(const core::RooflinePoint& point)
{
    return point.operation ? QStringLiteral("roof.bound@") + toText(point.name)
                           : numberAt("roof.step@", point.resource);
}

QStringList linesOf(const core::Roof& roof)
{
    if (roof.resource == core::Resource::compute)
        return {rateText(roof.rate)};
    return {toText(core::format(roof.rate, core::dim::bytePerSecond)),
            tr("ridge at %1").arg(intensityText(roof.ridge))};
}

} // namespace

RooflineLabels::RooflineLabels(QPainter& painter, const PictureLayout& frame, const core::Roofline& data, double peak)
    : m_painter(painter), m_frame(frame), m_data(data), m_peak(peak), m_placer(frame.area.adjusted(2, 2, -2, -2))
{
}

QColor RooflineLabels::backing() const
{
    QColor patch = m_frame.theme.panel;
    patch.setAlphaF(0.82F);
    return patch;
}

RoofSpan RooflineLabels::spanOf(const core::Roof& roof) const { return ui::spanOf(roof, m_data, m_peak, m_frame); }

/// Where the outline is free; it is then the last of the names.
bool RooflineLabels::takeName(const QPolygonF& outline)
{
    if (!m_placer.isFree(outline))
        return false;
    m_placer.block(outline);
    m_names.push_back(outline);
    return true;
}

/// At the first spot that is free.
bool RooflineLabels::write(const Label& label, const std::vector<QPointF>& spots, const Placing& how)
{
    const auto spot = std::ranges::find_if(
        spots, [&](const QPointF& at) { return takeName(label.outline(at, how.degrees, how.margin)); });
    if (spot == spots.end())
        return false;
    if (how.backed)
        label.drawOn(m_painter, backing(), *spot, how.degrees);
    else
        label.draw(m_painter, *spot, how.degrees);
    return true;
}

void RooflineLabels::addMark(const QPolygonF& area, const QString& heading, const QStringList& lines,
                             const QString& metric)
{
    m_marks.push_back({area, heading, lines, metric});
}

void RooflineLabels::blockLines()
{
    for (const core::Roof& roof : m_data.roofs) {
        const RoofSpan span = spanOf(roof);
        if (span.visible)
            m_placer.blockLine(span.from, span.to, m_frame.sizes.line * (roof.binding ? 2 : 1) + 1);
        if (span.visible && roof.binding)
            m_placer.block(bindingStrip(span, m_frame));
    }
}

void RooflineLabels::blockRidges()
{
    const qreal radius = ridgeRadius(m_frame);
    for (const core::Roof& roof : m_data.roofs) {
        const auto at = ridgeOf(roof, m_peak, m_frame);
        if (!at)
            continue;
        const QRectF box(*at - QPointF(radius, radius) * 1.4, QSizeF(radius, radius) * 2.8);
        m_placer.block(box);
        addMark(corners(box.adjusted(-3, -3, 3, 3)), tr("Ridge of %1").arg(toText(roof.name)),
                {intensityText(roof.ridge), tr("left of it %1 limits, right of it math").arg(shortName(roof.resource))},
                numberAt("roof.ridge@", roof.resource));
    }
}

void RooflineLabels::drawMarkers()
{
    const ChartSizes& sizes = m_frame.sizes;
    for (const core::RooflinePoint& point : m_data.points) {
        const QPointF at = m_frame.at(point.intensity, point.rate);
        if (!m_frame.area.contains(at))
            continue;
        const ResourceLook look = lookOf(point.resource, m_frame.theme);
        const qreal size = sizes.px(point.operation ? 6 : 10);
        m_painter.setPen(QPen(m_frame.theme.panel, sizes.px(1.2)));
        m_painter.setBrush(look.colour);
        drawMarker(m_painter, point.operation ? Marker::disc : look.marker, at, size);
        const QRectF box(at - QPointF(size, size) * 0.6, QSizeF(size, size) * 1.2);
        m_placer.block(box);
        const QString heading =
            point.operation ? toText(point.name) : tr("Step over %1").arg(shortName(point.resource));
        m_marks.insert(m_marks.begin(), {corners(box.adjusted(-3, -3, 3, 3)),
                                         heading,
                                         {intensityText(point.intensity), tr("%1 per chip").arg(rateText(point.rate)),
                                          tr("%1 of the math roof").arg(percentText(point.rate / m_peak))},
                                         numberOf(point)});
    }
}

Label RooflineLabels::roofLabel(const core::Roof& roof, bool withRate) const
{
    const ChartSizes& sizes = m_frame.sizes;
    Label label(toText(roof.name), chartFont(sizes.text, roof.binding ? QFont::DemiBold : QFont::Medium),
                m_frame.theme.text);
    if (withRate) {
        const core::Dim unit =
            roof.resource == core::Resource::compute ? core::dim::flopPerSecond : core::dim::bytePerSecond;
        label.add(u' ' + toText(core::format(roof.rate, unit)), chartFont(sizes.text), m_frame.theme.muted);
    }
    if (roof.binding)
        label.add(tr("  binds"), chartFont(sizes.text, QFont::DemiBold), m_frame.theme.text);
    return label;
}

/// Above the right end of a flat roof, one line higher, or above its left end.
std::vector<QPointF> RooflineLabels::flatSpots(const core::Roof& roof, const RoofSpan& span, const QSizeF& label) const
{
    const qreal gap = m_frame.sizes.px(4);
    const qreal y = span.to.y() - label.height() / 2 - m_frame.sizes.px(roof.binding ? 8 : 4);
    const qreal right = span.to.x() - label.width() / 2 - gap;
    return {QPointF(right, y), QPointF(right, y - (label.height() + m_frame.sizes.px(2))),
            QPointF(m_frame.area.left() + label.width() / 2 + gap, y)};
}

/// Along a slope, first above, then below it.
std::vector<QPointF> RooflineLabels::slopeSpots(const core::Roof& roof, const RoofSpan& span, const QSizeF& label) const
{
    const QPointF along = span.to - span.from;
    const qreal length = std::hypot(along.x(), along.y());
    const QPointF unit = along / length;
    const QPointF up(unit.y(), -unit.x());
    const qreal half = label.width() / 2;
    const qreal above = label.height() / 2 + m_frame.sizes.px(roof.binding ? 7.5 : 2.5);
    const qreal below = label.height() / 2 + m_frame.sizes.px(2.5);
    constexpr int steps = 24;
    std::vector<QPointF> spots;
    for (const qreal side : {above, -below}) {
        for (int i = 0; i <= steps; ++i) {
            // From the middle outwards, so that names are side by side where there is room.
            const int outwards = (i + 1) / 2;
            const qreal centre = (0.55 + (i % 2 == 0 ? outwards : -outwards) * (0.9 / steps)) * length;
            if (centre - half >= 0 && centre + half <= length)
                spots.push_back(span.from + unit * centre + up * side);
        }
    }
    return spots;
}

void RooflineLabels::labelRoof(const core::Roof& roof)
{
    const RoofSpan span = spanOf(roof);
    if (!span.visible)
        return;
    const bool flat = roof.resource == core::Resource::compute;
    const QPointF along = span.to - span.from;
    const qreal degrees = flat ? 0 : qRadiansToDegrees(std::atan2(along.y(), along.x()));
    for (const bool withRate : {true, false}) {
        const Label label = roofLabel(roof, withRate);
        const auto spots = flat ? flatSpots(roof, span, label.size()) : slopeSpots(roof, span, label.size());
        if (write(label, spots, {degrees, flat ? 1.0 : 0.5, !flat}))
            return addMark(m_names.back(), toText(roof.name), linesOf(roof), rateOf(roof));
    }
}

void RooflineLabels::labelStep()
{
    std::vector<const core::RooflinePoint*> step;
    for (const core::RooflinePoint& point : m_data.points)
        if (!point.operation)
            step.push_back(&point);
    if (step.empty())
        return;
    const auto [first, last] =
        std::ranges::minmax(step, {}, [](const core::RooflinePoint* point) { return point->intensity; });
    const QPointF end = m_frame.at(last->intensity, last->rate);
    const QRectF& area = m_frame.area;
    if (end.y() < area.top() || end.y() > area.bottom())
        return;
    const ChartSizes& sizes = m_frame.sizes;
    m_painter.setPen(QPen(m_frame.theme.text, sizes.px(1), Qt::DotLine));
    const QPointF start(std::max(area.left(), m_frame.xOf(first->intensity)), end.y());
    // On the roof itself the row would only blur the line.
    const bool onRoof = last->rate > 0.97 * m_peak;
    qreal rowEnd = end.x();
    for (const core::Roof& roof : m_data.roofs)
        if (onRoof && roof.ridge > 0)
            rowEnd = std::min(rowEnd, m_frame.xOf(roof.ridge));
    rowEnd = std::clamp(rowEnd, area.left(), area.right());
    m_painter.drawLine(QPointF(area.left(), end.y()), QPointF(rowEnd, end.y()));
    m_placer.blockLine(QPointF(area.left(), end.y()), QPointF(rowEnd, end.y()), sizes.px(1));
    for (const int words : {2, 1, 0})
        if (placeStepLabel(stepLabel(*last, words), start, end, *last))
            return;
}

Label RooflineLabels::stepLabel(const core::RooflinePoint& step, int words) const
{
    const ChartSizes& sizes = m_frame.sizes;
    Label label(tr("Step"), chartFont(sizes.text, QFont::DemiBold), m_frame.theme.text);
    if (words > 0)
        label.add(u' ' + rateText(step.rate), chartFont(sizes.text), m_frame.theme.text);
    if (words > 1)
        label.add(u' ' + tr("%1 of math").arg(percentText(step.rate / m_peak)), chartFont(sizes.text),
                  m_frame.theme.muted);
    return label;
}

bool RooflineLabels::placeStepLabel(const Label& label, const QPointF& start, const QPointF& end,
                                    const core::RooflinePoint& step)
{
    const QRectF& area = m_frame.area;
    const ChartSizes& sizes = m_frame.sizes;
    const qreal half = label.size().width() / 2 + sizes.px(4);
    const qreal lift = label.size().height() / 2 + sizes.px(4);
    std::vector<QPointF> spots;
    for (const qreal x :
         {area.left() + half, start.x() - half, (start.x() + end.x()) / 2, end.x() + half, area.right() - half})
        for (const qreal y : {end.y() - lift, end.y() + lift})
            spots.emplace_back(x, y);
    if (!write(label, spots, {0, 1, true}))
        return false;
    addMark(
        m_names.back(), tr("Step"),
        {tr("%1 per chip").arg(rateText(step.rate)), tr("%1 of the math roof").arg(percentText(step.rate / m_peak))},
        QStringLiteral("roof.reached"));
    return true;
}

bool RooflineLabels::placeAround(const Label& label, const QPointF& at, const Reach& away)
{
    const qreal reach = away.distance;
    const qreal downwards = away.downwards ? 1 : -1;
    const qreal dx = label.size().width() / 2 + reach;
    const qreal dy = label.size().height() / 2 + reach;
    const qreal row = label.size().height() + m_frame.sizes.px(3);
    std::vector<QPointF> spots{at + QPointF(0, dy), at + QPointF(dx, 0), at + QPointF(-dx, 0), at + QPointF(0, -dy)};
    for (const qreal direction : {downwards, -downwards})
        for (int rows = 1; rows <= away.rows; ++rows)
            for (const qreal side : {0.5, -0.5, 1.0, -1.0})
                spots.push_back(at + QPointF(side * (dx + rows * row * 0.5), direction * (dy + rows * row)));
    constexpr std::size_t adjacent = 4; // spots that need no leader to show which mark is meant
    const auto footAt = [&](const QPointF& spot) {
        const qreal edge = label.size().height() / 2 * (spot.y() > at.y() ? -1 : 1);
        const qreal half = label.size().width() / 2;
        return QPointF(std::clamp(at.x(), spot.x() - half, spot.x() + half), spot.y() + edge);
    };
    const auto crossesName = [&](const QPointF& foot) {
        const QPolygonF leader = alongLine(at, foot, 1);
        return std::ranges::any_of(m_names, [&](const QPolygonF& name) { return overlap(leader, name); });
    };
    for (std::size_t i = 0; i < spots.size(); ++i) {
        const QPointF& spot = spots[i];
        const QPointF foot = footAt(spot);
        const bool leads = i >= adjacent;
        if ((leads && crossesName(foot)) || !takeName(label.outline(spot, 0, m_frame.sizes.px(2))))
            continue;
        if (leads) {
            m_painter.setPen(QPen(m_frame.theme.muted, m_frame.sizes.px(0.9)));
            const QPointF line = foot - at;
            m_painter.drawLine(at + line * (reach * 0.8 / std::max(reach, std::hypot(line.x(), line.y()))), foot);
            m_placer.blockLine(at, foot, 1);
            m_leaders.push_back({at, foot, m_names.size() - 1});
        }
        label.drawOn(m_painter, backing(), spot);
        return true;
    }
    return false;
}

void RooflineLabels::labelPoints(bool operations)
{
    const ChartSizes& sizes = m_frame.sizes;
    const auto same = [](const QPointF& a, const QPointF& b) { return (a - b).manhattanLength() < 1; };
    for (const core::RooflinePoint& point : m_data.points) {
        const QPointF at = m_frame.at(point.intensity, point.rate);
        if (point.operation != operations || !m_frame.area.contains(at))
            continue;
        QStringList names; // of the marks of the step that coincide
        for (const core::RooflinePoint& other : m_data.points)
            if (&other == &point ||
                (!operations && !other.operation && same(at, m_frame.at(other.intensity, other.rate))))
                names << (operations ? toText(other.name) : shortName(other.resource));
        if (!operations && names.front() != shortName(point.resource))
            continue; // named with it
        Label label(names.join(QStringLiteral(", ")),
                    chartFont(sizes.small, operations ? QFont::Normal : QFont::DemiBold), m_frame.theme.text);
        if (!operations)
            label.add(u' ' + bare(point.intensity), chartFont(sizes.small), m_frame.theme.text);
        if (placeAround(label, at, {sizes.px(operations ? 4 : 7), !operations, operations ? 2 : 8}))
            addMark(m_names.back(), label.text(),
                    {intensityText(point.intensity), tr("%1 per chip").arg(rateText(point.rate))}, numberOf(point));
    }
}

void RooflineLabels::labelRidges()
{
    std::vector<QRectF> written;
    for (const core::Roof& roof : m_data.roofs) {
        const auto at = ridgeOf(roof, m_peak, m_frame);
        if (!at)
            continue;
        const Label label(bare(roof.ridge), chartFont(m_frame.sizes.small), m_frame.theme.text);
        const qreal lift = label.size().height() / 2 + m_frame.sizes.px(7);
        std::vector<QPointF> spots;
        for (const qreal shift : {0.0, -0.6, 0.6})
            spots.push_back(*at + QPointF(shift * label.size().width(), -lift));
        if (!write(label, spots, {0, 1, false}))
            continue;
        written.push_back(m_names.back().boundingRect());
        addMark(m_names.back(), tr("Ridge of %1").arg(toText(roof.name)), {intensityText(roof.ridge)},
                numberAt("roof.ridge@", roof.resource));
    }
    const qreal gap = m_frame.sizes.px(8);
    for (const QRectF& name : written)
        m_placer.block(name.adjusted(-gap, 0, gap, 0)); // the roof's own name beside it would read as one phrase
}

void RooflineLabels::draw()
{
    m_painter.setRenderHint(QPainter::Antialiasing);
    blockLines();
    blockRidges();
    drawMarkers();
    std::vector<const core::Roof*> order;
    for (const core::Roof& roof : m_data.roofs)
        order.push_back(&roof);
    std::ranges::stable_sort(order, {}, [](const core::Roof* roof) { return roof->binding ? 0 : 1; });
    labelStep();
    labelRidges();
    for (const core::Roof* roof : order)
        labelRoof(*roof);
    labelPoints(false);
    labelPoints(true);
    for (const core::Roof& roof : m_data.roofs)
        if (const RoofSpan span = spanOf(roof); span.visible)
            addMark(alongLine(span.from, span.to, m_frame.sizes.px(8)), toText(roof.name), linesOf(roof), rateOf(roof));
}

} // namespace ui
