// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons beside the menus.
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QMenuBar;
class QToolButton;

namespace ui
{

/// As many buttons as the window has room for beside all its menus; the last one offers the others, which stand in the
/// menus, too.
class Toolbar : public QWidget
{
    Q_OBJECT
public:
    /// The first action has a menu. Follows the size of the window.
    Toolbar(const QList<QAction*>&, QWidget* window);

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    void fit(QMenuBar&, int width);
    int widthOf(const QToolButton&) const;

    QList<QToolButton*> m_buttons;
    QToolButton* m_more;
};

} // namespace ui
