// SPDX-License-Identifier: GPL-3.0-or-later
// A child of the part, over the thing in it.
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

void PointingRing::surround(QWidget* part, Place place)
{
    m_place = std::move(place);
    if (part != parentWidget()) {
        if (parentWidget())
            parentWidget()->removeEventFilter(this);
        setParent(part);
        show();
        part->installEventFilter(this);
    }
    follow();
    raise();
}

void PointingRing::follow()
{
    constexpr int gap = 4; // px between the thing and the ring
    const QRect whole = parentWidget()->rect(), thing = m_place ? m_place() : QRect();
    const QRect around = thing.adjusted(-gap, -gap, gap, gap) & whole;
    setGeometry(thing.isNull() || around.isEmpty() ? whole : around);
}

bool PointingRing::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        follow();
    if (watched == parentWidget() && event->type() == QEvent::Paint && m_place)
        QMetaObject::invokeMethod(this, &PointingRing::follow, Qt::QueuedConnection); // once it is painted
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
