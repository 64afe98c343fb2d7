// SPDX-License-Identifier: GPL-3.0-or-later
// Painting and mouse of the scrubber; keys and screen readers know it as a slider.
#include "ui/playback/scrubber.h"

#include "ui/theme/painting.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr double inset = 9;
constexpr double middle = 9;
constexpr double thumbRadius = 7;
constexpr double detent = 6; // pixels about a step that mean the step

} // namespace

Scrubber::Scrubber(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
}

double Scrubber::xOf(int value) const
{
    const double range = std::max(1, maximum() - minimum());
    return inset + (width() - 2 * inset) * (value - minimum()) / range;
}

void Scrubber::moveTo(double x)
{
    const double share = std::clamp((x - inset) / std::max(1.0, width() - 2 * inset), 0.0, 1.0);
    int value = minimum() + qRound(share * (maximum() - minimum()));
    if (tickInterval() > 0) {
        const int tick = minimum() + qRound(1.0 * (value - minimum()) / tickInterval()) * tickInterval();
        const double apart = xOf(minimum() + tickInterval()) - xOf(minimum());
        const bool near = std::abs(x - xOf(tick)) <= std::min(detent, apart / 3); // leaves room between steps
        value = near && tick <= maximum() ? tick : value;
    }
    setSliderPosition(value);
    triggerAction(SliderMove);
}

void Scrubber::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        setSliderDown(true);
        moveTo(event->position().x());
    }
}

void Scrubber::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton) {
        moveTo(event->position().x());
    }
}

void Scrubber::mouseReleaseEvent(QMouseEvent*)
{
    setSliderDown(false);
    update();
}

void Scrubber::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    const bool awake = isEnabled() && maximum() > minimum();
    const double x = xOf(value());
    painter.setPen(mixed(theme.panel, theme.edge, 0.7));
    for (int tick = minimum(); awake && tickInterval() > 0 && tick <= maximum(); tick += tickInterval()) {
        const int at = qRound(xOf(tick));
        painter.drawLine(at, 19, at, 23);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(theme.panel, theme.edge, 0.45));
    painter.drawRoundedRect(QRectF(inset - 2, middle - 2, width() - 2 * inset + 4, 4), 2, 2);
    const QColor rim = awake ? theme.accent : theme.edge;
    painter.setBrush(rim);
    painter.drawRoundedRect(QRectF(inset - 2, middle - 2, x - inset + 4, 4), 2, 2);
    painter.setPen(QPen(rim, 2));
    painter.setBrush(isSliderDown() || (underMouse() && awake) ? rim : theme.panel);
    painter.drawEllipse(QPointF(x, middle), thumbRadius - 1, thumbRadius - 1);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawEllipse(QPointF(x, middle), thumbRadius + 1, thumbRadius + 1);
    }
}

} // namespace ui
