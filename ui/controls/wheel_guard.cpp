// SPDX-License-Identifier: GPL-3.0-or-later
// Which widgets change by the wheel; those of Qt do so without being asked.
#include "ui/controls/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>
#include <QTabBar>

namespace ui
{

namespace
{

bool changesByWheel(const QWidget& widget)
{
    return qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget) ||
           qobject_cast<const QTabBar*>(&widget) ||
           (qobject_cast<const QAbstractSlider*>(&widget) && !qobject_cast<const QScrollBar*>(&widget));
}

} // namespace

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    // Some are polished before there is a guard. Qt gives the focus before a filter sees the wheel.
    if (event->type() != QEvent::Polish && event->type() != QEvent::Show && event->type() != QEvent::Wheel)
        return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || !changesByWheel(*widget))
        return false;
    if (widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus);
    const bool leaves = event->type() == QEvent::Wheel && !widget->hasFocus();
    event->setAccepted(event->isAccepted() && !leaves); // not accepted, it goes on to the parent
    return leaves;
}

} // namespace ui
