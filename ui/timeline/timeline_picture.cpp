// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and tables of timelines.
#include "ui/timeline/timeline_picture.h"

#include "core/collectives/whole_torus.h"
#include "core/quantity/format.h"
#include "ui/charts/chart_style.h"
#include "ui/playback/shards.h"
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

} // namespace

TimelineScene layoutTimelinePicture(const core::WholeCollective& collective, const Snapshot& snapshot,
                                    const QSizeF& size)
{
    const qreal unit = ChartSizes::of(size).unit;
    const int chips = collective.study.schedule.topology.chips();
    const bool several = collective.study.matmul && chips <= maxTimelineChips;
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
    const int chips = collective.study.schedule.topology.chips();
    const bool all = collective.study.matmul && chips <= maxTimelineChips;
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

} // namespace ui
