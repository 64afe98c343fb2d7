// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs of which none is cut: those without room stand in a menu behind the others.
#pragma once

#include <QTabBar>

namespace ui
{

class IconButton;

class TabBar : public QTabBar
{
    Q_OBJECT
public:
    explicit TabBar(QWidget* parent = nullptr);

    /// One that is not offered stands nowhere, whatever the room.
    void offer(int tab, bool offered);
    bool isOffered(int tab) const { return tabData(tab).isNull(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent*) override;
    void tabInserted(int) override;
    void tabRemoved(int) override;
    void changeEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void fold();
    void openMore();

    IconButton* m_more;
    int m_first = 0; // of those in sight
};

} // namespace ui
