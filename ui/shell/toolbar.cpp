// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons come and go with the width of the window alone.
#include "ui/shell/toolbar.h"

#include "ui/theme/painting.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QToolButton>

namespace ui
{

namespace
{

/// A flat button that follows an action; it greys out but never moves or vanishes.
class ActionButton : public QToolButton
{
public:
    ActionButton(QAction* action, QWidget* parent) : QToolButton(parent)
    {
        setDefaultAction(action);
        setObjectName(QStringLiteral("button.") + action->objectName());
        setFixedSize(32, 32);
        setFocusPolicy(Qt::TabFocus);
        setAccessibleName(action->toolTip());
        connect(action, &QAction::changed, this, [this, action] { setAccessibleName(action->toolTip()); });
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        if (isEnabled() && (underMouse() || isDown() || isChecked())) {
            drawBox(painter, rect(), 6, mixed(theme.panel, theme.text, isDown() ? 0.14 : 0.07), {}, 0);
        }
        icon().paint(&painter, rect().adjusted(7, 7, -7, -7), Qt::AlignCenter,
                     isEnabled() ? QIcon::Normal : QIcon::Disabled);
        if (hasFocus()) {
            drawFocusRing(painter, rect(), 6, theme);
        }
    }
};

/// In one line, with the margins of the bar and of these buttons.
int menusWidth(const QMenuBar& bar)
{
    constexpr int margins = 8 + 12;
    return bar.actionGeometry(bar.actions().last()).right() + 1 + margins;
}

} // namespace

Toolbar::Toolbar(const QList<QAction*>& actions, QWidget* window) : QWidget(window)
{
    setObjectName(QStringLiteral("toolbar"));
    setFixedHeight(36);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 2, 12, 2);
    row->setSpacing(4);
    auto* first = new QToolButton(this);
    first->setDefaultAction(actions.front());
    first->setObjectName(QStringLiteral("button.") + actions.front()->objectName());
    first->setPopupMode(QToolButton::InstantPopup);
    first->setFocusPolicy(Qt::TabFocus);
    m_buttons.append(first);
    for (QAction* action : actions.mid(1))
        m_buttons.append(new ActionButton(action, this));
    auto* more = new QAction(this);
    more->setObjectName(QStringLiteral("more"));
    more->setToolTip(tr("More buttons"));
    more->setStatusTip(tr("Buttons that the window has no room for"));
    m_more = new ActionButton(more, this);
    m_more->setMenu(new QMenu(m_more));
    m_more->setPopupMode(QToolButton::InstantPopup);
    for (QToolButton* button : m_buttons)
        row->addWidget(button);
    row->addWidget(m_more);
    window->installEventFilter(this);
}

bool Toolbar::eventFilter(QObject* watched, QEvent* event)
{
    auto* bar = qobject_cast<QMenuBar*>(parentWidget());
    if (event->type() == QEvent::Resize && bar)
        fit(*bar, static_cast<QWidget*>(watched)->width());
    return QWidget::eventFilter(watched, event);
}

void Toolbar::fit(QMenuBar& bar, int width)
{
    int room = width - menusWidth(bar);
    int needed = 0;
    for (const QToolButton* button : m_buttons)
        needed += widthOf(*button);
    const bool all = needed <= room;
    room -= all ? 0 : widthOf(*m_more);
    m_more->menu()->clear();
    m_more->setVisible(!all);
    for (QToolButton* button : m_buttons) {
        room -= widthOf(*button);
        button->setVisible(room >= 0);
        if (room < 0)
            m_more->menu()->addAction(button->defaultAction());
    }
    bar.setCornerWidget(this); // gives it the room for the buttons that came
    setVisible(all || width >= menusWidth(bar) + widthOf(*m_more));
}

int Toolbar::widthOf(const QToolButton& button) const
{
    const bool fixed = button.minimumWidth() == button.maximumWidth();
    return (fixed ? button.minimumWidth() : button.sizeHint().width()) + layout()->spacing();
}

} // namespace ui
