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
#include "ui/charts/step_bars.h"
#include "ui/charts/step_frame.h"
#include "ui/charts/step_words.h"
#include "ui/session/field_text.h"
#include "ui/session/snapshot.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr double minPixels = 2; // narrower bars are drawn together

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
        const auto report = core::evaluate(s);
        Way way{tr(name), std::string(core::nameOf(role)), *std::move(step),
                {},       report.memory.total.si(),        report.memory.fits,
                chips};
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
        m_absence.clear();
        auto ways = waysOf(snapshot.scenario);
        if (!ways)
            m_absence = ways.error();
        m_ways = ways ? *std::move(ways) : std::vector<Way>();
        m_end = 0;
        m_chips = snapshot.scenario.mesh.chips();
        m_mesh = meshText(snapshot.scenario.mesh);
        for (const Way& way : m_ways)
            m_end = std::max(m_end, way.step.end);
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

    Painted paintBoxes(QPainter& painter, const QSizeF& size, const Theme& theme, const AxisRanges&, Output) override
    {
        Painted painted;
        m_boxes.clear();
        const auto sizes = ChartSizes::of(size);
        const qreal top = sizes.px(8), height = (size.height() - top - sizes.px(24)) / 4;
        for (std::size_t i = 0; i < m_ways.size(); ++i)
            paintWay(painter, m_ways[i],
                     QRectF(sizes.px(10), top + height * static_cast<qreal>(i), size.width() - sizes.px(20),
                            height - sizes.px(6)),
                     sizes, theme, painted.marks);
        paintFoot(painter, size, sizes, theme);
        addMarks(painted.marks, m_boxes);
        return painted;
    }

    void complete(Mark& mark) const override
    {
        if (mark.detail < 0 || mark.detail >= static_cast<int>(m_boxes.size()))
            return;
        const WayBox& box = m_boxes[static_cast<std::size_t>(mark.detail)];
        mark.heading = box.way->name;
        mark.lines = {box.piece.kind == core::BarKind::math ? tr("math, %1").arg(passName(box.piece.pass))
                                                            : tr("network, %1").arg(passName(box.piece.pass)),
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

    void paintWay(QPainter& painter, const Way& way, const QRectF& area, const ChartSizes& sizes, const Theme& theme,
                  std::vector<Mark>& marks)
    {
        QPointF at(area.left(), area.top() + sizes.px(9));
        const Label name(way.name, chartFont(sizes.text, QFont::DemiBold), theme.text);
        name.drawLeft(painter, at);
        at.rx() += name.size().width() + sizes.px(10);
        for (const QString& fact : factsOf(way)) {
            paintNumber(painter, sizes, at, fact, {}, theme, marks);
            at.rx() += sizes.px(12);
        }
        const QRectF lanes = area.adjusted(0, sizes.px(20), 0, 0);
        if (lanes.height() < 4 || !way.absence.isEmpty())
            return;
        const auto stages = way.step.stages.size();
        const qreal height = lanes.height() / static_cast<qreal>(stages);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t stage = 0; stage < stages; ++stage)
            paintStage(painter, way, stage,
                       {lanes.left(), lanes.top() + height * static_cast<qreal>(stage), lanes.width(),
                        height - (height > 5 ? 1 : 0)},
                       theme);
        painter.restore();
    }

    /// Math above, the network below it.
    void paintStage(QPainter& painter, const Way& way, std::size_t stage, const QRectF& lane, const Theme& theme)
    {
        const BarInks inks(theme);
        painter.fillRect(lane, mixed(theme.panel, theme.text, 0.045));
        const double pixel = m_end / lane.width();
        BarRuns narrow, exposed;
        for (const auto& piece : core::stepPieces(way.step, stage, 0, m_end, minPixels * pixel)) {
            if (piece.row == core::ClockRow::hbm)
                continue;
            const bool math = piece.row == core::ClockRow::math;
            const qreal middle = lane.top() + lane.height() * 0.6;
            const qreal left = lane.left() + piece.start / pixel, right = lane.left() + piece.end / pixel;
            QRectF box(QPointF(left, math ? lane.top() : middle),
                       QPointF(std::max(right, left + 1), math ? middle : lane.bottom()));
            const double share =
                piece.bars > 1 ? std::min(1.0, piece.busy / std::max(piece.end - piece.start, pixel)) : 1;
            box.setTop(box.bottom() - box.height() * share);
            if (box.width() > 3)
                painter.fillRect(box.adjusted(0, 0, -1, 0), inks.of(piece).fill);
            else
                narrow.add(box, inks.of(piece).fill);
            const QRectF open =
                exposedPart(piece, box, lane.left() + piece.exposedFrom / pixel, lane.left() + piece.exposedTo / pixel);
            if (!open.isEmpty())
                exposed.add(open, theme.text);
            m_boxes.push_back({box, &way, stage, piece});
        }
        narrow.draw(painter, false);
        for (const QRectF& open : exposed.areas())
            drawHatch(painter, open, Hatch::diagonal, theme.text, 4, 1);
    }

    void paintFoot(QPainter& painter, const QSizeF& size, const ChartSizes& sizes, const Theme& theme) const
    {
        const BarInks inks(theme);
        QPointF at(sizes.px(10), size.height() - sizes.px(12));
        const auto add = [&](const core::StepPiece& piece, const QString& text) {
            const QRectF box(at.x(), at.y() - sizes.px(5), sizes.px(16), sizes.px(10));
            painter.fillRect(box, inks.of(piece).fill);
            const Label label(text, chartFont(sizes.small), theme.muted);
            label.drawLeft(painter, {box.right() + sizes.px(5), at.y()});
            at.rx() = box.right() + sizes.px(19) + label.size().width();
        };
        add({.pass = core::SlotKind::forward}, passName(core::SlotKind::forward));
        add({.pass = core::SlotKind::backward}, passName(core::SlotKind::backward));
        add({.kind = core::BarKind::reduction}, tr("reduction of gradients"));
        const QString chips = tr("all %1 chips on X").arg(toText(core::grouped(m_chips)));
        const QString design = tr("; the design has %1").arg(m_mesh);
        const QString clock = tr("one clock, which ends at %1").arg(timeText(m_end));
        for (const QString& text :
             {QStringList{chips + design, tr("math above, network below"), clock}.join(QStringLiteral("; ")),
              QStringList{chips + design, clock}.join(QStringLiteral("; ")),
              QStringList{chips, tr("math above, network below"), clock}.join(QStringLiteral("; ")),
              QStringList{chips, clock}.join(QStringLiteral("; ")), chips}) {
            const Label label(text, chartFont(sizes.small), theme.muted);
            if (at.x() + label.size().width() > size.width() - sizes.px(6) && text != chips)
                continue;
            label.drawLeft(painter, at);
            break;
        }
    }

    std::vector<Way> m_ways;
    QString m_absence;
    std::vector<WayBox> m_boxes; // of the last painting
    double m_end = 0;            // of the longest
    double m_chips = 1;
    QString m_mesh; // of the design
};

} // namespace

std::unique_ptr<Picture> parallelPicture() { return std::make_unique<ParallelPicture>(); }

TableRows parallelTable(const Snapshot& snapshot)
{
    TableRows rows{{"way", "step_s", "math_s", "exposed_s", "no_math", "memory_bytes", "fits"}};
    const auto ways = waysOf(snapshot.scenario);
    if (!ways)
        return rows;
    for (const Way& way : *ways)
        if (way.absence.isEmpty())
            rows.push_back({way.id, tableCell(way.step.end),
                            tableCell(way.step.busy[static_cast<std::size_t>(core::ClockRow::math)]),
                            tableCell(way.exposed), tableCell(way.withoutMath), tableCell(way.bytes),
                            way.fits ? "yes" : "no"});
    return rows;
}

} // namespace ui
