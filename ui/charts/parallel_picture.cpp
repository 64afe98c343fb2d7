// SPDX-License-Identifier: GPL-3.0-or-later
// The present model and chips shared in four ways, each step on one clock: data parallel, FSDP, pipeline and tensor.
#include "core/evaluate/evaluate.h"
#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "ui/charts/box_picture.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/phrases.h"
#include "ui/charts/step_bars.h"
#include "ui/charts/step_words.h"
#include "ui/session/field_text.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr qreal minLanes = 34;     // units: lanes of a way
constexpr double minWayPixels = 2; // narrower bars are drawn together
constexpr double maxZoom = 1e-6;   // of the longest step

/// The step with all chips on axis X in one role.
struct Way {
    QString name;
    std::string id; // of the role
    core::StepTimeline step;
    QString memory; // of a chip
    double bytes = 0;
    bool fits = true;
    double chips = 1;       // on X
    double exposed = 0;     // seconds in which the network works and the chip computes nothing
    double withoutMath = 0; // share of the chips' time in which nothing is computed
    QString absence{};      // why it cannot be laid out; nothing else is known then
};

core::Scenario shared(const core::Scenario& present, core::Role role, double chips)
{
    core::Scenario s = present;
    s.mesh.axis = {};
    for (auto& axis : s.mesh.axis)
        axis.role = core::Role::replicate;
    s.mesh.axis[0].size = chips;
    s.mesh.axis[0].role = role;
    if (role == core::Role::pipeline)
        s.work.micro = std::max(s.work.micro, chips); // with fewer a stage would mostly wait
    return s;
}

/// Some of its stages would have no layer.
bool shallow(const core::Scenario& s)
{
    return s.mesh.axis[0].role == core::Role::pipeline && s.mesh.axis[0].size > s.model.L;
}

/// All four, or the sentence that says why there are none.
tl::expected<std::vector<Way>, QString> waysOf(const core::Scenario& present)
{
    if (!present.presets)
        return tl::unexpected(tr("No step to show."));
    const double chips = present.mesh.chips();
    if (!(chips > 1))
        return tl::unexpected(
            tr("There is one chip. Give an axis of the mesh a size to shard the model in four ways."));
    std::vector<Way> ways;
    for (const auto& [role, name] : {std::pair(core::Role::data, "Data parallel"),
                                     {core::Role::fsdp, "FSDP"},
                                     {core::Role::pipeline, "Pipeline"},
                                     {core::Role::tensor, "Tensor parallel"}}) {
        const core::Scenario s = shared(present, role, chips);
        auto step =
            shallow(s)
                ? tl::unexpected(
                      tr("the model has %1 layers for %2 stages").arg(s.model.L).arg(toText(core::grouped(chips))))
                : core::stepTimeline(s).map_error([](const std::string& why) { return toText(why); });
        if (!step) {
            ways.push_back({tr(name), std::string(core::nameOf(role)), {}, {}});
            ways.back().absence = step.error();
            continue;
        }
        const auto memory = core::evaluate(s).memory;
        Way way{tr(name), std::string(core::nameOf(role)), *std::move(step), {}, memory.total.si(), memory.fits, chips};
        way.memory = toText(core::format(way.bytes, core::dim::byte, {.bytes = present.conv.unit}));
        for (std::size_t row = static_cast<std::size_t>(core::ClockRow::axisX); row < core::clockRows; ++row)
            way.exposed += way.step.exposed[row];
        way.withoutMath = way.step.shareWithoutMath();
        if (role == core::Role::pipeline)
            way.name += tr(", %1 microbatches").arg(way.step.parts.microbatches);
        ways.push_back(std::move(way));
    }
    if (std::ranges::none_of(ways, &QString::isEmpty, &Way::absence))
        return tl::unexpected(tr("%1 cannot be laid out: %2.").arg(ways.front().name, ways.front().absence));
    return ways;
}

struct WayBox {
    QRectF area;
    const Way* way = nullptr;
    std::size_t stage = 0;
    core::StepPiece piece;
};

class ParallelPicture : public BoxPicture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_boxes.clear();
        auto ways = waysOf(snapshot.scenario);
        m_absence = ways ? QString() : ways.error();
        m_ways = ways ? *std::move(ways) : std::vector<Way>();
        m_end = 0;
        m_chips = snapshot.scenario.mesh.chips();
        m_mesh = meshText(snapshot.scenario.mesh);
        for (const Way& way : m_ways)
            m_end = std::max(m_end, way.step.end);
        m_reads = std::ranges::any_of(m_ways, [](const Way& way) {
            return way.absence.isEmpty() && !way.step.parts.backward && way.step.parts.layer.front().hbm > 0;
        });
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        QStringList said;
        for (const Way& way : m_ways)
            said.append(way.name + QStringLiteral(": ") + factsOf(way).join(QStringLiteral(", ")));
        return said.join(QStringLiteral("; ")) + u'.';
    }

    QString absence() const override
    {
        return m_ways.empty() && m_absence.isEmpty() ? tr("No step to show.") : m_absence;
    }

    AxisRanges ranges() const override { return stepRanges(0, 1); }

    /// Not beyond the longest step; all four stay in sight.
    AxisRanges limited(const AxisRanges& asked) const override { return limitedStepRanges(asked, maxZoom, 1); }

    qreal heightFor(qreal width) const override
    {
        const auto sizes = ChartSizes::of({width, 0});
        return m_ways.empty()
                   ? 0
                   : sizes.px(24 + stepPanelsHeight(linesOn(width, sizes), minLanes)) + footHeight(width, sizes);
    }

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges& ranges,
                       Output) override
    {
        Painted painted;
        m_boxes.clear();
        const auto panels = stepPanels(plotOf(size), linesOn(size.width(), ChartSizes::of(size)), ChartSizes::of(size));
        const auto clock = clockOf(size, ranges, panels);
        paintPanelsAxis(painter, clock, panels, theme);
        auto lane = clock.lanes.begin();
        for (std::size_t i = 0; i < m_ways.size(); ++i) {
            paintPhrases(painter, phrasesOf(m_ways[i]), panels[i].words.topLeft() + QPointF(0, clock.sizes.px(9)),
                         panels[i].words.right(), panelLook, clock.sizes, theme, painted.marks);
            for (; lane != clock.lanes.end() && lane->band == i; ++lane)
                paintStage(painter, m_ways[i], *lane, clock, theme);
            if (const double end = m_ways[i].step.end; end > 0 && clock.from >= end)
                Label(tr("out of sight · R: show all"), chartFont(clock.sizes.small), theme.muted)
                    .draw(painter, panels[i].lanes.center());
        }
        paintFoot(painter, size, clock, theme, painted.marks);
        addMarks(painted.marks, m_boxes);
        painted.axes = clock.plot;
        return painted;
    }

    void complete(Mark& mark) const override
    {
        if (mark.detail < 0 || mark.detail >= static_cast<int>(m_boxes.size()))
            return;
        const WayBox& box = m_boxes[static_cast<std::size_t>(mark.detail)];
        mark.heading = box.way->name;
        mark.lines = {(box.piece.kind == core::BarKind::math  ? tr("math, %1")
                       : box.piece.row == core::ClockRow::hbm ? tr("HBM, %1")
                                                              : tr("network, %1"))
                          .arg(passName(box.piece.pass)),
                      tr("%1 busy from %2 to %3")
                          .arg(timeText(box.piece.busy), timeText(box.piece.start), timeText(box.piece.end))};
        if (box.piece.exposed > 0)
            mark.lines.append(tr("%1 of it exposed").arg(timeText(box.piece.exposed)));
        if (box.way->step.stages.size() > 1)
            mark.lines.prepend(tr("stage %1").arg(box.stage + 1));
    }

private:
    static QStringList factsOf(const Way& way)
    {
        if (!way.absence.isEmpty())
            return {tr("cannot be laid out: %1").arg(way.absence)};
        return {tr("X = %1 %2").arg(toText(core::grouped(way.chips)), toText(way.id)),
                tr("ends at %1").arg(timeText(way.step.end)), tr("%1 exposed").arg(timeText(way.exposed)),
                tr("%1 without math").arg(percentText(way.withoutMath)),
                way.fits ? tr("%1 a chip").arg(way.memory) : tr("%1 a chip, which does not fit").arg(way.memory)};
    }

    static std::vector<Phrase> phrasesOf(const Way& way)
    {
        std::vector<Phrase> phrases{{way.name, {}, true}};
        for (const QString& fact : factsOf(way))
            phrases.push_back({fact});
        return phrases;
    }

    std::vector<int> linesOn(qreal width, const ChartSizes& sizes) const
    {
        return panelLines(m_ways, phrasesOf, width, sizes);
    }

    /// Between the clock and the key.
    QRectF plotOf(const QSizeF& size) const
    {
        const auto sizes = ChartSizes::of(size);
        return {QPointF(sizes.px(panelEdge), sizes.px(24)),
                QPointF(size.width() - sizes.px(panelEdge), size.height() - footHeight(size.width(), sizes))};
    }

    /// Lanes of all stages of each way, which share one clock.
    StepLayout clockOf(const QSizeF& size, const AxisRanges& ranges, const std::vector<StepPanel>& panels) const
    {
        StepLayout out;
        out.sizes = ChartSizes::of(size);
        out.plot = plotOf(size);
        out.from = std::log(ranges.xMin) * m_end;
        out.to = std::log(ranges.xMax) * m_end;
        for (std::size_t i = 0; i < m_ways.size(); ++i) {
            const QRectF& lanes = panels[i].lanes;
            const auto stages = m_ways[i].absence.isEmpty() && lanes.height() >= 4 ? m_ways[i].step.stages.size() : 0;
            const qreal height = lanes.height() / static_cast<qreal>(std::max<std::size_t>(1, stages));
            for (std::size_t stage = 0; stage < stages; ++stage)
                out.lanes.push_back({{lanes.left(), lanes.top() + height * static_cast<qreal>(stage), lanes.width(),
                                      height - (height > 5 ? 1 : 0)},
                                     stage,
                                     {},
                                     i});
        }
        return out;
    }

    /// Its top and bottom as shares of a lane: math, HBM where a step reads and learns nothing, the network.
    std::pair<qreal, qreal> placeOf(core::ClockRow row) const
    {
        if (row == core::ClockRow::hbm)
            return {0.4, 0.7};
        return row == core::ClockRow::math ? std::pair(0.0, m_reads ? 0.4 : 0.6) : std::pair(m_reads ? 0.7 : 0.6, 1.0);
    }

    void paintStage(QPainter& painter, const Way& way, const StepLane& on, const StepLayout& clock, const Theme& theme)
    {
        const BarInks inks(theme);
        const QRectF& lane = on.box;
        BarRuns narrow, exposed;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setClipRect(lane, Qt::IntersectClip);
        for (const auto& piece :
             core::stepPieces(way.step, on.stage, clock.from, clock.to, minWayPixels * clock.pixel())) {
            if (piece.row == core::ClockRow::hbm && !m_reads)
                continue;
            const auto [top, bottom] = placeOf(piece.row);
            const qreal left = clock.xOf(piece.start), right = clock.xOf(piece.end);
            QRectF box(QPointF(left, lane.top() + lane.height() * top),
                       QPointF(std::max(right, left + 1), lane.top() + lane.height() * bottom));
            box.setTop(box.bottom() - box.height() * heightOf(piece, clock.pixel()));
            const QRectF open = exposedPart(piece, box, clock.xOf(piece.exposedFrom), clock.xOf(piece.exposedTo));
            box = box.intersected(lane);
            if (box.isEmpty())
                continue;
            if (box.width() > 3)
                painter.fillRect(box.adjusted(0, 0, -1, 0), inks.of(piece).fill);
            else
                narrow.add(box, inks.of(piece).fill);
            if (!open.isEmpty())
                exposed.add(open.intersected(lane), theme.text);
            m_boxes.push_back({box, &way, on.stage, piece});
        }
        narrow.draw(painter, false);
        for (const QRectF& open : exposed.areas())
            drawHatch(painter, open, Hatch::diagonal, theme.text, 4, 1);
        painter.restore();
    }

    std::vector<LegendEntry> key() const
    {
        const auto any = [this](auto drawn) { return std::ranges::any_of(m_ways, drawn, &Way::step); };
        const bool learns = any([](const core::StepTimeline& step) { return step.parts.backward; });
        std::vector<LegendEntry> entries{legendOf(core::SlotKind::forward)};
        if (learns)
            entries.push_back(legendOf(core::SlotKind::backward));
        if (any([](const core::StepTimeline& step) { return step.gradients() == core::SlotKind::weights; }))
            entries.push_back(legendOf(core::SlotKind::weights));
        if (learns)
            entries.push_back(legendOfReduction());
        if (m_reads)
            entries.push_back({{.row = core::ClockRow::hbm, .kind = core::BarKind::hbm}, tr("HBM"), tr("HBM")});
        if (any([](const core::StepTimeline& step) { return std::ranges::max(step.exposed) > 0; }))
            entries.push_back(legendOfExposed());
        return entries;
    }

    /// What the four have in common, behind the key or below it; at the end what part of the clock is seen.
    std::vector<Phrase> footPhrases(const StepLayout* clock = nullptr) const
    {
        std::vector<Phrase> phrases{
            {tr("all %1 chips on X;").arg(toText(core::grouped(m_chips)))},
            {tr("the design has %1;").arg(m_mesh)},
            {m_reads ? tr("math above, HBM, network below;") : tr("math above, network below;")}};
        if (!clock || std::ranges::any_of(m_boxes, core::isMerged, &WayBox::piece)) // or room for it
            phrases.push_back({heightWords(true) + u';'});
        phrases.push_back({!clock || clock->to - clock->from > 0.999 * m_end
                               ? tr("one clock, which ends at %1").arg(timeText(m_end))
                               : tr("in sight: %1 to %2").arg(timeText(clock->from), timeText(clock->to))});
        return phrases;
    }

    /// The key, then the words: they begin behind it where there is room for all.
    std::pair<QPointF, QPointF> footPlaces(qreal width, const ChartSizes& sizes) const
    {
        const QPointF first(sizes.px(panelEdge), 0);
        const qreal right = width - sizes.px(6);
        const QPointF end = paintLegend(nullptr, key(), first, right, sizes, Theme::light());
        const bool behind = phraseLines(footPhrases(), right - end.x(), panelLook, sizes) == 1;
        return {first, behind ? end : QPointF(first.x(), end.y() + sizes.px(legendLine))};
    }

    qreal footHeight(qreal width, const ChartSizes& sizes) const
    {
        const QPointF words = footPlaces(width, sizes).second;
        const int lines = phraseLines(footPhrases(), width - sizes.px(6) - words.x(), panelLook, sizes);
        return words.y() + sizes.px(panelLine * (lines - 1) + 24);
    }

    void paintFoot(QPainter& painter, const QSizeF& size, const StepLayout& clock, const Theme& theme,
                   std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = clock.sizes;
        const qreal right = size.width() - sizes.px(6);
        const QPointF top(0, size.height() - footHeight(size.width(), sizes) + sizes.px(12));
        const auto [keys, words] = footPlaces(size.width(), sizes);
        paintLegend(&painter, key(), keys + top, right, sizes, theme);
        paintPhrases(painter, footPhrases(&clock), words + top, right, panelLook, sizes, theme, marks);
    }

    std::vector<Way> m_ways;
    QString m_absence;
    std::vector<WayBox> m_boxes; // of the last painting
    double m_end = 0;            // of the longest
    bool m_reads = false;        // HBM is drawn: no step has a backward pass
    double m_chips = 1;
    QString m_mesh; // of the design
};

} // namespace

std::unique_ptr<Picture> parallelPicture() { return std::make_unique<ParallelPicture>(); }

TableRows parallelTable(const Snapshot& snapshot)
{
    TableRows rows{{"way", "step_s", "math_s", "exposed_s", "no_math", "memory_bytes", "fits", "microbatches"}};
    const auto ways = waysOf(snapshot.scenario);
    if (!ways)
        return rows;
    for (const Way& way : *ways)
        if (way.absence.isEmpty())
            rows.push_back({way.id, tableCell(way.step.end),
                            tableCell(way.step.busy[static_cast<std::size_t>(core::ClockRow::math)]),
                            tableCell(way.exposed), tableCell(way.withoutMath), tableCell(way.bytes),
                            way.fits ? "yes" : "no", std::to_string(way.step.parts.microbatches)});
    return rows;
}

QStringList parallelNotes(const Snapshot& snapshot)
{
    const auto ways = waysOf(snapshot.scenario).value_or(std::vector<Way>());
    const auto pipeline = std::ranges::find(ways, core::nameOf(core::Role::pipeline), &Way::id);
    const double micro = snapshot.scenario.work.micro;
    if (pipeline == ways.end() || !pipeline->absence.isEmpty() || !(pipeline->step.parts.microbatches > micro))
        return {};
    return {tr("The pipeline takes max(m, Z) = %1 microbatches, as many as it has stages; the design has %2.")
                .arg(toText(core::grouped(pipeline->step.parts.microbatches)), toText(core::grouped(micro)))};
}

} // namespace ui
