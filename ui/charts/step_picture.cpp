// SPDX-License-Identifier: GPL-3.0-or-later
// A step on one clock: for each stage a row of bars for math, HBM, each mesh axis and the network between slices.
#include "core/timeline/fill_parts.h"
#include "ui/charts/chart_label.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/step_frame.h"
#include "ui/charts/step_layout.h"
#include "ui/charts/step_words.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("ui::StepPicture", text); }

constexpr qreal matmulRoom = 110; // units from which on a layer shows its matmuls
constexpr double leastPixels = 3; // narrower bars are drawn together
constexpr double mostZoom = 1e-7; // of the step

/// A bar on the paper.
struct StepBox {
    QRectF area;
    std::size_t stage = 0;
    core::StepPiece piece;
    QString matmul = {}; // of the layer whose math it is a part of
};

class StepPicture : public Picture
{
public:
    void read(const Snapshot& snapshot) override
    {
        m_reading = StepReading::of(snapshot);
        m_fill = m_reading.step ? core::fillParts(*m_reading.step) : std::vector<core::FillPart>();
        m_boxes.clear();
    }

    QString description() const override
    {
        if (!absence().isEmpty())
            return absence();
        const auto& step = *m_reading.step;
        QString said = tr("The step ends at %1 on its clock; by formula it takes %2.")
                           .arg(clockText(step.end, 4), clockText(step.parts.charged, 4));
        for (const auto& part : m_fill)
            said += u' ' + tr("%1 %2: %3.").arg(toText(part.name), clockText(part.seconds), toText(part.reason));
        return said;
    }

    QString absence() const override
    {
        return m_reading.step || !m_reading.absence.isEmpty() ? m_reading.absence : tr("No step to show.");
    }

    AxisRanges ranges() const override { return stepRanges(0, 1); }
    AxisRanges heldRanges(const AxisRanges& shown) const override { return shown; }

    /// Not beyond the step, and not nearer than one stage.
    AxisRanges limited(const AxisRanges& asked) const override
    {
        const double stages = m_reading.step ? static_cast<double>(m_reading.step->stages.size()) : 1;
        return limitedStepRanges(asked, mostZoom, 1 / stages);
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

    Painted paint(QPainter& painter, const QRectF& area, const Theme& theme, const AxisRanges& ranges,
                  Output output) override
    {
        Painted painted;
        m_whole = output == Output::screen;
        painter.save();
        painter.translate(area.topLeft());
        painter.fillRect(QRectF(QPointF(), area.size()), theme.panel);
        painter.setRenderHint(QPainter::Antialiasing);
        m_boxes.clear();
        if (absence().isEmpty()) {
            const auto layout = stepLayout(*m_reading.step, area.size(), ranges);
            paintStepAxis(painter, layout, theme);
            paintBars(painter, layout, theme);
            if (m_moment)
                paintMoment(painter, layout, *m_moment * m_reading.step->updated(), theme);
            paintNames(painter, layout, theme, painted.marks);
            paintStepFill(painter, layout, m_fill, m_lit, theme, painted.marks);
            paintStepLegend(painter, layout, *m_reading.step, area.width(), theme);
            paintFoot(painter, layout, area.size(), theme, painted.marks);
            painted.axes = layout.plot;
        } else {
            drawSentence(painter, absence(), area.size(), theme);
        }
        painter.restore();
        return painted;
    }

    std::vector<Mark> farMarks() const override
    {
        std::vector<Mark> marks;
        marks.reserve(m_boxes.size());
        for (std::size_t i = 0; i < m_boxes.size(); ++i) {
            Mark mark;
            mark.area = corners(m_boxes[i].area);
            mark.detail = static_cast<int>(i);
            marks.push_back(std::move(mark));
        }
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
            mark.heading = tr("%1 of layer %2").arg(box.matmul).arg(box.piece.layer + 1);
        if (m_reading.step->stages.size() > 1)
            mark.lines.prepend(tr("stage %1").arg(box.stage + 1));
        mark.number = barNumber(box.piece);
    }

private:
    void paintBars(QPainter& painter, const StepLayout& layout, const Theme& theme)
    {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        m_whole ? painter.setClipRect(layout.plot.toAlignedRect()) : painter.setClipRect(layout.plot);
        const BarInks inks(theme);
        std::size_t lane = 0;
        for (std::size_t i = 0; i < layout.bands.size(); ++i) {
            const auto stage = layout.firstStage + i;
            std::array<const StepLane*, core::clockRows> lanes{};
            for (; lane < layout.lanes.size() && layout.lanes[lane].stage == stage; ++lane)
                for (const auto row : layout.lanes[lane].rows)
                    lanes[static_cast<std::size_t>(row)] = &layout.lanes[lane];
            std::array<std::pair<double, double>, core::clockRows> heaped; // until when, and how high
            heaped.fill({-1, 0});
            for (const auto& piece :
                 core::stepPieces(*m_reading.step, stage, layout.from, layout.to, leastPixels * layout.pixel()))
                if (const auto* at = laneOf(piece, lanes))
                    paintPiece(painter, layout, *at, piece, theme, inks.of(piece),
                               heaped[static_cast<std::size_t>(piece.row)]);
        }
        painter.restore();
        if (m_boxes.size() > 1)
            paintTexts(painter, layout, theme, inks);
    }

    /// Where there is no lane for HBM, the update of the optimizer lies in that of math, which is done then.
    static const StepLane* laneOf(const core::StepPiece& piece,
                                  const std::array<const StepLane*, core::clockRows>& lanes)
    {
        const auto* own = lanes[static_cast<std::size_t>(piece.row)];
        return own || piece.kind != core::BarKind::optimizer ? own : lanes[0];
    }

    /// Bars taken together are as high as the share of time they take.
    void paintPiece(QPainter& painter, const StepLayout& layout, const StepLane& lane, const core::StepPiece& piece,
                    const Theme& theme, const BarInks::Ink& ink, std::pair<double, double>& heaped)
    {
        const qreal left = std::max(layout.xOf(piece.start), layout.plot.left() - 8);
        const qreal right = std::min(layout.xOf(piece.end), layout.plot.right() + 8);
        QRectF area(left, lane.box.top(), std::max(right - left, 1.0), lane.box.height());
        const bool together = piece.bars > 1;
        double share = 1, base = 0;
        if (together) {
            share = std::min(1.0, piece.busy / std::max(piece.end - piece.start, layout.pixel()));
            base = piece.start < heaped.first - 1e-3 * layout.pixel() ? heaped.second : 0;
            heaped = {piece.end, std::min(1.0, base + share)};
            const qreal top = lane.box.bottom() - lane.box.height() * std::min(1.0, base + share);
            area = QRectF(QPointF(left, top), QPointF(area.right(), lane.box.bottom() - lane.box.height() * base));
        }
        if (!together && piece.end - piece.start < layout.pixel()) { // the lower half where another one is already
            if (piece.start - heaped.first < layout.pixel())
                area.setTop(area.center().y());
            heaped = {piece.end, 0};
        }
        const bool framed = area.width() > 7 && !together;
        const bool apart = area.width() > 3 && !framed; // from their neighbours
        fill(painter, apart ? area.adjusted(0, 0, -1, 0) : area, ink.fill);
        if (piece.exposed > 0)
            paintExposed(painter, layout, piece, area, ink.open, theme);
        if (framed) {
            fill(painter, {area.right() - 1, area.top(), 1, area.height()}, ink.edge);
            fill(painter, {area.left(), area.top(), 1, area.height()}, ink.edge);
            fill(painter, {area.left(), area.top(), area.width(), 1}, ink.edge);
            fill(painter, {area.left(), area.bottom() - 1, area.width(), 1}, ink.edge);
        }
        if (area.width() > layout.sizes.px(matmulRoom) && piece.kind == core::BarKind::math)
            paintMatmuls(painter, layout, {area, lane.stage, piece}, ink);
        else
            m_boxes.push_back({area, lane.stage, piece});
    }

    /// A layer from near: its matmuls, by their share of its FLOPs.
    void paintMatmuls(QPainter& painter, const StepLayout& layout, const StepBox& layer, const BarInks::Ink& ink)
    {
        for (const auto& matmul : matmulsOf(m_reading, layer.piece)) {
            StepBox part = layer;
            part.matmul = matmul.name;
            part.piece.start = matmul.start;
            part.piece.end = matmul.end;
            part.piece.busy = matmul.end - matmul.start;
            const qreal left = std::clamp(layout.xOf(matmul.start), layer.area.left(), layer.area.right());
            const qreal right = std::clamp(layout.xOf(matmul.end), layer.area.left(), layer.area.right());
            part.area = QRectF(QPointF(left, layer.area.top()), QPointF(right, layer.area.bottom()));
            if (!(right > left))
                continue;
            fill(painter, {right - 1, layer.area.top(), 1, layer.area.height()}, ink.edge);
            m_boxes.push_back(std::move(part));
        }
    }

    /// Whole pixels on a screen: they need no blending, which takes most of the time.
    void fill(QPainter& painter, const QRectF& area, const QColor& colour) const
    {
        if (m_whole)
            painter.fillRect(QRect(QPoint(qRound(area.left()), qRound(area.top())),
                                   QPoint(std::max(qRound(area.right()), qRound(area.left()) + 1) - 1,
                                          std::max(qRound(area.bottom()), qRound(area.top()) + 1) - 1)),
                             colour);
        else
            painter.fillRect(area, colour);
    }

    void paintExposed(QPainter& painter, const StepLayout& layout, const core::StepPiece& piece, const QRectF& area,
                      const QColor& open, const Theme& theme) const
    {
        const QRectF part = exposedPart(piece, area, layout.xOf(piece.exposedFrom), layout.xOf(piece.exposedTo));
        if (part.isEmpty())
            return;
        fill(painter, part, open);
        drawHatch(painter, part, Hatch::diagonal, theme.text, layout.sizes.px(4), layout.sizes.px(1.1));
    }

    /// Into bars that have room.
    void paintTexts(QPainter& painter, const StepLayout& layout, const Theme& theme, const BarInks& inks) const
    {
        const ChartSizes& sizes = layout.sizes;
        const QFont font = chartFont(sizes.small);
        const QFontMetricsF metrics(font);
        const auto& parts = m_reading.step->parts;
        const int layers = parts.layers * parts.chunks * parts.stages;
        const qreal least = metrics.horizontalAdvance(QString::number(layers)); // all of a row have one, or none
        for (const StepBox& box : m_boxes) {
            const QRectF seen = box.area.intersected(layout.plot);
            if (seen.width() < sizes.px(14) || seen.height() < sizes.px(12))
                continue;
            const bool part = !box.matmul.isEmpty();
            for (const QString& text : part ? matmulTexts(box.matmul, box.piece) : barTexts(m_reading, box.piece)) {
                const qreal width = std::max(metrics.horizontalAdvance(text), box.piece.bars > 1 || part ? 0 : least);
                if (width + sizes.px(8) > seen.width())
                    continue;
                const Label label(text, font, theme.text);
                if (box.piece.exposed > 0)
                    label.drawOn(painter, inks.of(box.piece).open, seen.center());
                else
                    label.draw(painter, seen.center());
                break;
            }
        }
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
            Label(rowName(m_reading, lane.rows[0]), chartFont(sizes.small), theme.muted)
                .drawRight(painter, {layout.plot.left() - sizes.px(8), seen.center().y()});
            if (layout.sums)
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
        paintNumber(painter, sizes, at, tr("%1 busy").arg(clockText(busy)), QStringLiteral("step.busy.") + id, theme,
                    marks);
        if (!(exposed > 0))
            return;
        at = two ? QPointF(layout.plot.right() + sizes.px(10), at.y() + sizes.px(16)) : at + QPointF(sizes.px(8), 0);
        paintNumber(painter, sizes, at, tr("%1 exposed").arg(clockText(exposed)), QStringLiteral("step.exposed.") + id,
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

    /// Where one looks, and how the simulated end compares.
    void paintFoot(QPainter& painter, const StepLayout& layout, const QSizeF& size, const Theme& theme,
                   std::vector<Mark>& marks) const
    {
        const ChartSizes& sizes = layout.sizes;
        const auto& step = *m_reading.step;
        QPointF at(layout.plot.left(), std::min(layout.plot.bottom() + sizes.px(18), size.height() - sizes.px(14)));
        const auto add = [&](const QString& text, const QString& number = {}) {
            paintNumber(painter, sizes, at, text, number, theme, marks);
            at.rx() += sizes.px(5);
        };
        add(tr("simulated"));
        add(clockText(step.end, 4), QStringLiteral("step.simulated"));
        add(tr("= by formula"));
        add(clockText(step.parts.charged, 4), QStringLiteral("time.step"));
        const double fill = step.fill();
        add(fill < 0 ? QStringLiteral("−") : QStringLiteral("+"));
        add(clockText(std::abs(fill)), QStringLiteral("step.fill"));
        const QString then = tr("then the optimizer"), update = clockText(step.parts.update);
        const Label both(then + update, chartFont(sizes.small), theme.muted);
        if (step.parts.update > 0 && at.x() + both.size().width() + sizes.px(20) < size.width()) {
            add(then);
            add(update, QStringLiteral("step.optimizer"));
        }
        const bool whole = (layout.to - layout.from) / step.updated() > 0.999;
        if (whole && layout.detailed)
            return;
        const QString lanes = layout.detailed ? QString() : tr("of each stage math above, network below");
        const QString range = tr("in sight: %1 to %2").arg(clockText(layout.from), clockText(layout.to));
        const QString seen = whole ? lanes : lanes.isEmpty() ? range : lanes + QStringLiteral(" · ") + range;
        const Label label(seen, chartFont(sizes.small), theme.muted);
        if (at.x() + label.size().width() + sizes.px(12) < size.width())
            label.drawRight(painter, {std::max(layout.plot.right(), at.x() + label.size().width()), at.y()});
    }

    StepReading m_reading;
    std::vector<core::FillPart> m_fill;
    std::vector<StepBox> m_boxes;   // of the last painting
    bool m_whole = false;           // bars are whole pixels
    int m_lit = -1;                 // part of the fill
    std::optional<double> m_moment; // of a playing step, as a share of it
};

} // namespace

std::unique_ptr<Picture> stepPicture() { return std::make_unique<StepPicture>(); }

} // namespace ui
