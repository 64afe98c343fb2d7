// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot as the stage of a picture: axes, ticks, lines and bands.
#include "ui/charts/plot_picture.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/relay_device.h"
#include "ui/theme/text_line.h"

#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace ui
{

namespace
{

/// Draws when it is told to; the library would also draw into buffers of its own some time after each change.
class Plot : public QCustomPlot
{
public:
    Plot() { mReplotting = true; }
};

/// The layer below the grid, painted with a plain painter.
class PaintedLayer : public QCPLayerable
{
public:
    using Painting = std::function<void(QPainter&)>;
    PaintedLayer(QCustomPlot& plot, Painting painting)
        : QCPLayerable(&plot, QStringLiteral("under")), m_painting(std::move(painting))
    {
    }

protected:
    QRect clipRect() const override { return mParentPlot->axisRect()->rect(); }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override { m_painting(*painter); }

private:
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
    LabelledTicker(const QCPAxis& axis, QString (*label)(double)) : m_axis(axis), m_label(label) {}

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
    QString (*m_label)(double);
    int m_step = 1; // decades between labels; 0: labels at 1, 2 and 5
};

// Where a line has to bend on log axes: without the points that stand less than a twentieth of a pixel beside the
// straight line between others. `scale`: pixels for a factor of e.
std::vector<std::size_t> bends(const PlotSeries& line, const QSizeF& scale)
{
    constexpr double minBend = 0.05;
    std::vector<QPointF> at;
    for (const QPointF& point : line.points)
        at.emplace_back(std::log(point.x()) * scale.width(), std::log(point.y()) * scale.height());
    std::vector<std::size_t> kept;
    const std::function<void(std::size_t, std::size_t)> bend = [&](std::size_t first, std::size_t last) {
        const QPointF chord = at[last] - at[first];
        std::size_t farthest = first;
        double max = minBend * std::hypot(chord.x(), chord.y());
        for (std::size_t i = first + 1; i < last; ++i) {
            const QPointF off = at[i] - at[first];
            const double distance = std::abs(chord.x() * off.y() - chord.y() * off.x());
            if (distance > max) {
                max = distance;
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

/// Between the numbers of an axis and the edge of the picture.
int titleRoom(const ChartSizes& sizes) { return qRound(sizes.px(9) + sizes.text * 1.2); }

constexpr qreal yAxisRoom = 56; // px: title, numbers and ticks left of the axes

/// Sums in another order end in other bits.
bool sameLine(const PlotSeries& a, const PlotSeries& b)
{
    const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::abs(x); };
    return a.colour == b.colour && a.dashes == b.dashes && a.width == b.width &&
           std::ranges::equal(a.points, b.points, [near](const QPointF& p, const QPointF& q) {
               return near(p.x(), q.x()) && near(p.y(), q.y());
           });
}

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

PlotPicture::PlotPicture() : m_plot(std::make_unique<Plot>())
{
    m_plot->setAutoAddPlottableToLegend(false);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->addLayer(QStringLiteral("under"), m_plot->layer(QStringLiteral("grid")), QCustomPlot::limBelow);
    new PaintedLayer(*m_plot, [this](QPainter& painter) { paintBands(painter); });
}

PlotPicture::~PlotPicture() = default;

bool PlotPicture::Base::looksLike(const Base& other) const
{
    return size == other.size && ratio == other.ratio && theme == other.theme && ranges == other.ranges &&
           axes == other.axes && bands == other.bands && std::ranges::equal(series, other.series, sameLine);
}

PictureLayout PlotPicture::layout() const
{
    return {m_plot->axisRect()->rect(), m_base.size, m_base.ranges, *m_base.theme, ChartSizes::of(m_base.size)};
}

void PlotPicture::style()
{
    const AxisRanges& view = m_base.ranges;
    m_plot->setViewport(QRect(QPoint(), m_base.size));
    m_plot->setBackground(m_base.theme->panel);
    m_plot->xAxis->setRange(view.xMin, view.xMax);
    m_plot->yAxis->setRange(view.yMin, view.yMax);
    styleAxes(ChartSizes::of(m_base.size));
    addSeries();
}

void PlotPicture::styleAxes(const ChartSizes& sizes)
{
    const Theme& theme = *m_base.theme;
    const PlotAxes& words = m_base.axes;
    const QPen line(theme.muted, sizes.px(1));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTicker(
            QSharedPointer<LabelledTicker>::create(*axis, axis == m_plot->xAxis ? words.xTick : words.yTick));
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
    }
    const int edge = qRound(sizes.px(8));
    m_plot->axisRect()->setMinimumMargins(QMargins(edge, edge, edge, edge));
    m_plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    m_plot->axisRect()->setMargins(QMargins(0, qRound(words.top), qRound(words.right) + edge, 0));
}

void PlotPicture::addSeries()
{
    const AxisRanges& view = m_base.ranges;
    const QSizeF scale(m_base.size.width() / std::log(view.xMax / view.xMin),
                       m_base.size.height() / std::log(view.yMax / view.yMin));
    m_plot->clearPlottables();
    for (const PlotSeries& line : m_base.series) {
        QPen pen(line.colour, line.width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
        if (!line.dashes.isEmpty())
            pen.setDashPattern(line.dashes);
        auto* graph = new LineGraph(m_plot->xAxis, m_plot->yAxis); // the plot's
        graph->setPen(pen);
        QVector<double> keys;
        QVector<double> values;
        for (const std::size_t i : bends(line, scale)) {
            keys.append(line.points[i].x());
            values.append(line.points[i].y());
        }
        graph->setData(keys, values, true);
    }
}

void PlotPicture::paintBands(QPainter& painter) const
{
    const PictureLayout place = layout();
    for (const PlotBand& band : m_base.bands) {
        const qreal left = std::clamp(place.xOf(band.from), place.area.left(), place.area.right());
        const qreal right = std::clamp(place.xOf(band.to), place.area.left(), place.area.right());
        if (left < right)
            painter.fillRect(QRectF(QPointF(left, place.area.top()), QPointF(right, place.area.bottom())), band.colour);
    }
}

/// The library would measure and shape them four times a picture.
void PlotPicture::paintTitles(QPainter& painter, const PictureLayout& place) const
{
    const ChartSizes& sizes = place.sizes;
    const PlotAxes& words = m_base.axes;
    const QMargins margins = m_plot->axisRect()->margins();
    const QRect area = m_plot->axisRect()->rect();
    const qreal inset = titleRoom(sizes) - sizes.px(4) - sizes.text * 0.6; // from the edge to the middle of a title
    const auto title = [&](const QString& text) { return Label(text, chartFont(sizes.text), place.theme.text); };
    const qreal room = place.size.width() - words.right - sizes.px(yAxisRoom + 8);
    const bool fits = lineWidth(words.xTitle, chartFont(sizes.text)) <= room;
    title(fits || words.shortXTitle.isEmpty() ? words.xTitle : words.shortXTitle)
        .draw(painter, QPointF(area.center().x(), area.bottom() + margins.bottom() - inset));
    const qreal height = place.size.height() - sizes.px(4);
    const bool tall = lineWidth(words.yTitle, chartFont(sizes.text)) <= height;
    const Label upright = title(tall || words.shortYTitle.isEmpty() ? words.yTitle : words.shortYTitle);
    const qreal half = upright.size().width() / 2;
    upright.draw(
        painter,
        QPointF(area.left() - margins.left() + inset,
                std::clamp<qreal>(area.center().y(), half + sizes.px(2), std::max(half + sizes.px(2), height - half))),
        -90);
}

void PlotPicture::drawKept()
{
    m_kept = QImage((QSizeF(m_base.size) * m_base.ratio).toSize(), QImage::Format_RGB32);
    m_kept.setDevicePixelRatio(m_base.ratio);
    QCPPainter painter(&m_kept);
    m_plot->toPainter(&painter, m_base.size.width(), m_base.size.height());
}

Painted PlotPicture::paintWords(QPainter& painter, const QSize& size, const Theme& theme, bool shown) const
{
    painter.save();
    painter.setClipRect(QRect(0, -1, size.width(), size.height() + 1), Qt::IntersectClip); // above, as the library does
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(0.5, 0.5); // as the library does below smooth lines
    Painted painted;
    if (shown) {
        const PictureLayout place = layout();
        paintTitles(painter, place);
        painted = {place.area, paintOver(painter, place)};
    } else {
        drawSentence(painter, absence(), size, theme);
    }
    painter.restore();
    return painted;
}

PlotPicture::Base PlotPicture::baseOf(const QSize& size, qreal ratio, const Theme& theme, const AxisRanges& view) const
{
    const ChartSizes sizes = ChartSizes::of(size);
    return {.size = size,
            .ratio = ratio,
            .theme = &theme,
            .ranges = view,
            .axes = axes(sizes),
            .series = series(view, theme, sizes),
            .bands = bands(theme)};
}

void PlotPicture::keep(const Base& base)
{
    const bool same = !m_kept.isNull() && base.looksLike(m_base);
    m_base = base;
    if (!same) {
        style();
        drawKept();
    }
}

/// From a tick and its neighbour in sight out to twice the decades that show everything.
AxisRanges PlotPicture::limited(const AxisRanges& asked) const
{
    const auto within = [](double low, double high, double whole) {
        const double length = std::clamp(std::log(high / low), std::log(2.5), std::max(1.0, 2 * std::log(whole)));
        return std::pair(std::sqrt(low * high) * std::exp(-length / 2), std::sqrt(low * high) * std::exp(length / 2));
    };
    const AxisRanges whole = ranges();
    if (whole.isEmpty())
        return asked;
    const auto [left, right] = within(asked.xMin, asked.xMax, whole.xMax / whole.xMin);
    const auto [low, high] = within(asked.yMin, asked.yMax, whole.yMax / whole.yMin);
    return {left, right, low, high};
}

bool PlotPicture::prepare(const QSizeF& size, qreal ratio, const Theme& theme, const AxisRanges& view)
{
    if (!absence().isEmpty() || view.isEmpty())
        return false;
    keep(baseOf(size.toSize().expandedTo({1, 1}), ratio, theme, view));
    return true;
}

Painted PlotPicture::paint(QPainter& painter, const QRectF& area, const Theme& theme, const AxisRanges& view,
                           Output output)
{
    const QSize size(qMax(1, qRound(area.width())), qMax(1, qRound(area.height())));
    const bool shown = absence().isEmpty() && !view.isEmpty();
    const Base base = shown ? baseOf(size, painter.device()->devicePixelRatioF(), theme, view) : Base();
    Painted painted;
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(area.width() / size.width(), area.height() / size.height());
    if (shown && output == Output::screen) {
        keep(base);
        painter.drawImage(0, 0, m_kept);
        painted = paintWords(painter, size, theme, shown);
    } else {
        painter.fillRect(QRect(QPoint(), size), theme.panel);
        RelayDevice relay(painter, size);
        QCPPainter relayed(&relay);
        if (shown) {
            m_kept = {};
            m_base = base;
            style();
            m_plot->toPainter(&relayed, size.width(), size.height());
        }
        painted = paintWords(relayed, size, theme, shown);
    }
    painter.restore();
    return painted;
}

} // namespace ui
