// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline page of the stage: bars on one clock, of a collective matmul with its order, mode and ratio too.
#pragma once

#include "ui/session/session.h"
#include "ui/torus/collective_page.h"

class QScrollArea;

namespace ui
{

class Combo;
class OrderTable;
class Player;
class RatioSlider;
class Segmented;
class TimelineView;

class MatmulView : public CollectivePage
{
    Q_OBJECT
public:
    MatmulView(Session&, Player&, QWidget* parent = nullptr);

    void present(const Snapshot&) override;
    void load(const Reel*, const QString& reason) override;
    QString picture() const override { return QStringLiteral("timeline"); }

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeBar();
    void fillChips();
    void read();
    void presentStep();
    void seekStep(int step);
    void share();

    Session& m_session;
    Player& m_player;
    const Reel* m_reel = nullptr; // of no use while the page is out of sight
    bool m_multiplies = false;
    core::Scenario m_scenario;
    QWidget* m_controls;
    Segmented* m_mode;
    Segmented* m_page; // where there is no room for timeline and order at once
    RatioSlider* m_ratio;
    Combo* m_chips;
    QScrollArea* m_area;
    TimelineView* m_timeline;
    OrderTable* m_order;
    int m_chosenPage = 0;
};

} // namespace ui
