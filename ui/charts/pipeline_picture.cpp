// SPDX-License-Identifier: GPL-3.0-or-later
// The present pipeline under each schedule on one clock: stages by microbatches, idle share, and activations in flight.
// A zoom goes along the clock.
#include "core/evaluate/evaluate.h"
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/held_curve.h"
#include "ui/charts/phrases.h"
#include "ui/charts/pipeline_reading.h"
#include "ui/charts/step_bars.h"
#include "ui/charts/step_layout.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui
{

namespace
{

constexpr double minPipelineSpan = 1. / 16; // of the longest step: its moments are told apart

/// A pass on the paper.
struct PassBox {
    QRectF area;
    const PipelinePanel* panel = nullptr;
    std::size_t stage = 0;
    PassPiece piece;
};

class PipelinePicture : public BoxPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_boxes.clear();
        m_absence.clear();
        m_unit = snapshot.scenario.conv.unit;
        auto panels = pipelinePanels(snapshot.scenario);
        if (!panels)
            m_absence = panels.error();
        m_panels = panels ? *std::move(panels) : std::vector<PipelinePanel>();
        m_end = 0;
        m_max = 1;
        for (const PipelinePanel& panel : m_panels) {
            m_end = std::max(m_end, panel.end);
            m_max = std::max(m_max, panel.maxHeld());
        }
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        QStringList said;
        for (const PipelinePanel& panel : m_panels)
            said.append(panel.name + QStringLiteral(": ") + factsOf(panel).join(QStringLiteral(", ")));
        return said.join(QStringLiteral("; ")) + u'.';
    }

    QString absence() const override
    {
        return m_panels.empty() && m_absence.isEmpty() ? tr("No pipeline to show.") : m_absence;
    }

    AxisRanges ranges() const override { return stepRanges(0, 1); }

    /// All stages of all schedules stay in sight.
    AxisRanges limited(const AxisRanges& asked) const override { return limitedStepRanges(asked, minPipelineSpan, 1); }

    qreal heightFor(qreal width) const override
    {
        const auto sizes = ChartSizes::of({width, 0});
        return m_panels.empty() ? 0
                                : topOf(width, sizes) +
                                      sizes.px(stepPanelsHeight(linesOn(width, sizes), minLanes(width, sizes)) + 2);
    }

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges& ranges,
                       Output) override
    {
        Painted painted;
        m_boxes.clear();
        auto clock = clockOf(size, ranges);
        const auto panels = stepPanels(clock.plot, linesOn(size.width(), clock.sizes), clock.sizes);
        const qreal curve = std::min(clock.sizes.px(22), panels.front().lanes.height() / 3);
        for (std::size_t i = 0; i < panels.size(); ++i)
            addLanes(clock, i, panels[i].lanes.adjusted(0, 0, 0, -curve - clock.sizes.px(4)));
        paintKey(painter, size.width(), clock.sizes, theme);
        paintPanelsAxis(painter, clock, panels, theme);
        auto lane = clock.lanes.begin();
        for (std::size_t i = 0; i < panels.size(); ++i) {
            const auto& [words, lanes] = panels[i];
            paintPhrases(painter, phrasesOf(m_panels[i]), words.topLeft() + QPointF(0, clock.sizes.px(9)),
                         words.right(), panelLook, clock.sizes, theme, painted.marks);
            for (; lane != clock.lanes.end() && lane->band == i; ++lane)
                paintPasses(painter, m_panels[i], *lane, clock, theme);
            paintHeld(painter, m_panels[i], {lanes.left(), lanes.bottom() - curve, lanes.width(), curve}, clock, theme);
        }
        addMarks(painted.marks, m_boxes);
        painted.axes = clock.plot;
        return painted;
    }

    void complete(Mark& mark) const override
    {
        if (mark.detail < 0 || mark.detail >= static_cast<int>(m_boxes.size()))
            return;
        const PassBox& box = m_boxes[static_cast<std::size_t>(mark.detail)];
        const auto& pass = box.piece.pass;
        mark.heading = box.piece.passes > 1 ? tr("%1 passes").arg(box.piece.passes)
                                            : tr("Microbatch %1, %2").arg(pass.microbatch + 1).arg(passName(pass.kind));
        mark.lines = {box.panel->name, tr("stage %1").arg(box.stage + 1),
                      tr("%1 from %2 to %3")
                          .arg(timeText(std::accumulate(box.piece.busy.begin(), box.piece.busy.end(), 0.0)),
                               timeText(pass.start), timeText(pass.end))};
        if (box.panel->parts.chunks > 1 && box.piece.passes == 1)
            mark.lines.insert(2, tr("chunk %1 of %2").arg(pass.chunk + 1).arg(box.panel->parts.chunks));
    }

private:
    QStringList factsOf(const PipelinePanel& panel) const
    {
        const auto bytes = panel.maxHeld() * panel.parts.chunks * panel.heldBytes;
        return {tr("%1 idle").arg(percentText(panel.idle)), tr("ends at %1").arg(timeText(panel.end)),
                tr("stage 1 keeps at most %1 microbatches").arg(panel.maxHeld()),
                tr("%1 of activations").arg(toText(core::format(bytes, core::dim::byte, {.bytes = m_unit})))};
    }

    /// Name and facts of a schedule; numbers of the present one explain themselves.
    std::vector<Phrase> phrasesOf(const PipelinePanel& panel) const
    {
        std::vector<Phrase> phrases{{panel.name, {}, true, panel.present}};
        const std::array ids{QString(), // idle is what is drawn, not the formula's time.bubble
                             QStringLiteral("step.simulated"), QString(), QStringLiteral("step.held@1")};
        const auto facts = factsOf(panel);
        for (std::size_t i = 0; i < ids.size(); ++i)
            phrases.push_back({facts[static_cast<qsizetype>(i)], panel.present ? ids[i] : QString()});
        if (panel.present)
            phrases.push_back({tr("the present schedule")});
        return phrases;
    }

    /// Units, of the lanes of a schedule with its activations; on narrow paper, where the page scrolls anyway, more.
    qreal minLanes(qreal width, const ChartSizes& sizes) const
    {
        const auto stages = static_cast<qreal>(m_panels.front().stages.size());
        return std::clamp<qreal>(26 + 6 * stages, 50, width < sizes.px(480) ? 110 : 60);
    }

    std::vector<int> linesOn(qreal width, const ChartSizes& sizes) const
    {
        const auto phrases = [this](const PipelinePanel& panel) { return phrasesOf(panel); };
        return panelLines(m_panels, phrases, width, sizes);
    }

    /// Where the lanes begin, below the key and the clock.
    qreal topOf(qreal width, const ChartSizes& sizes) const
    {
        const QPointF end = paintLegend(nullptr, key(), {sizes.px(panelEdge), sizes.px(13)}, width - sizes.px(4), sizes,
                                        Theme::light());
        return end.y() + sizes.px(35);
    }

    StepLayout clockOf(const QSizeF& size, const AxisRanges& ranges) const
    {
        StepLayout out;
        out.sizes = ChartSizes::of(size);
        out.plot = QRectF(QPointF(out.sizes.px(panelEdge), topOf(size.width(), out.sizes)),
                          QPointF(size.width() - out.sizes.px(panelEdge), size.height() - out.sizes.px(2)));
        out.from = std::log(ranges.xMin) * m_end;
        out.to = std::log(ranges.xMax) * m_end;
        return out;
    }

    /// Of all stages of a schedule.
    void addLanes(StepLayout& clock, std::size_t panel, const QRectF& area) const
    {
        const auto stages = m_panels[panel].stages.size();
        const qreal height = area.height() / static_cast<qreal>(stages);
        for (std::size_t stage = 0; stage < stages && area.height() > 4; ++stage)
            clock.lanes.push_back({{area.left(), area.top() + height * static_cast<qreal>(stage), area.width(),
                                    height - (height > 5 ? 1 : 0)},
                                   stage,
                                   {},
                                   panel});
    }

    static std::vector<LegendEntry> key()
    {
        return {legendOf(core::SlotKind::forward), legendOf(core::SlotKind::backward),
                legendOf(core::SlotKind::weights)};
    }

    static void paintKey(QPainter& painter, qreal width, const ChartSizes& sizes, const Theme& theme)
    {
        const qreal right = width - sizes.px(4);
        const QPointF at = paintLegend(&painter, key(), {sizes.px(panelEdge), sizes.px(13)}, right, sizes, theme);
        for (const QString& words :
             {tr("below: saved activations of each stage; stage 1 is filled"), tr("below: saved activations")}) {
            const Label label(words, chartFont(sizes.small), theme.muted);
            if (at.x() + label.size().width() > right)
                continue;
            label.drawLeft(painter, at);
            return;
        }
    }

    void paintPasses(QPainter& painter, const PipelinePanel& panel, const StepLane& on, const StepLayout& clock,
                     const Theme& theme)
    {
        const BarInks inks(theme);
        const QRectF& lane = on.box;
        const QFont font = chartFont(clock.sizes.small);
        const qreal room = QFontMetricsF(font).horizontalAdvance(QString::number(panel.parts.microbatches)) + 3;
        const bool hasNumbers = lane.height() * 0.8 >= clock.sizes.small;
        BarRuns runs;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setClipRect(lane, Qt::IntersectClip);
        for (const PassPiece& piece : passPieces(panel.stages[on.stage].passes, minPixels * clock.pixel())) {
            const qreal left = clock.xOf(piece.pass.start);
            const QRectF box(left, lane.top(), std::max(1.0, clock.xOf(piece.pass.end) - left), lane.height());
            if (box.right() < lane.left() || box.left() > lane.right())
                continue;
            const auto inkOf = [&](std::size_t kind) {
                return inks.of({.pass = static_cast<core::SlotKind>(kind)}).fill;
            };
            m_boxes.push_back({box.intersected(lane), &panel, on.stage, piece});
            if (piece.passes == 1 && box.width() > minPixels) {
                painter.fillRect(box.adjusted(0, 0, -1, 0), inkOf(static_cast<std::size_t>(piece.pass.kind)));
                if (hasNumbers && box.width() > room)
                    Label(QString::number(piece.pass.microbatch + 1), font, theme.text).draw(painter, box.center());
                continue;
            }
            // Together: each kind as high as the share of time that it takes.
            qreal bottom = box.bottom();
            for (std::size_t k = 0; k < piece.busy.size(); ++k) {
                const qreal high = box.height() * piece.busy[k] / std::max(piece.pass.end - piece.pass.start, 1e-300);
                if (high > 0)
                    runs.add({box.left(), bottom - high, box.width(), high}, inkOf(k));
                bottom -= high;
            }
        }
        runs.draw(painter, false);
        painter.restore();
    }

    /// Activations over time, as high as the most of all schedules.
    void paintHeld(QPainter& painter, const PipelinePanel& panel, const QRectF& area, const StepLayout& clock,
                   const Theme& theme) const
    {
        const HeldScale scale{m_max * panel.parts.chunks, clock.from, clock.to};
        for (std::size_t stage = 0; stage < panel.stages.size(); ++stage)
            paintHeldCurve(painter, panel.stages[stage].held, area, scale, clock.sizes, theme, stage == 0);
    }

    std::vector<PipelinePanel> m_panels;
    core::ByteUnits m_unit{};
    QString m_absence;
    std::vector<PassBox> m_boxes; // of the last painting
    double m_end = 0;             // of the longest
    double m_max = 1;             // of maxHeld
};

} // namespace

std::unique_ptr<Picture> pipelinePicture() { return std::make_unique<PipelinePicture>(); }

double pipelineRows(const Snapshot& snapshot)
{
    double rows = 0;
    (void)eachSchedule(snapshot.scenario, [&rows](const QString&, const core::Scenario&,
                                                  const core::StepTimeline& step) { rows += step.parts.passes(); });
    return rows;
}

/// `held_bytes`: on a chip of the stage when the pass has ended.
TableRows pipelineTable(const Snapshot& snapshot)
{
    const TableRows head{{"schedule", "stage", "pass", "microbatch", "chunk", "start_s", "end_s", "held_bytes"}};
    TableRows rows = head;
    const auto put = [&rows](const QString&, const core::Scenario& s, const core::StepTimeline& step) {
        const double each = core::heldBytes(s, step, core::evaluate(s).memory);
        for (std::size_t stage = 0; stage < step.stages.size(); ++stage) {
            double held = 0;
            for (const auto& pass : step.stages[stage].passes) {
                held += core::heldMore(pass.kind);
                rows.push_back({std::string(core::nameOf(step.parts.schedule)), std::to_string(stage + 1),
                                passName(pass.kind).toStdString(), std::to_string(pass.microbatch + 1),
                                std::to_string(pass.chunk + 1), tableCell(pass.start), tableCell(pass.end),
                                tableCell(held * each)});
            }
        }
    };
    return eachSchedule(snapshot.scenario, put) ? rows : head;
}

} // namespace ui
