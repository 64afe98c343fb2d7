// SPDX-License-Identifier: GPL-3.0-or-later
// Marks are called "box qkv", "product qkv", "collective 3 qkv".
#include "ui/layer/layer_chart.h"

#include <QMouseEvent>

namespace ui
{

void LayerChart::mousePressEvent(QMouseEvent* event)
{
    m_start = event->position();
    Chart::mousePressEvent(event);
}

void LayerChart::mouseReleaseEvent(QMouseEvent* event)
{
    constexpr qreal still = 4; // px: more is a drag
    const bool clicked = (event->position() - m_start).manhattanLength() < still;
    const Mark* mark = clicked ? markUnder(event->position()) : nullptr;
    const QString kind = mark ? mark->place.section(u' ', 0, 0) : QString();
    const QString name = mark ? mark->place.section(u' ', 1, 1) : QString();
    if (kind == QLatin1String("box"))
        return emit operationAsked(name);
    if (kind == QLatin1String("product"))
        return emit productAsked(name);
    if (kind == QLatin1String("collective"))
        return emit collectiveAsked(name.toULongLong());
    Chart::mouseReleaseEvent(event);
}

} // namespace ui
