// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot as the stage of a picture.
#include "ui/charts/plot_stage.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/relay_device.h"
#include "ui/theme/text_line.h"

#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace ui
{

namespace
{

using Painting = std::function<void(QPainter&)>;

/// A layer that the picture paints with a plain painter.
class PaintedLayer : public QCPLayerable
{
public:
    PaintedLayer(QCustomPlot& plot, const QString& layer, bool clipped, Painting painting)
        : QCPLayerable(&plot, layer), m_clipped(clipped), m_painting(std::move(painting))
    {
    }

protected:
    QRect clipRect() const override { return m_clipped ? mParentPlot->axisRect()->rect() : mParentPlot->viewport(); }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override { m_painting(*painter); }

private:
    bool m_clipped;
    Painting m_painting;
};

/// Most lines here are straight on log axes. Stroked as a polyline such a line takes ten times as long: the rasterizer
/// has little memory and goes through a long outline many times.
class LineGraph : public QCPGraph
{
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& points) const override
    {
        if (points.size() != 2)
            return QCPGraph::drawLinePlot(painter, points);
        applyDefaultAntialiasingHint(painter);
        painter->drawLine(QLineF(points.front(), points.back()));
    }
};

/// Ticks at 1, 2 and 5 where there is room for their labels, else at powers of ten, every second, third ...
class LabelledTicker : public QCPAxisTickerLog
{
public:
    LabelledTicker(const QCPAxis& axis, std::function<QString(double)> label) : m_axis(axis), m_label(std::move(label))
    {
    }

protected:
    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        const bool flat = m_axis.orientation() == Qt::Horizontal;
        const QSizeF area = m_axis.parentPlot()->viewport().size() * 0.75;
        const double decades = std::log10(range.upper / range.lower);
        // Ticks are made before the layout, so the length of the axis is only nearly known.
        const double room = std::max(1.0, flat ? area.width() : area.height()) / std::max(decades, 0.1);
        const double need = m_axis.tickLabelFont().pixelSize() * (flat ? 4.6 : 2.0);
        constexpr double narrowest = 0.3; // decades from 1 to 2
        m_step = room * narrowest >= need ? 0 : static_cast<int>(std::clamp(std::ceil(need / room), 1.0, 30.0));
        return m_step == 0 ? within(range, {1, 2, 5}, 1) : within(range, {1}, m_step);
    }
    QVector<double> createSubTickVector(int, const QVector<double>& ticks) override
    {
        if (ticks.isEmpty())
            return {};
        const QCPRange range(ticks.front(), ticks.back());
        if (m_step > 1)
            return within(range, {1}, 1);
        return within(range, m_step == 0 ? QVector<double>{3, 4, 6, 7, 8, 9} : QVector<double>{2, 3, 4, 5, 6, 7, 8, 9},
                      1);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_label(tick); }

private:
    // The multiples of every `step`-th power of ten in a range, and some beyond either end.
    static QVector<double> within(const QCPRange& range, const QVector<double>& multiples, int step)
    {
        QVector<double> values;
        const int last = static_cast<int>(std::ceil(std::log10(range.upper))) + step;
        const int first = static_cast<int>(std::floor(std::log10(range.lower)));
        for (int power = static_cast<int>(std::floor(static_cast<double>(first) / step)) * step; power <= last;
             power += step)
            for (const double multiple : multiples)
                values.append(multiple * std::pow(10.0, power));
        return values;
    }

    const QCPAxis& m_axis;
    std::function<QString(double)> m_label;
    int m_step = 1; // decades between labels; 0: labels at 1, 2 and 5
};

// Where a line has to bend on log axes: without the points that stand less than a twentieth of a pixel beside the
// straight way between others. `scale`: pixels for a factor of e.
std::vector<std::size_t> bends(const PlotSeries& line, const QSizeF& scale)
{
    constexpr double leastBend = 0.05;
    std::vector<QPointF> at;
    for (std::size_t i = 0; i < line.x.size(); ++i)
        at.emplace_back(std::log(line.x[i]) * scale.width(), std::log(line.y[i]) * scale.height());
    std::vector<std::size_t> kept;
    const std::function<void(std::size_t, std::size_t)> bend = [&](std::size_t first, std::size_t last) {
        const QPointF way = at[last] - at[first];
        const double length = std::hypot(way.x(), way.y());
        std::size_t farthest = first;
        double most = leastBend * length;
        for (std::size_t i = first + 1; i < last; ++i) {
            const QPointF off = at[i] - at[first];
            const double beside = std::abs(way.x() * off.y() - way.y() * off.x());
            if (beside > most) {
                most = beside;
                farthest = i;
            }
        }
        if (farthest != first) {
            bend(first, farthest);
            kept.push_back(farthest);
            bend(farthest, last);
        }
    };
    if (at.empty())
        return kept;
    kept.push_back(0);
    bend(0, at.size() - 1);
    if (at.size() > 1)
        kept.push_back(at.size() - 1);
    return kept;
}

/// Sums in another order end in other bits.
bool sameValues(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::abs(x); });
}

bool sameLine(const PlotSeries& a, const PlotSeries& b)
{
    return a.colour == b.colour && a.dashes == b.dashes && a.width == b.width && sameValues(a.x, b.x) &&
           sameValues(a.y, b.y);
}

/// Between the numbers of an axis and the edge of the picture.
int titleRoom(const ChartSizes& sizes) { return qRound(sizes.px(9) + sizes.text * 1.2); }

constexpr qreal yAxisRoom = 56; // px: title, numbers and ticks left of the axes

} // namespace

double tickBelow(double value)
{
    constexpr double margin = 1 + 1e-9; // of what a power of ten may be off
    const double power = std::pow(10.0, std::floor(std::log10(value * margin)));
    const double share = value * margin / power;
    return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}

double tickAbove(double value)
{
    const double below = tickBelow(value);
    return value <= below * (1 + 1e-9) ? below : tickBelow(below * 2.6); // 2 after 1, 5 after 2, 10 after 5
}

PlotStage::PlotStage(QCustomPlot& plot, const PlotPicture& picture) : m_plot(plot), m_picture(picture)
{
    m_base.theme = &Theme::light();
    plot.setAutoAddPlottableToLegend(false);
    plot.setNoAntialiasingOnDrag(false);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    plot.xAxis->setTicker(
        QSharedPointer<LabelledTicker>::create(*plot.xAxis, [&picture](double x) { return picture.xTick(x); }));
    plot.yAxis->setTicker(
        QSharedPointer<LabelledTicker>::create(*plot.yAxis, [&picture](double y) { return picture.yTick(y); }));
    plot.addLayer(QStringLiteral("under"), plot.layer(QStringLiteral("grid")), QCustomPlot::limBelow);
    new PaintedLayer(plot, QStringLiteral("under"), true, [this](QPainter& painter) { paintBands(painter); });
    new PaintedLayer(plot, QStringLiteral("overlay"), false, [this](QPainter& painter) {
        if (m_base.shown) {
            paintTitles(painter);
            m_picture.paintFixed(painter, frame());
        }
    });
}

void PlotStage::paintBands(QPainter& painter) const
{
    const PlotFrame place = frame();
    const QRectF& area = place.area;
    for (const PlotBand& band : m_base.bands) {
        const qreal left = std::clamp(place.xOf(band.from), area.left(), area.right());
        const qreal right = std::clamp(place.xOf(band.to), area.left(), area.right());
        if (left < right)
            painter.fillRect(QRectF(QPointF(left, area.top()), QPointF(right, area.bottom())), band.colour);
    }
}

/// The library would measure and shape them four times a picture.
void PlotStage::paintTitles(QPainter& painter) const
{
    const ChartSizes sizes = ChartSizes::of(m_base.size);
    const QRect area = m_plot.axisRect()->rect();
    const QMargins margins = m_plot.axisRect()->margins();
    const qreal inset = titleRoom(sizes) - sizes.px(4) - sizes.text * 0.6; // from the edge to the middle of a title
    const auto title = [&](const QString& text) { return Label(text, chartFont(sizes.text), m_base.theme->text); };
    title(m_base.xTitle).draw(painter, QPointF(area.center().x(), area.bottom() + margins.bottom() - inset));
    title(m_base.yTitle).draw(painter, QPointF(area.left() - margins.left() + inset, area.center().y()), -90);
}

void PlotStage::paintOverlay(QPainter& painter)
{
    painter.save();
    painter.setClipRect(m_plot.viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(0.5, 0.5); // as the library does below smooth lines
    if (const QString absence = m_picture.absence(); absence.isEmpty()) {
        m_marks = m_picture.paintOver(painter, frame());
        m_lacksFarMarks = true;
    } else {
        m_marks.clear();
        painter.setFont(chartFont(ChartSizes::of(m_base.size).strong));
        painter.setPen(m_base.theme->muted);
        painter.drawText(QRectF(QPointF(), m_base.size).adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         absence);
    }
    painter.restore();
}

const std::vector<PlotMark>& PlotStage::marks()
{
    if (std::exchange(m_lacksFarMarks, false) && m_picture.absence().isEmpty()) {
        std::ranges::move(m_picture.farMarks(frame()), std::back_inserter(m_marks));
    }
    return m_marks;
}

PlotFrame PlotStage::frame() const
{
    const QCPRange x = m_plot.xAxis->range();
    const QCPRange y = m_plot.yAxis->range();
    return {QRectF(m_plot.axisRect()->rect()),
            m_base.size,
            {x.lower, x.upper, y.lower, y.upper},
            *m_base.theme,
            ChartSizes::of(m_base.size)};
}

void PlotStage::dressAxes(const ChartSizes& sizes)
{
    const Theme& theme = *m_base.theme;
    const QPen line(theme.muted, sizes.px(1));
    for (QCPAxis* axis : {m_plot.xAxis, m_plot.yAxis}) {
        axis->setVisible(m_base.shown);
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTickPen(QPen(theme.muted, sizes.px(0.7)));
        axis->setTickLength(0, qRound(sizes.px(4)));
        axis->setSubTickLength(0, qRound(sizes.px(2)));
        axis->setTickLabelFont(chartFont(sizes.small));
        axis->setTickLabelColor(theme.muted);
        axis->setTickLabelPadding(qRound(sizes.px(4)));
        axis->setPadding(titleRoom(sizes));
        axis->grid()->setPen(QPen(theme.grid, sizes.px(1)));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setVisible(m_base.shown);
    }
    const int edge = qRound(sizes.px(8));
    m_plot.axisRect()->setMinimumMargins(QMargins(edge, edge, edge, edge));
    m_plot.axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    m_plot.axisRect()->setMargins(QMargins(0, qRound(m_base.topMargin), qRound(m_base.rightMargin) + edge, 0));
}

void PlotStage::addSeries()
{
    const PlotRanges& view = m_base.ranges;
    const QSizeF scale(m_base.size.width() / std::log(view.xMost / view.xLeast),
                       m_base.size.height() / std::log(view.yMost / view.yLeast));
    for (const PlotSeries& line : m_base.series) {
        QPen pen(line.colour, line.width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
        if (!line.dashes.isEmpty())
            pen.setDashPattern(line.dashes);
        auto* graph = new LineGraph(m_plot.xAxis, m_plot.yAxis); // the plot's
        graph->setPen(pen);
        QVector<double> keys;
        QVector<double> values;
        for (const std::size_t i : bends(line, scale)) {
            keys.append(line.x[i]);
            values.append(line.y[i]);
        }
        graph->setData(keys, values, true);
    }
}

PlotStage::Base PlotStage::baseOf(const QSizeF& size, const Theme& theme, const PlotRanges& ranges) const
{
    const ChartSizes sizes = ChartSizes::of(size);
    Base base{.shown = m_picture.absence().isEmpty() && !ranges.isEmpty(),
              .size = size,
              .theme = &theme,
              .topMargin = m_picture.topMargin(sizes),
              .rightMargin = m_picture.rightMargin(sizes),
              .xTitle = m_picture.xTitle(),
              .yTitle = m_picture.yTitle()};
    if (base.shown) {
        base.ranges = ranges;
        base.series = m_picture.series(ranges, theme, sizes);
        base.bands = m_picture.bands(theme);
    }
    const qreal room = size.width() - base.rightMargin - sizes.px(yAxisRoom + 8);
    if (lineWidth(base.xTitle, chartFont(sizes.text)) > room)
        base.xTitle = m_picture.shortXTitle();
    return base;
}

bool PlotStage::Base::looksLike(const Base& other) const
{
    return shown == other.shown && size == other.size && theme == other.theme && ranges == other.ranges &&
           topMargin == other.topMargin && rightMargin == other.rightMargin && xTitle == other.xTitle &&
           yTitle == other.yTitle && bands == other.bands && std::ranges::equal(series, other.series, sameLine);
}

bool PlotStage::build(const QSizeF& size, const Theme& theme, const PlotRanges& ranges)
{
    Base base = baseOf(size, theme, ranges);
    const QCPRange x = m_plot.xAxis->range();
    const QCPRange y = m_plot.yAxis->range();
    const bool moved = base.shown && PlotRanges{x.lower, x.upper, y.lower, y.upper} != ranges; // by hand
    if (base.looksLike(m_base) && !moved)
        return false;
    m_base = std::move(base);
    m_plot.setBackground(QBrush(theme.panel));
    m_plot.axisRect()->setVisible(m_base.shown);
    if (m_base.shown) {
        m_plot.xAxis->setRange(ranges.xLeast, ranges.xMost);
        m_plot.yAxis->setRange(ranges.yLeast, ranges.yMost);
    }
    dressAxes(ChartSizes::of(size));
    m_plot.clearPlottables();
    addSeries();
    return true;
}

void renderPlot(const PlotPicture& picture, QPainter& painter, const QRectF& area, const Theme& theme)
{
    const QSize size(qMax(1, qRound(area.width())), qMax(1, qRound(area.height())));
    QCustomPlot plot;
    PlotStage stage(plot, picture);
    plot.setViewport(QRect(QPoint(), size));
    stage.build(size, theme, picture.ranges());
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(area.width() / size.width(), area.height() / size.height());
    painter.fillRect(QRect(QPoint(), size), theme.panel);
    {
        RelayDevice relay(painter, size);
        QCPPainter relayed(&relay);
        plot.toPainter(&relayed, size.width(), size.height());
        stage.paintOverlay(relayed);
    }
    painter.restore();
}

} // namespace ui
