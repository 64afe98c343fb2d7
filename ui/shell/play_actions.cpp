// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what is in sight for each action.
#include "ui/shell/play_actions.h"

#include "ui/collectives/collective_stage.h"
#include "ui/playback/player.h"
#include "ui/shell/actions.h"
#include "ui/shell/tabs.h"
#include "ui/torus/torus_view.h"

#include <algorithm>

namespace ui
{

namespace
{

/// Of the player's speeds.
std::ptrdiff_t placeOfSpeed(const Player& player)
{
    return std::ranges::find(Player::speeds, player.speed()) - Player::speeds.begin();
}

} // namespace

PlayActions::PlayActions(Actions& actions, Tabs& tabs) : QObject(&tabs), m_actions(actions), m_tabs(tabs)
{
    connectTime();
    connectLook();
    connect(&tabs, &QTabWidget::currentChanged, this, &PlayActions::refresh);
    refresh();
}

void PlayActions::onPlayer(const char* id, void (Player::*act)())
{
    m_actions.on(id, this, [this, act] {
        if (Player* player = m_tabs.playerInSight()) {
            (player->*act)();
            refresh();
        }
    });
}

void PlayActions::connectTime()
{
    onPlayer("play", &Player::toggle);
    onPlayer("step-back", &Player::back);
    onPlayer("step-forward", &Player::forward);
    onPlayer("first-step", &Player::first);
    onPlayer("last-step", &Player::last);
    m_actions.on("slower", this, [this] { changeSpeed(-1); });
    m_actions.on("faster", this, [this] { changeSpeed(1); });
    m_actions.action("true-times")->setCheckable(true);
    m_actions.on("true-times", this, [this] {
        if (Player* player = m_tabs.playerInSight()) {
            player->setTrueTimes(!player->showsTrueTimes());
            refresh();
        }
    });
}

void PlayActions::connectLook()
{
    const auto onStage = [this](const char* id, void (*act)(CollectiveStage&)) {
        m_actions.on(id, this, [this, act] {
            if (CollectiveStage* stage = m_tabs.stageInSight()) {
                act(*stage);
                refresh();
            }
        });
    };
    onStage("layout", [](CollectiveStage& stage) { stage.torus().switchLayout(); });
    onStage("reset-view", [](CollectiveStage& stage) { stage.torus().resetView(); });
    onStage("next-chip", [](CollectiveStage& stage) { stage.torus().pointNext(false); });
    onStage("previous-chip", [](CollectiveStage& stage) { stage.torus().pointNext(true); });
    onStage("follow", [](CollectiveStage& stage) { stage.askToFollow(); });
}

void PlayActions::changeSpeed(int by)
{
    if (Player* player = m_tabs.playerInSight()) {
        const auto last = static_cast<std::ptrdiff_t>(Player::speeds.size()) - 1;
        const auto next = std::clamp<std::ptrdiff_t>(placeOfSpeed(*player) + by, 0, last);
        player->setSpeed(Player::speeds[static_cast<std::size_t>(next)]);
        refresh();
    }
}

void PlayActions::refresh()
{
    offerTime(m_tabs.playerInSight());
    offerLook(m_tabs.stageInSight());
}

void PlayActions::offerTime(const Player* player)
{
    const bool moves = player && player->steps() > 0;
    for (const char* id : {"play", "step-back", "step-forward", "first-step", "last-step", "true-times"}) {
        m_actions.action(id)->setEnabled(moves);
    }
    m_actions.action("slower")->setEnabled(moves && player->speed() > Player::speeds.front());
    m_actions.action("faster")->setEnabled(moves && player->speed() < Player::speeds.back());
    m_actions.action("true-times")->setChecked(moves && player->showsTrueTimes());
    m_actions.action("play")->setText(moves && player->isPlaying() ? tr("&Pause") : tr("&Play"));
}

void PlayActions::offerLook(const CollectiveStage* stage)
{
    const bool drawn = stage && stage->showsTorus();
    for (const char* id : {"layout", "next-chip", "previous-chip", "follow"}) {
        m_actions.action(id)->setEnabled(drawn);
    }
    m_actions.action("reset-view")->setEnabled(drawn && stage->torus().turns());
}

} // namespace ui
