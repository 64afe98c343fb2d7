// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Collectives: torus and transport on the left; setup and numbers, steps, holdings on the right.
#pragma once

#include "ui/session/session.h"
#include "ui/torus/player.h"
#include "ui/torus/reel.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QTabWidget;

namespace ui
{

class Combo;
class FieldControl;
class NumberGrid;
class StepTable;
class TorusView;

class CollectivesTab : public QWidget
{
    Q_OBJECT
public:
    explicit CollectivesTab(Session&, QWidget* parent = nullptr);
    ~CollectivesTab() override;

    void present(const Snapshot&);
    Player& player() { return m_player; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QWidget* makeStage();
    QWidget* makeViewBar();
    QWidget* makeSetup();
    void fillViewBar();
    void rebuild(const core::Scenario&);
    void presentStep();
    void presentHoldings();
    void presentNumbers(const core::WholeCollective&);
    void loadSlide();

    Session& m_session;
    Player m_player;
    std::unique_ptr<Reel> m_reel;
    core::Scenario m_shown;
    bool m_hasShown = false;
    TorusView* m_view;
    StepTable* m_steps;
    NumberGrid* m_grid;
    QTabWidget* m_side;
    QLabel* m_numbers;
    Combo* m_layout;
    Combo* m_detail;
    Combo* m_follow;
    std::vector<FieldControl*> m_controls;
};

} // namespace ui
