// SPDX-License-Identifier: GPL-3.0-or-later
// The large side of the tab: the torus or another moving picture, its view bar above, its transport below.
#pragma once

#include "ui/torus/collective_page.h"

#include <vector>

class QStackedWidget;
class QTabBar;

namespace ui
{

class Combo;
class Player;
class TorusView;

class CollectiveStage : public QWidget
{
    Q_OBJECT
public:
    explicit CollectiveStage(Player&, QWidget* parent = nullptr);

    /// Offered beside the torus where it is of use; takes the page.
    void addPage(CollectivePage*, const QString& title);
    TorusView& torus() { return *m_torus; }
    /// What an export of the page in sight means.
    QString picture() const;
    void showTorus();

    void present(const Snapshot&);
    void load(Reel*, const QString& reason);
    /// After the player moved; true where that led to another step.
    bool present();

signals:
    void explained(const QString& metricId);
    /// Another shard, or none.
    void followed();

protected:
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;

private:
    QWidget* makeViewBar();
    void fillViewBar();
    void fillFollow();
    void choosePage(int page);
    CollectivePage* currentPage() const;

    Player& m_player;
    Reel* m_reel = nullptr;
    QString m_reason;
    Snapshot m_snapshot;
    TorusView* m_torus;
    QTabBar* m_bar;
    QStackedWidget* m_stack;
    QWidget* m_transport;
    std::vector<CollectivePage*> m_pages; // after the torus
    Combo* m_layout;
    Combo* m_detail;
    Combo* m_follow;
};

} // namespace ui
