// SPDX-License-Identifier: GPL-3.0-or-later
// The present pipeline under each schedule on one clock: stages by microbatches, idle share, and activations in flight.
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/step_frame.h"
#include "ui/charts/step_words.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::PipelinePicture", text); }

/// One schedule of the present step.
struct Panel {
    QString name;
    core::StepTimeline step;
    bool present = false;
    double idle = 0; // share of the time until the last slot ends
};

/// How many microbatches times chunks a stage holds from a moment on.
struct Held {
    double from = 0;
    int count = 0;
};

std::vector<Held> heldOf(const core::StageLine& line)
{
    std::vector<Held> changes;
    for (const auto& pass : line.passes)
        if (pass.kind != core::SlotKind::weights)
            changes.push_back(pass.kind == core::SlotKind::forward ? Held{pass.start, 1} : Held{pass.end, -1});
    std::ranges::stable_sort(changes, {}, &Held::from);
    for (std::size_t i = 1; i < changes.size(); ++i)
        changes[i].count += changes[i - 1].count;
    return changes;
}

double idleShare(const core::StepTimeline& step)
{
    double end = 0, busy = 0;
    for (const auto& line : step.stages) {
        end = std::max(end, line.slotsEnd);
        for (const auto& pass : line.passes)
            busy += pass.end - pass.start;
    }
    return end > 0 ? 1 - busy / end / static_cast<double>(step.stages.size()) : 0;
}

/// All four, or the sentence that says why there are none.
tl::expected<std::vector<Panel>, QString> panelsOf(const core::Scenario& present)
{
    if (!present.presets)
        return tl::unexpected(tr("No pipeline to show."));
    std::vector<Panel> panels;
    for (const auto& [schedule, name] : {std::pair(core::PipeSchedule::gpipe, "GPipe"),
                                         {core::PipeSchedule::oneForwardOneBackward, "1F1B"},
                                         {core::PipeSchedule::interleaved, "Interleaved, %1 chunks a stage"},
                                         {core::PipeSchedule::zeroBubble, "ZB-H1"}}) {
        core::Scenario s = present;
        s.pipe.schedule = schedule;
        if (schedule == core::PipeSchedule::interleaved)
            s.pipe.chunks = std::max(2.0, s.pipe.chunks);
        auto step = core::stepTimeline(s);
        if (!step)
            return tl::unexpected(toText(step.error()) + u'.');
        if (step->stages.size() < 2)
            return tl::unexpected(
                tr("There is one stage. Give an axis of the mesh the role pipeline to see its schedules."));
        if (!step->parts.backward)
            return tl::unexpected(tr("Schedules differ where a backward pass follows: choose training with both "
                                     "passes."));
        Panel panel{tr(name), *std::move(step), schedule == present.pipe.schedule, 0};
        panel.idle = idleShare(panel.step);
        if (schedule == core::PipeSchedule::interleaved)
            panel.name = panel.name.arg(panel.step.parts.chunks);
        panels.push_back(std::move(panel));
    }
    return panels;
}

/// Microbatches whose saved activations stage 1 has at most; a chunk counts as its share of the layers.
double mostHeld(const Panel& panel)
{
    return panel.step.stages.front().inFlight / static_cast<double>(panel.step.parts.chunks);
}

/// A pass on the paper.
struct PassBox {
    QRectF area;
    const Panel* panel = nullptr;
    std::size_t stage = 0;
    core::StagePass pass;
};

class PipelinePicture : public Picture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_boxes.clear();
        m_absence.clear();
        auto panels = panelsOf(snapshot.scenario);
        if (!panels)
            m_absence = panels.error();
        m_panels = panels ? *std::move(panels) : std::vector<Panel>();
        m_end = 0;
        m_most = 1;
        for (const Panel& panel : m_panels) {
            m_end = std::max(m_end, panel.step.end);
            m_most = std::max(m_most, mostHeld(panel));
        }
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        QStringList said;
        for (const Panel& panel : m_panels)
            said.append(panel.name + QStringLiteral(": ") + factsOf(panel).join(QStringLiteral(", ")));
        return said.join(QStringLiteral("; ")) + u'.';
    }

    QString absence() const override
    {
        return m_panels.empty() && m_absence.isEmpty() ? tr("No pipeline to show.") : m_absence;
    }

    AxisRanges ranges() const override { return {.xMax = 1, .yMax = 1}; }
    AxisRanges heldRanges(const AxisRanges& shown) const override { return shown; }

    Painted paint(QPainter& painter, const QRectF& area, const Theme& theme, const AxisRanges&, Output) override
    {
        Painted painted;
        painter.save();
        painter.translate(area.topLeft());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillRect(QRectF(QPointF(), area.size()), theme.panel);
        m_boxes.clear();
        if (absence().isEmpty()) {
            const auto sizes = ChartSizes::of(area.size());
            const qreal top = sizes.px(26), height = (area.height() - top - sizes.px(6)) / 4;
            paintKey(painter, sizes, theme);
            for (std::size_t i = 0; i < m_panels.size(); ++i)
                paintPanel(painter, m_panels[i],
                           QRectF(sizes.px(10), top + height * static_cast<qreal>(i), area.width() - sizes.px(20),
                                  height - sizes.px(6)),
                           sizes, theme, painted.marks);
            paintBoxMarks(painted.marks);
        } else {
            drawSentence(painter, absence(), area.size(), theme);
        }
        painter.restore();
        return painted;
    }

    void complete(Mark& mark) const override
    {
        if (mark.detail < 0 || mark.detail >= static_cast<int>(m_boxes.size()))
            return;
        const PassBox& box = m_boxes[static_cast<std::size_t>(mark.detail)];
        mark.heading = tr("Microbatch %1, %2").arg(box.pass.microbatch + 1).arg(passName(box.pass.kind));
        mark.lines = {
            box.panel->name, tr("stage %1").arg(box.stage + 1),
            tr("%1 from %2 to %3")
                .arg(clockText(box.pass.end - box.pass.start), clockText(box.pass.start), clockText(box.pass.end))};
        if (box.panel->step.parts.chunks > 1)
            mark.lines.insert(2, tr("chunk %1 of %2").arg(box.pass.chunk + 1).arg(box.panel->step.parts.chunks));
    }

private:
    QStringList factsOf(const Panel& panel) const
    {
        return {tr("%1 idle").arg(percentText(panel.idle)), tr("ends at %1").arg(clockText(panel.step.end)),
                tr("activations of at most %1 microbatches on stage 1").arg(mostHeld(panel))};
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
        Label(tr("below: saved activations on stage 1, in microbatches"), chartFont(sizes.small), theme.muted)
            .drawLeft(painter, at);
    }

    void paintPanel(QPainter& painter, const Panel& panel, const QRectF& area, const ChartSizes& sizes,
                    const Theme& theme, std::vector<Mark>& marks)
    {
        QPointF at(area.left(), area.top() + sizes.px(9));
        const Label name(panel.name, chartFont(sizes.text, QFont::DemiBold), panel.present ? theme.accent : theme.text);
        name.drawLeft(painter, at);
        at.rx() += name.size().width() + sizes.px(10);
        const auto facts = factsOf(panel);
        for (int i = 0; i < facts.size(); ++i) {
            const bool derived = panel.present && i == 1; // idle is what is drawn, not the formula's time.bubble
            paintNumber(painter, sizes, at, facts[i], derived ? QStringLiteral("step.simulated") : QString(), theme,
                        marks);
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

    void paintLanes(QPainter& painter, const Panel& panel, const QRectF& lanes, const ChartSizes& sizes,
                    const Theme& theme)
    {
        const BarInks inks(theme);
        const qreal height = lanes.height() / static_cast<qreal>(panel.step.stages.size());
        const qreal gap = height > 5 ? 1 : 0;
        const QFont font = chartFont(std::min(sizes.small, height * 0.8));
        const QFontMetricsF metrics(font);
        const qreal room = metrics.horizontalAdvance(QString::number(panel.step.parts.microbatches)) + 3;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t stage = 0; stage < panel.step.stages.size(); ++stage) {
            const qreal top = lanes.top() + height * static_cast<qreal>(stage);
            painter.fillRect(QRectF(lanes.left(), top, lanes.width(), height - gap),
                             mixed(theme.panel, theme.text, 0.045));
            qreal drawn = -1; // narrower than a pixel: not twice at one place
            for (const auto& pass : panel.step.stages[stage].passes) {
                const qreal left = lanes.left() + lanes.width() * pass.start / m_end;
                const qreal right = lanes.left() + lanes.width() * pass.end / m_end;
                if (right - drawn < 1)
                    continue;
                drawn = right;
                const QRectF box(left, top, std::max(1.0, right - left), height - gap);
                const auto& ink = inks.of({.pass = pass.kind});
                painter.fillRect(box.adjusted(0, 0, box.width() > 3 ? -1 : 0, 0), ink.fill);
                if (box.width() > room && height > 7)
                    Label(QString::number(pass.microbatch + 1), font, theme.text).draw(painter, box.center());
                m_boxes.push_back({box, &panel, stage, pass});
            }
        }
        painter.restore();
    }

    /// Activations of stage 1 over time, as high as the most of all schedules.
    void paintHeld(QPainter& painter, const Panel& panel, const QRectF& area, const ChartSizes& sizes,
                   const Theme& theme) const
    {
        QPolygonF line{{area.bottomLeft()}};
        const double most = m_most * panel.step.parts.chunks;
        const auto yOf = [&](int count) { return area.bottom() - (area.height() - 2) * count / most; };
        int before = 0;
        for (const Held& held : heldOf(panel.step.stages.front())) {
            const qreal x = area.left() + area.width() * held.from / m_end;
            line << QPointF(x, yOf(before)) << QPointF(x, yOf(held.count));
            before = held.count;
        }
        line << QPointF(line.last().x(), area.bottom());
        painter.setPen(QPen(theme.muted, sizes.px(1.2)));
        painter.setBrush(mixed(theme.panel, theme.muted, 0.2));
        painter.drawPolygon(line);
    }

    void paintBoxMarks(std::vector<Mark>& marks) const
    {
        marks.reserve(marks.size() + m_boxes.size());
        for (std::size_t i = 0; i < m_boxes.size(); ++i) {
            Mark mark;
            mark.area = corners(m_boxes[i].area);
            mark.detail = static_cast<int>(i);
            marks.push_back(std::move(mark));
        }
    }

    std::vector<Panel> m_panels;
    QString m_absence;
    std::vector<PassBox> m_boxes; // of the last painting
    double m_end = 0;             // of the longest
    double m_most = 1;            // of mostHeld
};

} // namespace

std::unique_ptr<Picture> pipelinePicture() { return std::make_unique<PipelinePicture>(); }

double pipelineRows(const Snapshot& snapshot)
{
    double rows = 0;
    if (const auto panels = panelsOf(snapshot.scenario))
        for (const Panel& panel : *panels)
            rows += panel.step.parts.passes();
    return rows;
}

TableRows pipelineTable(const Snapshot& snapshot)
{
    TableRows rows{{"schedule", "stage", "pass", "microbatch", "chunk", "start_s", "end_s"}};
    const auto panels = panelsOf(snapshot.scenario);
    if (!panels)
        return rows;
    for (const Panel& panel : *panels)
        for (std::size_t stage = 0; stage < panel.step.stages.size(); ++stage)
            for (const auto& pass : panel.step.stages[stage].passes)
                rows.push_back({std::string(core::nameOf(panel.step.parts.schedule)), std::to_string(stage + 1),
                                passName(pass.kind).toStdString(), std::to_string(pass.microbatch + 1),
                                std::to_string(pass.chunk + 1), tableCell(pass.start), tableCell(pass.end)});
    return rows;
}

} // namespace ui
