// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of operations, on which a click chooses an operation.
#pragma once

#include "ui/charts/chart.h"

namespace ui
{

class OperationChart : public Chart
{
    Q_OBJECT
public:
    using Chart::Chart;

signals:
    void operationChosen(std::size_t number);

protected:
    void mousePressEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    QPointF m_start;
};

} // namespace ui
