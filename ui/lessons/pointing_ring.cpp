// SPDX-License-Identifier: GPL-3.0-or-later
// A child of the part, as large as the part.
#include "ui/lessons/pointing_ring.h"

#include "ui/theme/painting.h"

#include <QEvent>
#include <QPainter>

namespace ui
{

PointingRing::PointingRing()
{
    setObjectName(QStringLiteral("lesson.ring"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void PointingRing::surround(QWidget* part)
{
    if (part == parentWidget())
        return raise();
    if (parentWidget())
        parentWidget()->removeEventFilter(this);
    setParent(part);
    show();
    part->installEventFilter(this);
    setGeometry(part->rect());
    raise();
}

bool PointingRing::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void PointingRing::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeOf(this).accent, 2, Qt::DashLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 7, 7);
}

} // namespace ui
