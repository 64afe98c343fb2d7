// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window, once: menus, toolbar, shortcuts and tooltips are generated from this table.
#pragma once

#include "ui/theme/theme.h"

#include <QAction>
#include <QKeySequence>

#include <functional>
#include <map>
#include <span>
#include <string>

class QMainWindow;
class QMenuBar;
class QUndoStack;
class QWidget;

namespace ui
{

struct ActionRow {
    const char* id;
    const char* words; // of the menu
    const char* tip;
    const char* icon;     // empty: none
    const char* shortcut; // portable text; empty: none
    const char* menu;     // "File"
    bool toolbar = false;
    bool endsGroup = false; // a separator follows in the menu
    bool inPlace = false;   // the part with the focus takes the key: elsewhere it types or presses
};

std::span<const ActionRow> actionRows();

/// The actions of one window.
class Actions : public QObject
{
    Q_OBJECT
public:
    explicit Actions(QMainWindow&);

    QAction* action(const char* id) const;
    void on(const char* id, QObject* context, std::function<void()>);
    /// Whether there is something for it to do; holds as soon as it is not held.
    void setEnabled(const char* id, bool);
    /// Disabled for that reason, which its status tip says, whatever there is to do; empty: no longer.
    void hold(const char* id, const QString& reason);
    void fillMenus(QMenuBar&);
    /// A row of buttons that keep their places; the last one offers those that have no room.
    QWidget* makeToolbar(QWidget* parent);
    void setTheme(const Theme&);
    /// Undo and redo follow the stack, with the step in their words.
    void follow(QUndoStack&);

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    QMainWindow& m_window;
    std::map<std::string, bool> m_idle; // nothing to do
    std::map<std::string, bool> m_held;
};

} // namespace ui
