// SPDX-License-Identifier: GPL-3.0-or-later
// Its path upwards: QApplication lets only events of mouse and keyboard go up by themselves.
#include "ui/session/why_event.h"

#include <QCoreApplication>
#include <QWidget>

namespace ui
{

QEvent::Type WhyEvent::kind()
{
    static const int type = QEvent::registerEventType();
    return static_cast<Type>(type);
}

void askWhy(QWidget& from, const QString& numberId)
{
    WhyEvent event(numberId);
    for (QWidget* widget = &from; widget && !event.isAccepted(); widget = widget->parentWidget())
        QCoreApplication::sendEvent(widget, &event);
}

} // namespace ui
