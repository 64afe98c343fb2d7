// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a layer, in which a click opens what is under it in another tab.
#pragma once

#include "ui/charts/chart.h"

namespace ui
{

class LayerChart : public Chart
{
    Q_OBJECT
public:
    using Chart::Chart;

signals:
    /// `box`: its id.
    void operationAsked(const QString& box);
    void productAsked(const QString& box);
    /// By its place in the design's list.
    void collectiveAsked(std::size_t at);

protected:
    void mousePressEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    QPointF m_start;
};

} // namespace ui
