// SPDX-License-Identifier: GPL-3.0-or-later
// A step on one clock: for each stage a row of bars for math, HBM, each mesh axis and the network between slices.
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "core/timeline/fill_parts.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/hatch.h"
#include "ui/charts/held_curve.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/phrases.h"
#include "ui/charts/step_bars.h"
#include "ui/charts/step_layout.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ui
{

namespace
{

constexpr double minStepSpan = 1e-7; // of the step

class StepPicture : public BoxPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_reading = StepReading::of(snapshot);
        m_fill = m_reading.step ? core::fillParts(*m_reading.step) : std::vector<core::FillPart>();
        m_boxes.clear();
        readHeld(snapshot);
        readCompared(snapshot);
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        const auto& step = *m_reading.step;
        QString said = tr("The step ends at %1 on its clock; by formula it takes %2.")
                           .arg(timeText(step.end, 4), timeText(step.parts.charged, 4));
        for (const auto& part : m_fill)
            said += u' ' + tr("%1 %2: %3.").arg(toText(part.name), timeText(part.seconds), toText(part.reason));
        if (!m_held.empty())
            said += u' ' + tr("Saved activations: %1 on stage 1 at most.").arg(heldText(0));
        return said;
    }

    QString absence() const override
    {
        return m_reading.step || !m_reading.absence.isEmpty() ? m_reading.absence : tr("No step to show.");
    }

    AxisRanges ranges() const override { return stepRanges(0, 1); }

    /// Not beyond the step, and not nearer than one stage.
    AxisRanges limited(const AxisRanges& asked) const override
    {
        const double stages = m_reading.step ? static_cast<double>(m_reading.step->stages.size()) : 1;
        return limitedStepRanges(asked, minStepSpan, 1 / stages);
    }

    bool pointAt(const QString& place) override
    {
        if (place.startsWith(QLatin1String("moment "))) { // of a playing step, as a share of it
            m_moment = place.mid(7).toDouble();
            return true;
        }
        const auto at = place.startsWith(QLatin1String("fill ")) ? place.mid(5).toInt() : -1;
        return std::exchange(m_lit, at) != at;
    }

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges& ranges,
                       Output output) override
    {
        Painted painted;
        m_boxes.clear();
        const auto layout = stepLayout(*m_reading.step, size, ranges, m_compared.size());
        paintStepAxis(painter, layout, theme);
        m_boxes = paintStepBars(painter, m_reading, layout, theme, output == Output::screen);
        paintHeld(painter, layout, theme, painted.marks);
        if (m_moment)
            paintMoment(painter, layout, *m_moment * m_reading.step->updated(), theme);
        paintCompared(painter, layout, theme, painted.marks);
        paintNames(painter, layout, theme, painted.marks);
        paintStepFill(painter, layout, m_fill, m_lit, theme, painted.marks);
        const QPointF behind = paintStepLegend(painter, layout, *m_reading.step, size.width(), theme);
        const bool said = std::ranges::none_of(m_boxes, core::isMerged, &StepBox::piece) ||
                          paintMergedLegend(painter, behind, size.width() - layout.sizes.px(4), layout.sizes, theme);
        paintFoot(painter, layout, size, theme, painted.marks, said ? QString() : heightWords(true));
        painted.axes = layout.plot;
        return painted;
    }

    std::vector<Mark> farMarks() const override
    {
        std::vector<Mark> marks;
        addMarks(marks, m_boxes);
        return marks;
    }

    void complete(Mark& mark) const override
    {
        if (mark.detail < 0 || mark.detail >= static_cast<int>(m_boxes.size()))
            return;
        const auto& box = m_boxes[static_cast<std::size_t>(mark.detail)];
        mark.heading = barName(m_reading, box.piece);
        mark.lines = box.matmul.isEmpty() ? barLines(m_reading, box.piece) : matmulLines(box.piece);
        if (!box.matmul.isEmpty())
            mark.heading = tr("%1 of %2").arg(box.matmul, layerName(box.piece));
        if (m_reading.step->stages.size() > 1)
            mark.lines.prepend(tr("stage %1").arg(box.stage + 1));
        mark.number = barNumber(box.piece);
    }

private:
    void readHeld(const Snapshot& snapshot)
    {
        constexpr double moments = 65536; // that are told apart: a zoom into as many shows lines
        m_held.clear();
        m_unit = snapshot.scenario.conv.unit;
        const auto* step = m_reading.step.get();
        if (!step || !step->parts.backward)
            return;
        m_each = core::heldBytes(snapshot.scenario, *step, snapshot.report.memory);
        m_max = 1;
        for (std::size_t stage = 0; stage < step->stages.size(); ++stage) {
            m_held.push_back(core::thinned(core::heldActivations(*step, stage), step->end / moments));
            m_max = std::max(m_max, core::maxHeld(m_held.back()).held);
        }
    }

    QString heldText(std::size_t stage) const
    {
        return toText(core::format(core::maxHeld(m_held[stage]).held * m_each, core::dim::byte, {.bytes = m_unit}));
    }

    /// In the lanes without rows, as high as the most of all stages.
    void paintHeld(QPainter& painter, const StepLayout& layout, const Theme& theme, std::vector<Mark>& marks) const
    {
        for (const StepLane& lane : layout.lanes) {
            const QRectF seen = lane.box.intersected(layout.plot);
            if (!lane.rows.empty() || seen.height() < 2)
                continue;
            painter.save();
            painter.setClipRect(layout.plot);
            paintHeldCurve(painter, m_held[lane.stage], lane.box, {m_max, layout.from, layout.to}, layout.sizes, theme,
                           true);
            painter.restore();
            const auto most = core::maxHeld(m_held[lane.stage]);
            marks.push_back(
                {corners(seen),
                 tr("Saved activations on stage %1: at most %2").arg(lane.stage + 1).arg(heldText(lane.stage)),
                 {tr("of %1, first at %2").arg(heldWords(most.held), timeText(most.at)),
                  tr("%1 each; they grow layer by layer and are used up by the backward pass")
                      .arg(toText(core::format(m_each, core::dim::byte, {.bytes = m_unit})))},
                 QStringLiteral("step.held@%1").arg(lane.stage + 1)});
        }
    }

    /// The step of a baseline on the same clock.
    struct Compared {
        QString name;
        core::Scenario scenario;
        std::size_t look = 0;
        double end = 0, exposed = 0; // seconds; `exposed`: of the axes, added
    };

    /// Those that are the same are not laid out again.
    void readCompared(const Snapshot& snapshot)
    {
        const auto before = std::exchange(m_compared, {});
        for (const Baseline& baseline : snapshot.baselines) {
            Compared one{baselineName(baseline), baseline.scenario, baseline.look};
            const auto same = std::ranges::find(before, one.scenario, &Compared::scenario);
            if (same != before.end()) {
                one.end = same->end;
                one.exposed = same->exposed;
            } else if (const auto step = core::stepTimeline(one.scenario)) {
                one.end = step->end;
                one.exposed = std::accumulate(step->exposed.begin() + 2, step->exposed.end(), 0.0);
            }
            m_compared.push_back(std::move(one));
        }
    }

    /// A thin row for each: until its step ends, at the end hatched as long as it is exposed.
    void paintCompared(QPainter& painter, const StepLayout& layout, const Theme& theme, std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = layout.sizes;
        for (std::size_t place = 0; place < m_compared.size(); ++place) {
            const Compared& one = m_compared[place];
            const qreal top = layout.plot.bottom() + sizes.px(4 + comparedRow * static_cast<qreal>(place));
            Label(baselineLook(one.look).sign, chartFont(sizes.small), theme.text)
                .drawRight(painter, {layout.plot.left() - sizes.px(8), top + sizes.px(5)});
            if (!(one.end > layout.from))
                continue;
            const qreal left = std::max(layout.xOf(0), layout.plot.left());
            const QRectF bar(left, top + sizes.px(1), std::min(layout.xOf(one.end), layout.plot.right()) - left,
                             sizes.px(8));
            const qreal open = std::max(left, layout.xOf(std::max(0.0, one.end - one.exposed)));
            if (open < bar.right())
                drawHatch(painter, QRectF(QPointF(open, bar.top()), bar.bottomRight()), Hatch::diagonal, theme.text,
                          sizes.px(4), sizes.px(0.8));
            drawBaselineBar(painter, {.area = {}, .size = {}, .ranges = {}, .theme = theme, .sizes = sizes}, one.look,
                            QRectF(bar.topLeft(), QPointF(layout.xOf(one.end), bar.bottom())), layout.plot.right());
            marks.push_back({corners(bar.adjusted(0, -2, 0, 2)),
                             one.name,
                             {tr("its step ends at %1").arg(timeText(one.end, 4)),
                              tr("%1 of it exposed on its axes, added").arg(timeText(one.exposed))},
                             {}});
        }
    }

    QString heldWords(double held) const
    {
        return m_reading.step->parts.chunks > 1 ? tr("%1 chunks of microbatches").arg(held)
               : held == 1                      ? tr("1 microbatch")
                                                : tr("%1 microbatches").arg(held);
    }

    void paintNames(QPainter& painter, const StepLayout& layout, const Theme& theme, std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = layout.sizes;
        if (m_reading.step->stages.size() > 1)
            for (std::size_t i = 0; i < layout.bands.size(); ++i) {
                const QRectF band = layout.bands[i].intersected(layout.plot);
                if (band.height() < sizes.px(10) && (layout.firstStage + i) % 4 > 0)
                    continue;
                Label(tr("stage %1").arg(layout.firstStage + i + 1), chartFont(sizes.small, QFont::DemiBold),
                      theme.text)
                    .drawLeft(painter, {sizes.px(10), std::min(band.center().y(), band.bottom() - sizes.px(6))});
            }
        if (!layout.detailed) // two lanes a stage
            return;
        for (const StepLane& lane : layout.lanes) {
            const QRectF seen = lane.box.intersected(layout.plot);
            if (seen.height() < sizes.px(10) || seen.height() < lane.box.height() / 2)
                continue;
            const QString name = lane.rows.empty() ? tr("activations") : rowName(m_reading, lane.rows[0]);
            Label(name, chartFont(sizes.small), theme.muted)
                .drawRight(painter, {layout.plot.left() - sizes.px(8), seen.center().y()});
            if (lane.rows.empty() && layout.sums) {
                QPointF at(layout.plot.right() + sizes.px(10), lane.box.center().y());
                paintNumber(painter, sizes, at, tr("%1 at most").arg(heldText(lane.stage)),
                            QStringLiteral("step.held@%1").arg(lane.stage + 1), theme, marks);
            } else if (layout.sums)
                paintSums(painter, layout, lane, theme, marks);
        }
    }

    /// "62.1 ms busy", "1.1 ms exposed" behind a row.
    void paintSums(QPainter& painter, const StepLayout& layout, const StepLane& lane, const Theme& theme,
                   std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = layout.sizes;
        const auto row = static_cast<std::size_t>(lane.rows[0]);
        const QString id = barNumber({.row = lane.rows[0]}).mid(5);
        const double busy = m_reading.step->busy[row], exposed = m_reading.step->exposed[row];
        QPointF at(layout.plot.right() + sizes.px(10), lane.box.center().y());
        const bool two = exposed > 0 && lane.box.height() > sizes.px(28);
        if (two)
            at.ry() -= sizes.px(8);
        paintNumber(painter, sizes, at, tr("%1 busy").arg(timeText(busy)), QStringLiteral("step.busy.") + id, theme,
                    marks);
        if (!(exposed > 0))
            return;
        at = two ? QPointF(layout.plot.right() + sizes.px(10), at.y() + sizes.px(16)) : at + QPointF(sizes.px(8), 0);
        paintNumber(painter, sizes, at, tr("%1 exposed").arg(timeText(exposed)), QStringLiteral("step.exposed.") + id,
                    theme, marks);
    }

    /// What is still to come is paler.
    static void paintMoment(QPainter& painter, const StepLayout& layout, double seconds, const Theme& theme)
    {
        const qreal x = std::clamp(layout.xOf(seconds), layout.plot.left(), layout.plot.right());
        QColor veil = theme.panel;
        veil.setAlphaF(0.82F);
        painter.fillRect(QRectF(QPointF(x, layout.plot.top()), layout.plot.bottomRight()), veil);
        painter.setPen(QPen(theme.accent, layout.sizes.px(1.6)));
        painter.drawLine(QPointF(x, layout.plot.top() - layout.sizes.px(4)), QPointF(x, layout.plot.bottom()));
    }

    /// How the simulated end compares, with fewer words where there is no room, and where one looks.
    void paintFoot(QPainter& painter, const StepLayout& layout, const QSizeF& size, const Theme& theme,
                   std::vector<Mark>& marks, const QString& heights) const
    {
        const ChartSizes& sizes = layout.sizes;
        const auto& step = *m_reading.step;
        const qreal below = layout.plot.bottom() + sizes.px(18 + comparedRow * static_cast<qreal>(m_compared.size()));
        const qreal edge = sizes.px(8), right = size.width() - sizes.px(4);
        const PhraseLook look{.font = 10};
        qreal left = layout.plot.left();
        auto phrases = footPhrases(true);
        for (const bool words : {true, false})
            for (const qreal from : {layout.plot.left(), edge})
                if (phraseLines(phrases, right - left, look, sizes) > 1) {
                    phrases = footPhrases(words);
                    left = from;
                }
        auto more = phrases;
        more.push_back({tr("then the optimizer")});
        more.push_back({timeText(step.parts.update), QStringLiteral("step.optimizer")});
        const Label last(heights, chartFont(sizes.small), theme.muted);
        const qreal kept = heights.isEmpty() ? 0 : last.size().width() + sizes.px(14);
        if (step.parts.update > 0 && phraseLines(more, right - left - kept, look, sizes) == 1)
            phrases = std::move(more);
        const QPointF at(left, std::min(below, size.height() - sizes.px(14)));
        const qreal end = paintPhrases(painter, phrases, at, right, look, sizes, theme, marks);
        paintSeen(painter, layout, {end, at.y()}, size.width(), heights, theme);
    }

    /// Behind the sum: what lanes and heights mean and what of the step is in sight, as much as there is room for.
    void paintSeen(QPainter& painter, const StepLayout& layout, const QPointF& from, qreal right,
                   const QString& heights, const Theme& theme) const
    {
        const ChartSizes& sizes = layout.sizes;
        const bool whole = (layout.to - layout.from) / m_reading.step->updated() > 0.999;
        QStringList seen{layout.detailed  ? QString()
                         : m_held.empty() ? tr("of each stage math above, network below")
                                          : tr("of each stage, from above: math, network, saved activations"),
                         whole ? QString() : tr("in sight: %1 to %2").arg(timeText(layout.from), timeText(layout.to)),
                         heights};
        for (seen.removeAll(QString()); !seen.isEmpty(); seen.removeLast()) {
            const Label label(seen.join(QStringLiteral(" · ")), chartFont(sizes.small), theme.muted);
            const qreal end = from.x() + sizes.px(12) + label.size().width();
            if (end < right)
                return label.drawRight(painter, {std::max(layout.plot.right(), end), from.y()});
        }
    }

    /// How the simulated end compares.
    std::vector<Phrase> footPhrases(bool words) const
    {
        const auto& step = *m_reading.step;
        std::vector<Phrase> phrases;
        if (words)
            phrases.push_back({tr("simulated")});
        phrases.push_back({timeText(step.end, 4), QStringLiteral("step.simulated")});
        phrases.push_back({words ? tr("= by formula") : QStringLiteral("=")});
        phrases.push_back({timeText(step.parts.charged, 4), QStringLiteral("time.step")});
        phrases.push_back({step.fill() < 0 ? QStringLiteral("−") : QStringLiteral("+")});
        phrases.push_back({timeText(std::abs(step.fill())), QStringLiteral("step.fill")});
        return phrases;
    }

    StepReading m_reading;
    std::vector<core::FillPart> m_fill;
    std::vector<StepBox> m_boxes; // of the last painting
    std::vector<Compared> m_compared;
    std::vector<std::vector<core::HeldAt>> m_held; // of each stage; none where nothing is saved
    double m_max = 1, m_each = 0;                  // of all stages, and the bytes of one
    core::ByteUnits m_unit{};
    int m_lit = -1;                 // part of the fill
    std::optional<double> m_moment; // of a playing step, as a share of it
};

} // namespace

std::unique_ptr<Picture> stepPicture() { return std::make_unique<StepPicture>(); }

} // namespace ui
