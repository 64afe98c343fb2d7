// SPDX-License-Identifier: GPL-3.0-or-later
// A chart drawn with QCustomPlot on two log axes: zoom, drag, hover, focus and off-screen rendering.
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/plot_picture.h"

#include <memory>

namespace ui
{

class HoverCard;
class OpaquePlot;
class PlotStage;

class PlotChart : public Chart
{
    Q_OBJECT
public:
    explicit PlotChart(std::unique_ptr<PlotPicture> picture, QWidget* parent = nullptr);
    ~PlotChart() override;

    void present(const Snapshot&) override;
    void setTheme(const Theme&) override;
    void render(QPainter&, const QRectF& area, const Theme&) override;
    QString description() const override;
    bool isDrawnAhead() const override { return true; }

    /// What the axes show now.
    const PlotRanges& ranges() const { return m_ranges; }
    /// Back to the view that shows everything.
    void resetView();
    QSize sizeHint() const override;

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;

private:
    void rebuild();
    void showMark(int index);
    void stepMark(int direction);
    const std::vector<PlotMark>& marks() const;
    int markAt(const QPointF&) const;
    void takeViewFromPlot();

    std::unique_ptr<PlotPicture> m_picture;
    std::unique_ptr<PlotStage> m_stage;
    OpaquePlot* m_plot;
    HoverCard* m_card;
    const Theme* m_theme;
    PlotRanges m_ranges;
    std::uint64_t m_number = 0;
    bool m_ownView = false; // the user zoomed or dragged
    QPointF m_pressed;
    int m_mark = -1;
};

} // namespace ui
