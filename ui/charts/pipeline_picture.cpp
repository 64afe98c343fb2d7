// SPDX-License-Identifier: GPL-3.0-or-later
// The present pipeline under each schedule on one clock: stages by microbatches, idle share, and activations in flight.
#include "core/evaluate/evaluate.h"
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/held_curve.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/pipeline_reading.h"
#include "ui/charts/step_bars.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

namespace ui
{

namespace
{

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

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges&, Output) override
    {
        Painted painted;
        m_boxes.clear();
        const auto sizes = ChartSizes::of(size);
        const qreal top = sizes.px(26), height = (size.height() - top - sizes.px(6)) / 4;
        paintKey(painter, sizes, theme);
        for (std::size_t i = 0; i < m_panels.size(); ++i)
            paintPanel(painter, m_panels[i],
                       QRectF(sizes.px(10), top + height * static_cast<qreal>(i), size.width() - sizes.px(20),
                              height - sizes.px(6)),
                       sizes, theme, painted.marks);
        addMarks(painted.marks, m_boxes);
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
                tr("activations of at most %1 microbatches on stage 1, %2")
                    .arg(panel.maxHeld())
                    .arg(toText(core::format(bytes, core::dim::byte, {.bytes = m_unit})))};
    }

    void paintKey(QPainter& painter, const ChartSizes& sizes, const Theme& theme) const
    {
        const BarInks inks(theme);
        QPointF at(sizes.px(10), sizes.px(13));
        for (const auto pass : {core::SlotKind::forward, core::SlotKind::backward, core::SlotKind::weights}) {
            const auto& ink = inks.of({.pass = pass});
            const QRectF box(at.x(), at.y() - sizes.px(5), sizes.px(16), sizes.px(10));
            painter.setPen(QPen(ink.edge, 1));
            painter.setBrush(ink.fill);
            painter.drawRect(box);
            const Label label(passName(pass), chartFont(sizes.small), theme.muted);
            label.drawLeft(painter, {box.right() + sizes.px(5), at.y()});
            at.rx() = box.right() + sizes.px(19) + label.size().width();
        }
        Label(tr("below: saved activations of each stage; stage 1 is filled"), chartFont(sizes.small), theme.muted)
            .drawLeft(painter, at);
    }

    void paintPanel(QPainter& painter, const PipelinePanel& panel, const QRectF& area, const ChartSizes& sizes,
                    const Theme& theme, std::vector<Mark>& marks)
    {
        QPointF at(area.left(), area.top() + sizes.px(9));
        const Label name(panel.name, chartFont(sizes.text, QFont::DemiBold), panel.present ? theme.accent : theme.text);
        name.drawLeft(painter, at);
        at.rx() += name.size().width() + sizes.px(10);
        const auto facts = factsOf(panel);
        for (int i = 0; i < facts.size(); ++i) {
            const std::array ids{QString(), // idle is what is drawn, not the formula's time.bubble
                                 QStringLiteral("step.simulated"), QStringLiteral("step.held@1")};
            paintNumber(painter, sizes, at, facts[i], panel.present ? ids[static_cast<std::size_t>(i)] : QString(),
                        theme, marks);
            at.rx() += sizes.px(12);
        }
        if (panel.present)
            paintNumber(painter, sizes, at, tr("the present schedule"), {}, theme, marks);
        const qreal curve = std::min(sizes.px(22), area.height() / 5);
        const QRectF lanes(area.left(), area.top() + sizes.px(20), area.width(),
                           area.height() - sizes.px(22) - curve - sizes.px(4));
        if (lanes.height() > 4)
            paintLanes(painter, panel, lanes, sizes, theme);
        paintHeld(painter, panel, {area.left(), area.bottom() - curve, area.width(), curve}, sizes, theme);
    }

    void paintLanes(QPainter& painter, const PipelinePanel& panel, const QRectF& lanes, const ChartSizes& sizes,
                    const Theme& theme)
    {
        const qreal height = lanes.height() / static_cast<qreal>(panel.stages.size());
        const qreal gap = height > 5 ? 1 : 0;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t stage = 0; stage < panel.stages.size(); ++stage) {
            const QRectF lane(lanes.left(), lanes.top() + height * static_cast<qreal>(stage), lanes.width(),
                              height - gap);
            painter.fillRect(lane, mixed(theme.panel, theme.text, 0.045));
            paintPasses(painter, panel, stage, lane, sizes, theme);
        }
        painter.restore();
    }

    void paintPasses(QPainter& painter, const PipelinePanel& panel, std::size_t stage, const QRectF& lane,
                     const ChartSizes& sizes, const Theme& theme)
    {
        const BarInks inks(theme);
        const QFont font = chartFont(std::min(sizes.small, lane.height() * 0.8));
        const qreal room = QFontMetricsF(font).horizontalAdvance(QString::number(panel.parts.microbatches)) + 3;
        const double pixel = m_end / lane.width();
        BarRuns runs;
        for (const PassPiece& piece : passPieces(panel.stages[stage].passes, minPixels * pixel)) {
            const qreal left = lane.left() + piece.pass.start / pixel;
            const QRectF box(left, lane.top(), std::max(1.0, (piece.pass.end - piece.pass.start) / pixel),
                             lane.height());
            const auto inkOf = [&](std::size_t kind) {
                return inks.of({.pass = static_cast<core::SlotKind>(kind)}).fill;
            };
            const auto kind = static_cast<std::size_t>(piece.pass.kind);
            m_boxes.push_back({box, &panel, stage, piece});
            if (piece.passes == 1 && box.width() > minPixels) {
                painter.fillRect(box.adjusted(0, 0, -1, 0), inkOf(kind));
                if (box.width() > room && lane.height() > 7)
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
    }

    /// Activations over time, as high as the most of all schedules.
    void paintHeld(QPainter& painter, const PipelinePanel& panel, const QRectF& area, const ChartSizes& sizes,
                   const Theme& theme) const
    {
        const HeldScale scale{m_max * panel.parts.chunks, 0, m_end};
        for (std::size_t stage = 0; stage < panel.stages.size(); ++stage)
            paintHeldCurve(painter, panel.stages[stage].held, area, scale, sizes, theme, stage == 0);
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
