// SPDX-License-Identifier: GPL-3.0-or-later
// Bars taken together are as high as the share of time they take.
#include "ui/charts/step_bars.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/hatch.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ui
{

namespace
{

constexpr qreal matmulRoom = 110; // units from which on a layer shows its matmuls

class StepBars
{
public:
    StepBars(QPainter& painter, const StepReading& reading, const StepLayout& layout, const Theme& theme, bool whole)
        : m_painter(painter), m_reading(reading), m_layout(layout), m_theme(theme), m_whole(whole), m_inks(theme)
    {
    }

    std::vector<StepBox> paint()
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_whole ? m_painter.setClipRect(m_layout.plot.toAlignedRect()) : m_painter.setClipRect(m_layout.plot);
        std::size_t lane = 0;
        for (std::size_t i = 0; i < m_layout.bands.size(); ++i) {
            const auto stage = m_layout.firstStage + i;
            std::array<const StepLane*, core::clockRows> lanes{};
            for (; lane < m_layout.lanes.size() && m_layout.lanes[lane].stage == stage; ++lane)
                for (const auto row : m_layout.lanes[lane].rows)
                    lanes[static_cast<std::size_t>(row)] = &m_layout.lanes[lane];
            paintStage(stage, lanes);
        }
        m_runs.draw(m_painter, m_whole);
        m_open.draw(m_painter, m_whole);
        drawHatch(m_painter, m_open.areas(), Hatch::diagonal, m_theme.text, m_layout.sizes.px(4),
                  m_layout.sizes.px(1.1));
        m_painter.restore();
        if (m_boxes.size() > 1)
            paintTexts();
        return std::move(m_boxes);
    }

private:
    /// Of a row: bars taken together that begin within one moment, and how high they are.
    struct Stack {
        double moment = -1, end = -1, height = 0;
    };
    using Lanes = std::array<const StepLane*, core::clockRows>;

    void paintStage(std::size_t stage, const Lanes& lanes)
    {
        std::array<Stack, core::clockRows> stacked;
        const auto pieces = core::stepPieces(*m_reading.step, stage, m_layout.from, m_layout.to, least());
        std::vector<std::tuple<double, std::size_t, std::size_t>> order; // stacked in the same one everywhere
        order.reserve(pieces.size());
        for (const auto& piece : pieces)
            order.emplace_back(momentOf(piece), core::purposeOf(piece), order.size());
        std::ranges::sort(order);
        for (const auto& [moment, purpose, at] : order) {
            const auto& piece = pieces[at];
            if (const auto* lane = laneOf(piece, lanes))
                paintPiece(*lane, piece, m_inks.of(piece), stacked[static_cast<std::size_t>(piece.row)]);
        }
    }

    /// Where there is no lane for HBM, the update of the optimizer lies in that of math, which is done then.
    static const StepLane* laneOf(const core::StepPiece& piece, const Lanes& lanes)
    {
        const auto* own = lanes[static_cast<std::size_t>(piece.row)];
        return own || piece.kind != core::BarKind::optimizer ? own : lanes[0];
    }

    double least() const { return minPixels * m_layout.pixel(); }
    /// In which of those within which bars are taken together it begins.
    double momentOf(const core::StepPiece& piece) const { return std::floor((piece.start - m_layout.from) / least()); }

    QRectF areaOf(const StepLane& lane, const core::StepPiece& piece, Stack& stacked) const
    {
        const qreal left = std::max(m_layout.xOf(piece.start), m_layout.plot.left() - 8);
        const qreal right = std::min(m_layout.xOf(piece.end), m_layout.plot.right() + 8);
        QRectF area(left, lane.box.top(), std::max(right - left, 1.0), lane.box.height());
        if (isMerged(piece)) {
            const double share = heightOf(piece, m_layout.pixel());
            const double base = momentOf(piece) == stacked.moment ? stacked.height : 0;
            stacked = {momentOf(piece), piece.end, std::min(1.0, base + share)};
            area.setTop(lane.box.bottom() - lane.box.height() * stacked.height);
            area.setBottom(lane.box.bottom() - lane.box.height() * base);
        } else if (piece.end - piece.start < m_layout.pixel()) { // the lower half where another one is already
            if (piece.start - stacked.end < m_layout.pixel())
                area.setTop(area.center().y());
            stacked = {momentOf(piece), piece.end, 0};
        }
        return area;
    }

    void paintPiece(const StepLane& lane, const core::StepPiece& piece, const BarInks::Ink& ink, Stack& stacked)
    {
        const QRectF area = areaOf(lane, piece, stacked);
        const QRectF open = exposedPart(piece, area, m_layout.xOf(piece.exposedFrom), m_layout.xOf(piece.exposedTo));
        if (piece.bars > 1 || area.width() <= minPixels) {
            m_runs.add(area, ink.fill);
        } else {
            const bool framed = area.width() > 7; // others are apart from their neighbours
            fill(framed ? area : area.adjusted(0, 0, -1, 0), ink.fill);
            if (framed)
                paintFrame(area, ink.edge);
        }
        if (const QRectF seen = open.intersected(m_layout.plot); !seen.isEmpty())
            m_open.add(seen, ink.open);
        if (area.width() > m_layout.sizes.px(matmulRoom) && piece.kind == core::BarKind::math)
            paintMatmuls({area, lane.stage, piece}, ink);
        else
            m_boxes.push_back({area, lane.stage, piece});
    }

    void paintFrame(const QRectF& area, const QColor& edge) const
    {
        fill({area.right() - 1, area.top(), 1, area.height()}, edge);
        fill({area.left(), area.top(), 1, area.height()}, edge);
        fill({area.left(), area.top(), area.width(), 1}, edge);
        fill({area.left(), area.bottom() - 1, area.width(), 1}, edge);
    }

    /// A layer from near: its matmuls, by their share of its FLOPs.
    void paintMatmuls(const StepBox& layer, const BarInks::Ink& ink)
    {
        for (const auto& matmul : matmulsOf(m_reading, layer.piece)) {
            StepBox part = layer;
            part.matmul = matmul.name;
            part.piece.start = matmul.start;
            part.piece.end = matmul.end;
            part.piece.busy = matmul.end - matmul.start;
            const qreal left = std::clamp(m_layout.xOf(matmul.start), layer.area.left(), layer.area.right());
            const qreal right = std::clamp(m_layout.xOf(matmul.end), layer.area.left(), layer.area.right());
            part.area = QRectF(QPointF(left, layer.area.top()), QPointF(right, layer.area.bottom()));
            if (!(right > left))
                continue;
            fill({right - 1, layer.area.top(), 1, layer.area.height()}, ink.edge);
            m_boxes.push_back(std::move(part));
        }
    }

    void fill(const QRectF& area, const QColor& colour) const { fillBar(m_painter, area, colour, m_whole); }

    /// Into bars that have room.
    void paintTexts() const
    {
        const ChartSizes& sizes = m_layout.sizes;
        const QFont font = chartFont(sizes.small);
        const QFontMetricsF metrics(font);
        const auto& parts = m_reading.step->parts;
        const int layers = parts.layers * parts.chunks * parts.stages;
        const qreal least = metrics.horizontalAdvance(QString::number(layers)); // all of a row have one, or none
        for (const StepBox& box : m_boxes) {
            const QRectF seen = box.area.intersected(m_layout.plot);
            if (seen.width() < sizes.px(14) || seen.height() < sizes.px(12))
                continue;
            const bool part = !box.matmul.isEmpty();
            for (const QString& text : part ? matmulTexts(box.matmul, box.piece) : barTexts(m_reading, box.piece)) {
                const qreal width = std::max(metrics.horizontalAdvance(text), box.piece.bars > 1 || part ? 0 : least);
                if (width + sizes.px(8) > seen.width())
                    continue;
                const Label label(text, font, m_theme.text);
                if (box.piece.exposed > 0)
                    label.drawOn(m_painter, m_inks.of(box.piece).open, seen.center());
                else
                    label.draw(m_painter, seen.center());
                break;
            }
        }
    }

    QPainter& m_painter;
    const StepReading& m_reading;
    const StepLayout& m_layout;
    const Theme& m_theme;
    bool m_whole;
    BarInks m_inks;
    BarRuns m_runs, m_open; // `m_open`: what is exposed, above them
    std::vector<StepBox> m_boxes;
};

} // namespace

void BarRuns::add(const QRectF& area, const QColor& colour)
{
    constexpr qreal alike = 0.5, touching = 1; // pixels
    constexpr std::size_t last = 16;           // kinds that alternate in a lane
    const std::size_t oldest = m_areas.size() > last ? m_areas.size() - last : 0;
    for (std::size_t i = m_areas.size(); i-- > oldest;) {
        QRectF& run = m_areas[i];
        const bool sameLane =
            std::abs(run.top() - area.top()) <= alike && std::abs(run.bottom() - area.bottom()) <= alike;
        if (!sameLane || m_colours[i] != colour || area.left() < run.left() || area.left() > run.right() + touching)
            continue;
        run.setRight(std::max(run.right(), area.right()));
        return;
    }
    m_areas.push_back(area);
    m_colours.push_back(colour);
}

void BarRuns::draw(QPainter& painter, bool whole) const
{
    for (std::size_t i = 0; i < m_areas.size(); ++i)
        fillBar(painter, m_areas[i], m_colours[i], whole);
}

void fillBar(QPainter& painter, const QRectF& area, const QColor& colour, bool whole)
{
    if (!whole)
        return painter.fillRect(area, colour);
    const QPoint from(qRound(area.left()), qRound(area.top()));
    const QPoint end(std::max(qRound(area.right()), from.x() + 1), std::max(qRound(area.bottom()), from.y() + 1));
    painter.fillRect(QRect(from, end - QPoint(1, 1)), colour);
}

double heightOf(const core::StepPiece& piece, double pixel)
{
    return core::isMerged(piece) ? std::min(1.0, piece.busy / std::max(piece.end - piece.start, pixel)) : 1;
}

std::vector<StepBox> paintStepBars(QPainter& painter, const StepReading& reading, const StepLayout& layout,
                                   const Theme& theme, bool whole)
{
    return StepBars(painter, reading, layout, theme, whole).paint();
}

} // namespace ui
