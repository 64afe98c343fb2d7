// SPDX-License-Identifier: GPL-3.0-or-later
// Which widgets change by the wheel; those of Qt do so without being asked.
#include "ui/controls/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QWheelEvent>

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

/// Of several, such as tabs show.
bool isPage(const QScrollArea& area)
{
    const QWidget* around = area.parentWidget();
    while (around && !qobject_cast<const QStackedWidget*>(around))
        around = around->parentWidget();
    return around != nullptr;
}

/// Of what scrolls in a page that scrolls too, without focus: the page goes first, as far as it can.
bool leavesToPage(const QWidget& viewport, const QWheelEvent& wheel)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(viewport.parentWidget());
    const QWidget* focus = QApplication::focusWidget();
    const int turned = wheel.angleDelta().y();
    if (!area || area->viewport() != &viewport || turned == 0 || area == focus || area->isAncestorOf(focus))
        return false;
    for (const QWidget* around = area; !around->isWindow() && around->parentWidget();) {
        around = around->parentWidget();
        const auto* page = qobject_cast<const QScrollArea*>(around);
        const QScrollBar* bar = page && isPage(*page) ? page->verticalScrollBar() : nullptr;
        if (bar && (turned < 0 ? bar->value() < bar->maximum() : bar->value() > bar->minimum()))
            return true;
    }
    return false;
}

} // namespace

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    // Some are polished before there is a guard. Qt gives the focus before a filter sees the wheel.
    if (event->type() != QEvent::Polish && event->type() != QEvent::Show && event->type() != QEvent::Wheel)
        return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget && event->type() == QEvent::Wheel && leavesToPage(*widget, *static_cast<QWheelEvent*>(event))) {
        event->ignore(); // it goes on to the parent
        return true;
    }
    if (!widget || !changesByWheel(*widget))
        return false;
    if (widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus);
    const bool leaves = event->type() == QEvent::Wheel && !widget->hasFocus();
    event->setAccepted(event->isAccepted() && !leaves); // not accepted, it goes on to the parent
    return leaves;
}

} // namespace ui
