// SPDX-License-Identifier: GPL-3.0-or-later
// Marks of operations are called "operation 2".
#include "ui/operation/operation_chart.h"

#include "ui/charts/operation_rows.h"

#include <QMouseEvent>

namespace ui
{

void OperationChart::mousePressEvent(QMouseEvent* event)
{
    m_start = event->position();
    Chart::mousePressEvent(event);
}

void OperationChart::mouseReleaseEvent(QMouseEvent* event)
{
    constexpr qreal still = 4; // px: more is a drag
    const bool clicked = (event->position() - m_start).manhattanLength() < still;
    const Mark* mark = clicked ? markUnder(event->position()) : nullptr;
    if (const auto number = mark ? operationNumber(mark->place) : 0; number > 0)
        return emit operationChosen(number);
    Chart::mouseReleaseEvent(event);
}

} // namespace ui
