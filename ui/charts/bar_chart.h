// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of stacked bars drawn with Qt Charts: hover, keyboard, held scales and off-screen rendering.
#pragma once

#include "ui/charts/bar_picture.h"
#include "ui/charts/chart.h"

#include <memory>

class QGraphicsView;

namespace ui
{

class BarStage;
class HoverCard;

class BarChart : public Chart
{
    Q_OBJECT
public:
    explicit BarChart(std::unique_ptr<BarPicture> picture, QWidget* parent = nullptr);
    ~BarChart() override;

    void present(const Snapshot&) override;
    void setTheme(const Theme&) override;
    void render(QPainter&, const QRectF& area, const Theme&) override;
    QString description() const override;

    /// The values at the right edges now.
    const BarScales& scales() const { return m_scales; }
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
    int markAt(const QPointF&) const;
    void showMark(int index);
    void stepMark(int direction);
    void explainMark(int index);

    std::unique_ptr<BarPicture> m_picture;
    std::unique_ptr<BarStage> m_stage;
    QGraphicsView* m_view;
    HoverCard* m_card;
    const Theme* m_theme;
    BarScales m_scales{};
    std::uint64_t m_number = 0;
    int m_mark = -1;
};

} // namespace ui
