// SPDX-License-Identifier: GPL-3.0-or-later
// Qt Charts as the stage of a picture: one chart per block.
#include "ui/charts/bar_picture.h"

#include "ui/charts/chart_label.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QHorizontalStackedBarSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <utility>

namespace ui
{

QRectF BarBlock::row(std::size_t index) const
{
    const qreal height = area.height() / static_cast<qreal>(rows());
    return {area.left(), area.top() + height * static_cast<qreal>(index), area.width(), height};
}

QRectF BarBlock::bar(std::size_t set, std::size_t index) const
{
    double before = 0;
    for (std::size_t i = 0; i < set; ++i)
        before += sets[i].values[index];
    const QRectF lane = row(index);
    const qreal height = lane.height() * thickness;
    return {QPointF(xOf(before), lane.center().y() - height / 2),
            QPointF(xOf(before + sets[set].values[index]), lane.center().y() + height / 2)};
}

double roundScale(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power * (1 + 1e-12))
            return step * power;
    return 10 * power;
}

void hatchBar(QPainter& painter, const QRectF& bar, Hatch hatch, const PictureLayout& layout)
{
    QColor ruling = layout.theme.panel;
    ruling.setAlphaF(0.6F);
    drawHatch(painter, bar, hatch, ruling, layout.sizes.px(5), layout.sizes.px(1));
}

/// One chart with its series and axes.
struct BarPicture::Panel {
    explicit Panel(const BarBlock&);
    void fill(const BarBlock&, const QSizeF& scene);

    QChart chart;
    QHorizontalStackedBarSeries* series = new QHorizontalStackedBarSeries;
    QValueAxis* values = new QValueAxis;
    std::vector<QBarSet*> sets;
    std::size_t rows = 0;
};

BarPicture::Panel::Panel(const BarBlock& block) : rows(block.rows())
{
    chart.setAnimationOptions(QChart::NoAnimation);
    chart.setBackgroundVisible(false);
    chart.setMargins({});
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    for (std::size_t set = 0; set < block.sets.size(); ++set) {
        sets.push_back(new QBarSet(QString(), series));
        sets.back()->append(QList<qreal>(static_cast<qsizetype>(rows), 0));
        series->append(sets.back());
    }
    chart.addSeries(series);
    chart.legend()->hide();
    auto* names = new QBarCategoryAxis;
    for (std::size_t row = 0; row < rows; ++row)
        names->append(QString::number(row));
    chart.addAxis(names, Qt::AlignLeft);
    chart.addAxis(values, Qt::AlignBottom);
    series->attachAxis(names);
    series->attachAxis(values);
    names->setVisible(false);
    values->setVisible(false);
}

// Values are replaced in place: new sets cost a new layout of the chart each.
void BarPicture::Panel::fill(const BarBlock& block, const QSizeF& scene)
{
    chart.setGeometry(QRectF(QPointF(), scene));
    chart.setPlotArea(block.area);
    series->setBarWidth(block.thickness);
    values->setRange(0, block.max);
    for (std::size_t s = 0; s < sets.size(); ++s) {
        const BarSet& from = block.sets[s];
        sets[s]->setBrush(from.colour);
        sets[s]->setPen(Qt::NoPen);
        for (std::size_t row = 0; row < rows; ++row) {
            const auto place = static_cast<int>(rows - 1 - row); // categories count from the bottom
            if (sets[s]->at(place) != from.values[row])
                sets[s]->replace(place, from.values[row]);
        }
    }
}

BarPicture::BarPicture() : m_scene(std::make_unique<QGraphicsScene>()) {}
BarPicture::~BarPicture() = default;

AxisRanges BarPicture::heldRanges(const AxisRanges& shown) const
{
    constexpr double readable = 0.15; // of the axis: shorter bars tell nothing
    AxisRanges held = ranges();
    held.xMax = held.xMax < readable * shown.xMax ? held.xMax : std::max(held.xMax, shown.xMax);
    held.yMax = held.yMax < readable * shown.yMax ? held.yMax : std::max(held.yMax, shown.yMax);
    return held;
}

// A new chart for each block whose number of sets or rows changed.
void BarPicture::shapePanels(const std::vector<BarBlock>& blocks)
{
    m_panels.resize(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        auto& panel = m_panels[b];
        if (panel && panel->sets.size() == blocks[b].sets.size() && panel->rows == blocks[b].rows())
            continue;
        panel = std::make_unique<Panel>(blocks[b]);
        m_scene->addItem(&panel->chart);
        panel->chart.setZValue(static_cast<qreal>(b));
    }
}

void BarPicture::drawBars(QPainter& painter, const QRectF& area, const Laid& laid)
{
    shapePanels(laid.blocks);
    for (std::size_t b = 0; b < laid.blocks.size(); ++b)
        m_panels[b]->fill(laid.blocks[b], laid.layout.size);
    m_scene->setSceneRect(laid.layout.area);
    m_scene->setBackgroundBrush(laid.layout.theme.panel);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene->render(&painter, area, laid.layout.area);
    painter.restore();
}

BarPicture::Laid BarPicture::lay(const QSizeF& size, const Theme& theme, const AxisRanges& scales) const
{
    const PictureLayout layout{QRectF(QPointF(), size), size, scales, theme, ChartSizes::of(size)};
    return {layout, absence().isEmpty() ? blocks(layout) : std::vector<BarBlock>()};
}

bool BarPicture::prepare(const QSizeF& size, qreal ratio, const Theme& theme, const AxisRanges& scales)
{
    m_laid.emplace(lay(size, theme, scales));
    const QSize pixels = (size * ratio).toSize();
    if (m_bars.size() != pixels)
        m_bars = QImage(pixels, QImage::Format_RGB32);
    m_bars.setDevicePixelRatio(ratio);
    QPainter painter(&m_bars);
    drawBars(painter, m_laid->layout.area, *m_laid);
    return true;
}

Painted BarPicture::paint(QPainter& painter, const QRectF& area, const Theme& theme, const AxisRanges& scales, Output)
{
    const auto prepared = std::exchange(m_laid, std::nullopt);
    const Laid laid = prepared ? *prepared : lay(area.size(), theme, scales);
    if (prepared)
        painter.drawImage(area.topLeft(), m_bars);
    else
        drawBars(painter, area, laid);
    Painted painted;
    painter.save();
    painter.translate(area.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    if (laid.blocks.empty())
        drawSentence(painter, absence(), area.size(), theme);
    for (const BarBlock& block : laid.blocks)
        for (std::size_t set = 0; set < block.sets.size(); ++set)
            for (std::size_t row = 0; row < block.rows(); ++row)
                if (block.sets[set].values[row] > 0)
                    hatchBar(painter, block.bar(set, row), block.sets[set].hatch, laid.layout);
    if (!laid.blocks.empty())
        painted.marks = paintOver(painter, laid.layout, laid.blocks);
    painter.restore();
    return painted;
}

} // namespace ui
