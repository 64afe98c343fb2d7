// SPDX-License-Identifier: GPL-3.0-or-later
// A child of what the part lies in, so that it stands clear of the part's own text; of a thing in a part, its child.
#include "ui/lessons/pointing_ring.h"

#include "ui/theme/painting.h"

#include <QAbstractScrollArea>
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
    watch(false);
    m_place = std::move(place);
    if (m_part != part) {
        if (m_part)
            disconnect(m_part, nullptr, this, nullptr);
        m_part = part;
        connect(part, &QObject::destroyed, this, [this] {
            hide();
            deleteLater();
        });
    }
    if (QWidget* around = surroundings(); around != parentWidget())
        setParent(around);
    watch(true);
    follow();
    raise();
}

QRect PointingRing::placeIn(const QWidget& around) const
{
    constexpr int gap = 4; // px between the thing and the ring
    const QRect thing = m_place ? m_place() : QRect(m_part->mapTo(&around, QPoint()), m_part->size());
    const QRect ring = thing.adjusted(-gap, -gap, gap, gap);
    return thing.isNull() ? around.rect() : ring;
}

/// The nearest in which all of the ring has room; what scrolls takes it along.
QWidget* PointingRing::surroundings() const
{
    if (m_place)
        return m_part;
    QWidget* around = m_part->parentWidget();
    const auto scrolls = [](const QWidget& one) {
        return one.parentWidget() && qobject_cast<const QAbstractScrollArea*>(one.parentWidget()->parentWidget());
    };
    while (!around->isWindow() && !scrolls(*around) && !around->rect().contains(placeIn(*around)))
        around = around->parentWidget();
    return around;
}

/// The part, and what lies between it and the surroundings.
void PointingRing::watch(bool on)
{
    for (QWidget* one = m_part; one; one = one == parentWidget() || m_place ? nullptr : one->parentWidget())
        on ? one->installEventFilter(this) : one->removeEventFilter(this);
}

void PointingRing::follow()
{
    const QRect whole = parentWidget()->rect(), around = placeIn(*parentWidget()) & whole;
    setGeometry(around.isEmpty() ? whole : around);
    setVisible(m_part->isVisibleTo(parentWidget()));
}

bool PointingRing::eventFilter(QObject* watched, QEvent* event)
{
    const auto type = event->type();
    const bool moved = type == QEvent::Resize || (type == QEvent::Move && watched != parentWidget());
    if (m_part && (moved || type == QEvent::ShowToParent || type == QEvent::HideToParent))
        follow();
    if (watched == m_part && type == QEvent::Paint && m_place)
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
