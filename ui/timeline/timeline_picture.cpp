// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a timeline: rows, bars in the hue and pattern of their shard, headings, bracket and legend; and its table.
#include "ui/timeline/timeline_picture.h"

#include "core/collectives/analysis.h"
#include "core/quantity/format.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/hatch.h"
#include "ui/numbers/byte_text.h"
#include "ui/playback/shard_mark.h"
#include "ui/theme/painting.h"
#include "ui/timeline/timeline_reading.h"
#include "ui/timeline/timeline_scene.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr qreal smallestText = 0.8; // of its usual size, so that another chip has room

QString cell(double number) { return QString::fromStdString(core::exactText(number)); }

/// Interpolates linearly between the ends of steps.
double momentOf(const std::vector<double>& ends, double position)
{
    const auto done = std::min(static_cast<std::size_t>(std::max(0.0, position)), ends.size());
    const double before = done == 0 ? 0 : ends[done - 1];
    return done < ends.size() ? before + (position - static_cast<double>(done)) * (ends[done] - before) : before;
}

double exposedSeconds(const TimelineReading& reading, const core::Gantt& gantt, const core::GanttLane& lane,
                      const core::GanttBar& bar)
{
    return reading.multiplies() || lane.row.multiplies() ? core::exposedSeconds(gantt, lane.row, bar)
                                                         : bar.end - bar.start;
}

constexpr qreal strip = 3; // height of what marks exposed time

/// Upper part of the bar for half a, lower part for half b.
QRectF inkedPart(const QRectF& area, int half)
{
    const qreal middle = area.height() / 2;
    return half < 0 ? area : half == 0 ? area.adjusted(0, 0, 0, -middle) : area.adjusted(0, middle, 0, 0);
}

void paintExposed(QPainter& painter, const QRectF& area, const Theme& theme, qreal unit)
{
    painter.fillRect(QRectF(area.left(), area.bottom() - strip * unit, area.width(), strip * unit), theme.comms);
}

void paintBox(QPainter& painter, const TimelineBox& box, const Theme& theme, qreal unit)
{
    const QColor hue = shardHue(box.shard, theme);
    const QColor pale = mixed(theme.panel, hue, box.product ? 0.30 : 0.16);
    const QColor full = mixed(theme.panel, hue, box.product ? 0.52 : 0.30);
    const QRectF inked = inkedPart(box.area, box.half);
    painter.fillRect(box.area, pale);
    painter.fillRect(inked, full);
    if (box.area.width() > 4 * unit)
        drawHatch(painter, inked, shardPattern(box.shard), mixed(full, hue, 0.6), 6 * unit, unit);
    if (!box.hop.isEmpty()) {
        painter.setPen(QPen(hue, unit, Qt::DotLine));
        painter.drawLine(QPointF(box.hop.left(), box.hop.center().y()), QPointF(box.hop.right(), box.hop.center().y()));
    }
    for (const QRectF& part : box.exposed)
        paintExposed(painter, part, theme, unit);
    if (box.area.width() > 2 * unit) {
        painter.setPen(QPen(hue, unit));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.area.adjusted(0.5 * unit, 0.5 * unit, -0.5 * unit, -0.5 * unit));
    }
    if (!box.text.isEmpty()) {
        const Label label(box.text, chartFont(box.textSize * unit, QFont::DemiBold), theme.text);
        const qreal lift = box.exposed.isEmpty() ? 0 : strip * unit / 2;
        const QPointF centre = box.area.center() - QPointF(0, lift);
        const QSizeF room(label.size().width() + 6 * unit,
                          std::min(label.size().height(), box.area.height() - 4 * unit));
        const QRectF plate(centre.x() - room.width() / 2, centre.y() - room.height() / 2, room.width(), room.height());
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(theme.panel, hue, 0.12));
        painter.drawRoundedRect(plate, 3 * unit, 3 * unit);
        label.draw(painter, centre);
    }
}

void paintBracket(QPainter& painter, const TimelineScene& scene, const Theme& theme)
{
    const auto& bracket = scene.bracket;
    if (bracket.empty())
        return;
    const qreal unit = scene.unit;
    painter.setPen(QPen(theme.muted, unit, Qt::DashLine));
    for (const qreal x : {bracket.from, bracket.to})
        for (const QRectF& block : scene.blocks)
            painter.drawLine(QPointF(x, block.top()), QPointF(x, block.bottom()));
    painter.setPen(QPen(theme.accent, 2 * unit));
    painter.drawLine(QPointF(bracket.from, bracket.y), QPointF(bracket.to, bracket.y));
    for (const qreal x : {bracket.from, bracket.to})
        painter.drawLine(QPointF(x, bracket.y - 5 * unit), QPointF(x, bracket.y + 5 * unit));
}

Label tickLabel(const TimelineTick& tick, const TimelineScene& scene, const Theme& theme)
{
    return {tick.text, chartFont(11 * scene.unit), theme.muted};
}

QPointF tickCentre(const TimelineTick& tick, const Label& label, const TimelineScene& scene)
{
    const qreal rightmost = scene.size.width() - label.size().width() / 2 - 2 * scene.unit;
    return {std::min(tick.x, rightmost), scene.plot.top() - 12 * scene.unit};
}

void paintAxis(QPainter& painter, const TimelineScene& scene, const Theme& theme)
{
    const qreal top = scene.plot.top();
    painter.setPen(QPen(theme.grid, scene.unit));
    for (const TimelineTick& tick : scene.ticks) {
        painter.drawLine(QPointF(tick.x, top - 4 * scene.unit), QPointF(tick.x, top));
        for (const QRectF& block : scene.blocks)
            painter.drawLine(QPointF(tick.x, block.top()), QPointF(tick.x, block.bottom()));
    }
    for (const TimelineTick& tick : scene.ticks) {
        const Label label = tickLabel(tick, scene, theme);
        label.draw(painter, tickCentre(tick, label, scene));
    }
}

void paintLegend(QPainter& painter, const TimelineScene& scene, const Theme& theme)
{
    for (std::size_t i = 0; i < scene.legend.size(); ++i) {
        const QRectF& sample = scene.legend[i];
        painter.fillRect(sample, mixed(theme.panel, theme.muted, 0.25));
        painter.setPen(QPen(theme.muted, scene.unit));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(sample);
        if (i == 1)
            paintExposed(painter, sample, theme, scene.unit);
    }
}

} // namespace

TimelineScene layoutTimelinePicture(const core::WholeCollective& collective, const Snapshot& snapshot,
                                    const QSizeF& size)
{
    const qreal unit = ChartSizes::of(size).unit;
    const int chips = collective.analysis.schedule.topology.chips();
    const bool several = collective.analysis.matmul && chips <= maxTimelineChips;
    const auto kind = several ? TimelineChips::Kind::all : TimelineChips::Kind::usual;
    auto reading = readTimeline(collective, snapshot, {kind, 0});
    const auto unitThatFits = [&] { return unit * size.height() / minTimelineHeight(reading, unit); };
    for (int count = several ? chips : 1; count > 1 && unitThatFits() < smallestText * unit; --count) {
        keepFirstChips(reading, count - 1);
    }
    return layoutTimeline(reading, size, std::min(unit, unitThatFits()));
}

void paintTimelinePicture(QPainter& painter, const QSizeF& size, const Theme& theme,
                          const core::WholeCollective& collective, const Snapshot& snapshot,
                          std::optional<double> position)
{
    painter.fillRect(QRectF(QPointF(), size), theme.panel);
    const auto scene = layoutTimelinePicture(collective, snapshot, size);
    paintTimeline(painter, scene, theme);
    if (position) {
        paintMoment(painter, scene, momentOf(collective.stepEnds, *position), theme);
    }
}

QByteArray timelineCsv(const core::WholeCollective& collective, const Snapshot& snapshot)
{
    QString text = QStringLiteral("part,chip,row,step,content,start_s,end_s,arrival_s,exposed_s,bytes\n");
    const int chips = collective.analysis.schedule.topology.chips();
    const bool all = collective.analysis.matmul && chips <= maxTimelineChips;
    const auto reading =
        readTimeline(collective, snapshot, {all ? TimelineChips::Kind::all : TimelineChips::Kind::usual, 0});
    for (const auto& section : reading.sections) {
        const QString algorithm = !reading.multiplies() ? QStringLiteral("collective")
                                  : section.serialized  ? QStringLiteral("naive")
                                                        : QStringLiteral("pipelined");
        for (const auto& lane : section.gantt.lanes) {
            for (const auto& bar : lane.bars) {
                const QStringList cells{algorithm,
                                        QString::number(collective.chipOfWhole(lane.row.chip, 0)),
                                        rowName(reading, lane.row),
                                        QString::number(bar.step + 1),
                                        barName({reading, section, lane, bar}),
                                        cell(bar.start),
                                        cell(bar.end),
                                        cell(bar.arrival),
                                        cell(exposedSeconds(reading, section.gantt, lane, bar)),
                                        cell(bar.bytes)};
                text += cells.join(u',') + u'\n';
            }
        }
    }
    return text.toUtf8();
}

void paintTimeline(QPainter& painter, const TimelineScene& scene, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const QRectF& lane : scene.lanes)
        painter.fillRect(lane, mixed(theme.panel, theme.text, 0.035));
    paintAxis(painter, scene, theme);
    qreal drawn = -1; // bars narrower than a pixel would be drawn one upon the other
    for (const TimelineBox& box : scene.boxes) {
        if (box.area.width() < 1 && std::abs(box.area.left() - drawn) < 1)
            continue;
        drawn = box.area.left();
        paintBox(painter, box, theme, scene.unit);
    }
    paintBracket(painter, scene, theme);
    paintLegend(painter, scene, theme);
    for (const TimelineText& text : scene.texts) {
        const auto weight = text.strong ? QFont::DemiBold : QFont::Normal;
        const Label label(text.text, chartFont(text.size, weight), text.muted ? theme.muted : theme.text);
        if (text.align & Qt::AlignRight)
            label.drawRight(painter, QPointF(text.area.right(), text.area.center().y()));
        else
            label.drawLeft(painter, QPointF(text.area.left(), text.area.center().y()));
    }
    painter.restore();
}

void paintMoment(QPainter& painter, const TimelineScene& scene, double seconds, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal unit = scene.unit;
    const qreal x = scene.xOf(seconds);
    painter.setPen(QPen(theme.accent, 1.5 * unit));
    painter.drawLine(QPointF(x, scene.plot.top() - 3 * unit), QPointF(x, scene.plot.top() + 2 * unit));
    for (const QRectF& block : scene.blocks)
        painter.drawLine(QPointF(x, block.top()), QPointF(x, block.bottom()));
    const QString text = timeText(seconds, timelineDigits);
    const Label label(text, chartFont(11 * unit, QFont::Medium), theme.onAccent);
    const qreal half = label.size().width() / 2 + 5 * unit;
    const qreal middle = std::clamp(x, half, std::max(half, scene.size.width() - half));
    const QRectF plate(middle - half, scene.plot.top() - 21 * unit, 2 * half, 17 * unit);
    for (const TimelineTick& tick : scene.ticks) { // none shows half of its text beside the plate
        const Label covered = tickLabel(tick, scene, theme);
        const QRectF area = covered.outline(tickCentre(tick, covered, scene)).boundingRect();
        if (area.intersects(plate))
            painter.fillRect(area, theme.panel);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(plate, 4 * unit, 4 * unit);
    label.draw(painter, plate.center());
    painter.restore();
}

} // namespace ui
