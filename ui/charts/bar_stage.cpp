// SPDX-License-Identifier: GPL-3.0-or-later
// Qt Charts as the stage of a picture.
#include "ui/charts/bar_stage.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsItem>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

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

/// The picture's own painting, above the charts.
class OverlayItem : public QGraphicsItem
{
public:
    explicit OverlayItem(BarStage& stage) : m_stage(stage) { setZValue(1); }
    QRectF boundingRect() const override { return {QPointF(), m_stage.size()}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        m_stage.paintOverlay(*painter);
    }
    void resized() { prepareGeometryChange(); }

private:
    BarStage& m_stage;
};

/// One chart; it owns its series and axes.
struct BarStage::Panel {
    QChart* chart = nullptr;
    QHorizontalStackedBarSeries* series = nullptr;
    QValueAxis* values = nullptr;
    std::vector<QBarSet*> sets;
    std::size_t rows = 0;
};

BarStage::BarStage(const BarPicture& picture)
    : m_picture(picture), m_theme(&Theme::light()), m_overlay(new OverlayItem(*this))
{
    m_scene.addItem(m_overlay);
}

BarStage::~BarStage() = default;

// A new chart for each block whose number of sets or rows changed.
void BarStage::shapePanels()
{
    while (m_panels.size() > m_blocks.size()) {
        delete m_panels.back()->chart;
        m_panels.pop_back();
    }
    for (std::size_t b = 0; b < m_blocks.size(); ++b) {
        const BarBlock& block = m_blocks[b];
        if (b < m_panels.size() && m_panels[b]->sets.size() == block.sets.size() && m_panels[b]->rows == block.rows())
            continue;
        if (b >= m_panels.size())
            m_panels.push_back(std::make_unique<Panel>());
        Panel& panel = *m_panels[b];
        delete panel.chart;
        panel = Panel{new QChart, new QHorizontalStackedBarSeries, new QValueAxis, {}, block.rows()};
        panel.chart->setAnimationOptions(QChart::NoAnimation);
        panel.chart->setBackgroundVisible(false);
        panel.chart->setMargins({});
        panel.chart->layout()->setContentsMargins(0, 0, 0, 0);
        for (const BarSet& set : block.sets) {
            auto* bars = new QBarSet(QString(), panel.series);
            bars->append(QList<qreal>(static_cast<qsizetype>(set.values.size()), 0));
            panel.series->append(bars);
            panel.sets.push_back(bars);
        }
        panel.chart->addSeries(panel.series);
        panel.chart->legend()->hide();
        auto* names = new QBarCategoryAxis;
        for (std::size_t row = 0; row < block.rows(); ++row)
            names->append(QString::number(row));
        panel.chart->addAxis(names, Qt::AlignLeft);
        panel.chart->addAxis(panel.values, Qt::AlignBottom);
        panel.series->attachAxis(names);
        panel.series->attachAxis(panel.values);
        names->setVisible(false);
        panel.values->setVisible(false);
        m_scene.addItem(panel.chart);
    }
}

void BarStage::fillPanel(Panel& panel, const BarBlock& block)
{
    panel.chart->setGeometry(QRectF(QPointF(), m_size));
    panel.chart->setPlotArea(block.area);
    panel.series->setBarWidth(block.thickness);
    panel.values->setRange(0, block.most);
    for (std::size_t s = 0; s < block.sets.size(); ++s) {
        const BarSet& from = block.sets[s];
        QBarSet& to = *panel.sets[s];
        to.setBrush(from.colour);
        to.setPen(Qt::NoPen);
        for (std::size_t row = 0; row < panel.rows; ++row) {
            // Categories count from the bottom.
            const auto place = static_cast<int>(panel.rows - 1 - row);
            if (to.at(place) != from.values[row])
                to.replace(place, from.values[row]);
        }
    }
}

void BarStage::build(const QSizeF& size, const Theme& theme, const BarScales& scales)
{
    m_size = size;
    m_theme = &theme;
    m_scales = scales;
    m_blocks.clear();
    if (m_picture.absence().isEmpty())
        m_blocks = m_picture.blocks({size, scales, theme, ChartSizes::of(size)});
    m_scene.setSceneRect(QRectF(QPointF(), size));
    m_scene.setBackgroundBrush(theme.panel);
    m_overlay->resized();
    shapePanels();
    for (std::size_t b = 0; b < m_blocks.size(); ++b)
        fillPanel(*m_panels[b], m_blocks[b]);
    m_scene.update();
}

void BarStage::paintOverlay(QPainter& painter)
{
    const ChartSizes sizes = ChartSizes::of(m_size);
    painter.setRenderHint(QPainter::Antialiasing);
    if (const QString absence = m_picture.absence(); !absence.isEmpty()) {
        m_marks.clear();
        painter.setFont(chartFont(sizes.strong));
        painter.setPen(m_theme->muted);
        painter.drawText(QRectF(QPointF(), m_size).adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         absence);
        return;
    }
    QColor ruling = m_theme->panel;
    ruling.setAlphaF(0.6F);
    for (const BarBlock& block : m_blocks)
        for (std::size_t s = 0; s < block.sets.size(); ++s)
            for (std::size_t row = 0; row < block.rows(); ++row)
                if (block.sets[s].values[row] > 0)
                    drawHatch(painter, block.bar(s, row), block.sets[s].hatch, ruling, sizes.px(5), sizes.px(1));
    m_marks = m_picture.paintOver(painter, {m_size, m_scales, *m_theme, sizes}, m_blocks);
}

void renderBars(const BarPicture& picture, QPainter& painter, const QRectF& area, const Theme& theme)
{
    BarStage stage(picture);
    stage.build(area.size(), theme, picture.scales());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    stage.scene().render(&painter, area, QRectF(QPointF(), area.size()));
    painter.restore();
}

} // namespace ui
