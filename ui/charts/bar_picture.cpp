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
#include <functional>

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

/// Paints the picture's own words above the charts.
class BarPicture::Scene : public QGraphicsScene
{
public:
    std::function<void(QPainter&)> overlay;

protected:
    void drawForeground(QPainter* painter, const QRectF&) override { overlay(*painter); }
};

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

BarPicture::BarPicture() : m_scene(std::make_unique<Scene>()) {}
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

Painted BarPicture::paint(QPainter& painter, const QRectF& area, const Theme& theme, const AxisRanges& scales, Output)
{
    const QRectF page(QPointF(), area.size());
    const PictureLayout layout{page, area.size(), scales, theme, ChartSizes::of(area.size())};
    const auto all = absence().isEmpty() ? blocks(layout) : std::vector<BarBlock>();
    Painted painted;
    m_scene->setSceneRect(page);
    m_scene->setBackgroundBrush(theme.panel);
    m_scene->overlay = [&](QPainter& on) {
        on.setRenderHint(QPainter::Antialiasing);
        if (all.empty())
            return drawSentence(on, absence(), layout.size, theme);
        for (const BarBlock& block : all)
            for (std::size_t set = 0; set < block.sets.size(); ++set)
                for (std::size_t row = 0; row < block.rows(); ++row)
                    if (block.sets[set].values[row] > 0)
                        hatchBar(on, block.bar(set, row), block.sets[set].hatch, layout);
        painted.marks = paintOver(on, layout, all);
    };
    shapePanels(all);
    for (std::size_t b = 0; b < all.size(); ++b)
        m_panels[b]->fill(all[b], layout.size);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene->render(&painter, area, page);
    painter.restore();
    return painted;
}

} // namespace ui
