// SPDX-License-Identifier: GPL-3.0-or-later
// Shows as many tabs around the current one as the width has room for.
#include "ui/controls/tab_bar.h"

#include "ui/controls/icon_button.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace ui
{

TabBar::TabBar(QWidget* parent)
    : QTabBar(parent), m_more(new IconButton(QStringLiteral("chevron-down"), tr("All views"), this))
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    m_more->setObjectName(QStringLiteral("tabs.more"));
    m_more->hide();
    connect(m_more, &IconButton::clicked, this, &TabBar::openMore);
    connect(this, &QTabBar::currentChanged, this, &TabBar::fold);
}

void TabBar::offer(int tab, bool offered)
{
    if (isOffered(tab) == offered)
        return;
    setTabData(tab, offered ? QVariant() : QVariant(false));
    updateGeometry();
    fold();
}

/// Of all tabs, also of those that are put away: with this room they come back.
QSize TabBar::sizeHint() const
{
    QSize all(0, 0);
    for (int tab = 0; tab < count(); ++tab)
        if (isOffered(tab))
            all = QSize(all.width() + tabSizeHint(tab).width(), std::max(all.height(), tabSizeHint(tab).height()));
    return all;
}

QSize TabBar::minimumSizeHint() const
{
    int widest = 0;
    for (int tab = 0; tab < count(); ++tab)
        widest = std::max(widest, tabSizeHint(tab).width());
    return {std::min(sizeHint().width(), widest + m_more->sizeHint().width()), sizeHint().height()};
}

void TabBar::resizeEvent(QResizeEvent* event)
{
    QTabBar::resizeEvent(event);
    fold();
}

void TabBar::tabInserted(int) { fold(); }

void TabBar::tabRemoved(int) { fold(); }

void TabBar::changeEvent(QEvent* event)
{
    QTabBar::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        fold();
}

/// Arrows reach all of them.
void TabBar::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by == 0)
        return QTabBar::keyPressEvent(event);
    int tab = currentIndex();
    do
        tab += isRightToLeft() ? -by : by;
    while (tab >= 0 && tab < count() && !isOffered(tab));
    setCurrentIndex(tab); // none beyond the ends
}

void TabBar::fold()
{
    const auto widthOf = [this](int tab) { return isOffered(tab) ? tabSizeHint(tab).width() : 0; };
    const bool some = sizeHint().width() > width();
    int room = width() - (some ? m_more->sizeHint().width() : 0);
    const int current = std::max(0, currentIndex());
    m_first = some ? std::min(m_first, current) : 0;
    int last = m_first;
    for (int tab = m_first; tab <= current && tab < count(); ++tab)
        room -= widthOf(last = tab);
    while (room < 0 && m_first < current)
        room += widthOf(m_first++);
    while (last + 1 < count() && widthOf(last + 1) <= room)
        room -= widthOf(++last);
    while (m_first > 0 && widthOf(m_first - 1) <= room)
        room -= widthOf(--m_first);
    for (const bool shown : {true, false}) // the current one is never put away
        for (int tab = 0; tab < count(); ++tab)
            if (const bool fits = tab >= m_first && tab <= last && isOffered(tab);
                fits == shown && isTabVisible(tab) != fits)
                setTabVisible(tab, fits);
    m_more->setVisible(some);
    m_more->setGeometry(width() - m_more->sizeHint().width(), 0, m_more->sizeHint().width(), height());
}

void TabBar::openMore()
{
    QMenu menu(this);
    for (int tab = 0; tab < count(); ++tab) {
        if (!isOffered(tab))
            continue;
        QAction* action = menu.addAction(tabText(tab));
        action->setCheckable(true);
        action->setChecked(tab == currentIndex());
        connect(action, &QAction::triggered, this, [this, tab] { setCurrentIndex(tab); });
    }
    menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

} // namespace ui
