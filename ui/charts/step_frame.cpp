// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the frame of a step on a clock.
#include "ui/charts/step_frame.h"

#include "core/timeline/fill_parts.h"
#include "core/timeline/step_timeline.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/step_words.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

BarInks::BarInks(const Theme& theme)
{
    const std::array hues{theme.compute, theme.axisY, theme.overflow, theme.comms, theme.hbm};
    for (std::size_t i = 0; i < m_inks.size(); ++i) {
        const auto ink = [&](qreal fill, qreal edge) {
            return Ink{mixed(theme.panel, hues[i], fill), mixed(theme.panel, hues[i], edge),
                       mixed(theme.panel, hues[i], 0.28)};
        };
        m_inks[i] = {ink(0.62, 1), ink(0.45, 0.6)}; // HBM is paler
    }
}

const BarInks::Ink& BarInks::of(const core::StepPiece& piece) const
{
    const bool pale = piece.row == core::ClockRow::hbm && piece.kind != core::BarKind::optimizer;
    return m_inks[core::purposeOf(piece)][pale ? 1 : 0];
}

QRectF exposedPart(const core::StepPiece& piece, const QRectF& area, qreal from, qreal to)
{
    QRectF part = area;
    if (!(piece.exposed > 0))
        return {};
    if (piece.bars > 1) { // as much of the height as of the time
        part.setTop(area.bottom() - area.height() * std::min(1.0, piece.exposed / piece.busy));
    } else {
        part.setLeft(std::max(area.left(), from));
        part.setRight(std::min(area.right(), to));
    }
    return part.width() < 1 || part.height() < 1 ? QRectF() : part;
}

void paintStepAxis(QPainter& painter, const StepLayout& layout, const Theme& theme)
{
    const ChartSizes& sizes = layout.sizes;
    for (const StepLane& lane : layout.lanes)
        painter.fillRect(lane.box.intersected(layout.plot), mixed(theme.panel, theme.text, 0.035));
    painter.setPen(QPen(theme.grid, sizes.px(1)));
    const auto ticks = stepTicks(layout.from, layout.to, sizes.px(86) * layout.pixel());
    for (const double tick : ticks)
        painter.drawLine(QPointF(layout.xOf(tick), layout.plot.top() - sizes.px(4)),
                         QPointF(layout.xOf(tick), layout.plot.bottom()));
    qreal free = 0; // where the last text ends
    for (const double tick : ticks) {
        const Label label(tick == 0 ? QStringLiteral("0") : timeText(tick), chartFont(sizes.small), theme.muted);
        const qreal half = label.size().width() / 2;
        const qreal x = std::max(std::min(layout.xOf(tick), layout.plot.right() + sizes.px(10) - half), half);
        if (x - half < free)
            continue;
        free = x + half + sizes.px(4);
        label.draw(painter, {x, layout.plot.top() - sizes.px(15)}); // above the marks of parts
    }
}

void paintPanelsAxis(QPainter& painter, const StepLayout& layout, const std::vector<StepPanel>& panels,
                     const Theme& theme)
{
    painter.save();
    QRegion seen(QRectF(0, 0, layout.plot.right() + layout.sizes.px(panelEdge), layout.plot.top()).toAlignedRect());
    for (const StepPanel& panel : panels)
        seen += panel.lanes.toAlignedRect();
    painter.setClipRegion(seen, Qt::IntersectClip);
    paintStepAxis(painter, layout, theme);
    painter.restore();
}

LegendEntry legendOf(core::SlotKind pass) { return {{.pass = pass}, passName(pass), passName(pass)}; }

LegendEntry legendOfReduction()
{
    return {{.kind = core::BarKind::reduction}, tr("reduction of gradients"), tr("reduction")};
}

LegendEntry legendOfExposed() { return {{}, tr("exposed: no math overlaps it"), tr("exposed"), true}; }

QPointF paintLegend(QPainter* painter, const std::vector<LegendEntry>& entries, QPointF at, qreal right,
                    const ChartSizes& sizes, const Theme& theme)
{
    const BarInks inks(theme);
    const auto labelOf = [&](const LegendEntry& entry, bool fewer) {
        return Label(fewer ? entry.fewer : entry.words, chartFont(sizes.small), theme.muted);
    };
    qreal all = -sizes.px(14);
    for (const LegendEntry& entry : entries)
        all += sizes.px(35) + labelOf(entry, false).size().width();
    const bool fewer = at.x() + all > right;
    const qreal left = at.x();
    for (const LegendEntry& entry : entries) {
        const Label label = labelOf(entry, fewer);
        const qreal end = at.x() + sizes.px(21) + label.size().width();
        if (end > right && at.x() > left)
            at = {left, at.y() + sizes.px(legendLine)};
        const QRectF box(at.x(), at.y() - sizes.px(5), sizes.px(16), sizes.px(10));
        at.rx() = box.right() + sizes.px(19) + label.size().width();
        if (!painter)
            continue;
        const bool plain = entry.exposed || entry.merged;
        painter->setPen(QPen(plain ? theme.muted : inks.of(entry.piece).edge, 1));
        painter->setBrush(plain ? mixed(theme.panel, theme.muted, 0.15) : inks.of(entry.piece).fill);
        painter->drawRect(box);
        if (entry.merged)
            painter->fillRect(box.adjusted(1, sizes.px(6), -0.5, -0.5), theme.muted);
        if (entry.exposed)
            drawHatch(*painter, box, Hatch::diagonal, theme.text, sizes.px(4), sizes.px(1.1));
        label.drawLeft(*painter, {box.right() + sizes.px(5), at.y()});
    }
    return at;
}

bool paintMergedLegend(QPainter& painter, QPointF at, qreal right, const ChartSizes& sizes, const Theme& theme)
{
    const std::vector<LegendEntry> entry{{{}, heightWords(), heightWords(true), false, true}};
    const qreal end = paintLegend(nullptr, entry, at, right, sizes, theme).x() - sizes.px(14);
    if (end > right)
        return false;
    paintLegend(&painter, entry, at, right, sizes, theme);
    return true;
}

namespace
{

std::vector<LegendEntry> entriesOf(const core::StepTimeline& step)
{
    std::vector<LegendEntry> entries{legendOf(core::SlotKind::forward)};
    if (step.parts.backward)
        entries.push_back(legendOf(core::SlotKind::backward));
    if (step.gradients() == core::SlotKind::weights)
        entries.push_back(legendOf(core::SlotKind::weights));
    if (step.parts.backward)
        entries.push_back(legendOfReduction());
    if (step.parts.update > 0)
        entries.push_back({{.kind = core::BarKind::optimizer}, tr("optimizer"), tr("optimizer")});
    entries.push_back(legendOfExposed());
    return entries;
}

/// Above the rows, where there is room; else from the left edge on.
QPointF paintLegendOf(QPainter* painter, const core::StepTimeline& step, qreal left, qreal width,
                      const ChartSizes& sizes, const Theme& theme)
{
    const auto entries = entriesOf(step);
    const qreal right = width - sizes.px(4);
    const QPointF above(left, sizes.px(14));
    const bool fits = paintLegend(nullptr, entries, above, right, sizes, theme).y() == above.y();
    return paintLegend(painter, entries, {fits ? left : sizes.px(8), above.y()}, right, sizes, theme);
}

} // namespace

QPointF paintStepLegend(QPainter& painter, const StepLayout& layout, const core::StepTimeline& step, qreal width,
                        const Theme& theme)
{
    return paintLegendOf(&painter, step, layout.plot.left(), width, layout.sizes, theme);
}

int stepLegendLines(const core::StepTimeline& step, qreal width, const ChartSizes& sizes)
{
    const qreal below = paintLegendOf(nullptr, step, sizes.px(8), width, sizes, Theme::light()).y() - sizes.px(14);
    return 1 + static_cast<int>(std::lround(below / sizes.px(legendLine)));
}

void paintNumber(QPainter& painter, const ChartSizes& sizes, QPointF& at, const QString& text, const QString& number,
                 const Theme& theme, std::vector<Mark>& marks)
{
    const Label label(text, chartFont(sizes.small), number.isEmpty() ? theme.muted : theme.text);
    label.drawLeft(painter, at);
    const QRectF box(at - QPointF(0, label.size().height() / 2), label.size());
    at.rx() += label.size().width();
    if (number.isEmpty())
        return;
    painter.setPen(QPen(theme.edge, sizes.px(1), Qt::DotLine));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    marks.push_back({corners(box.adjusted(-2, -2, 2, 2)), text, {}, number});
}

void paintStepFill(QPainter& painter, const StepLayout& layout, const std::vector<core::FillPart>& fill, int chosen,
                   const Theme& theme, std::vector<Mark>& marks)
{
    const ChartSizes& sizes = layout.sizes;
    qreal free = layout.plot.left() - sizes.px(20);
    for (std::size_t i = 0; i < fill.size(); ++i) {
        const auto& part = fill[i];
        const bool lit = chosen == static_cast<int>(i);
        if (part.to < layout.from || part.from > layout.to)
            continue;
        const qreal left = std::max(layout.xOf(part.from), layout.plot.left());
        const qreal right = std::min(std::max(layout.xOf(part.to), left + 2), layout.plot.right() + 2);
        const qreal y = layout.plot.top() - sizes.px(1);
        painter.setPen(QPen(theme.accent, sizes.px(lit ? 3 : 1.6)));
        painter.drawLine(QPointF(left, y), QPointF(right, y));
        if (lit) {
            QColor wash = theme.accent;
            wash.setAlphaF(0.16F);
            painter.fillRect(QRectF(QPointF(left, layout.plot.top()), QPointF(right, layout.plot.bottom())), wash);
        }
        const qreal x = std::max((left + right) / 2, free + sizes.px(17));
        free = x;
        const QRectF disc(x - sizes.px(7.5), y - sizes.px(7.5), sizes.px(15), sizes.px(15));
        painter.setPen(QPen(theme.panel, sizes.px(1.5)));
        painter.setBrush(theme.accent);
        painter.drawEllipse(disc);
        Label(QString::number(i + 1), chartFont(sizes.small, QFont::DemiBold), theme.onAccent)
            .draw(painter, disc.center());
        marks.push_back({corners(disc),
                         tr("%1 %2").arg(timeText(part.seconds), toText(part.name)),
                         {toText(part.reason)},
                         QStringLiteral("step.fill"),
                         QStringLiteral("fill %1").arg(i)});
    }
}

} // namespace ui
