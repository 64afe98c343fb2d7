// SPDX-License-Identifier: GPL-3.0-or-later
// The menu Animate: its actions move what plays in the tab in sight, and are enabled where there is something to move.
#pragma once

#include <QObject>

class QAction;

namespace ui
{

class Actions;
class CollectiveStage;
class Player;
class Tabs;

class PlayActions : public QObject
{
    Q_OBJECT
public:
    PlayActions(Actions&, Tabs&);

    /// After another tab or another scenario came into sight.
    void refresh();

private:
    void connectTime();
    void connectLook();
    void onPlayer(const char* id, void (Player::*act)());
    /// By so many places among the speeds.
    void changeSpeed(int by);
    void offerTime(const Player*);
    void offerLook(const CollectiveStage*);

    Actions& m_actions;
    Tabs& m_tabs;
};

} // namespace ui
