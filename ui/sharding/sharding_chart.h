// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a sharded product, in which mesh axes are dragged from dimension to dimension, or put there by keys.
#pragma once

#include "ui/charts/chart.h"

namespace ui
{

class ShardingChart : public Chart
{
    Q_OBJECT
public:
    using Chart::Chart;

    /// Where an axis comes from or goes to: an array of the expression, and its dimension.
    struct Place {
        static constexpr int sums = -1; // {U}
        static constexpr int off = -2;
        int array = -1; // -1: none
        int dim = off;
    };

signals:
    /// The array's axis is to split that dimension, hold its partial sums, or split nothing.
    void axisMoved(char axis, int array, int dim);

protected:
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    Place targetAt(const QPointF&);

    char m_axis = 0; // that is dragged
    Place m_from;
    QPointF m_start, m_at;
    QRectF m_target;
};

} // namespace ui
