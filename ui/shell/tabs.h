// SPDX-License-Identifier: GPL-3.0-or-later
// The centre: Explore with one card for every chart, and a tab for the charts that deserve one.
#pragma once

#include "ui/export/playback_state.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QTabWidget>

#include <functional>
#include <vector>

namespace ui
{

class Chart;
class ChartCard;
class CollectivesTab;
class CollectiveStage;
class LayerTab;
class OperationTab;
class Player;
class Session;
class ShardingTab;
class StepTab;
class SliceCard;
class BackButton;

class Tabs : public QTabWidget
{
    Q_OBJECT
public:
    explicit Tabs(Session&, QWidget* parent = nullptr);

    /// Charts in sight get every snapshot, hidden ones when they come into sight.
    void present(const Snapshot&);
    void setTheme(const Theme&);
    /// Of a window with little height: pictures of tabs of their own leave out title and margins.
    void setLow(bool);
    /// The chart that has the focus, or else the first one in sight.
    Chart* currentChart() const;
    /// To the picture of the tab in sight, whose keys then work.
    void focusPicture();
    /// What an export means: the chart with the focus or the chart of the tab, the torus, else "dashboard".
    QString currentView() const;
    /// The step of the torus and how it is looked at, where it is in sight.
    PlaybackState playbackState() const;
    /// What an animation means: the collective whose picture is in sight.
    Snapshot animated(const Snapshot&) const;
    /// What the charts show: the last that could be evaluated.
    const Snapshot& shown() const { return m_snapshot; }
    /// Of the tab in sight; null where nothing plays.
    Player* playerInSight() const;
    CollectiveStage* stageInSight() const;
    /// Of the custom schedule; the error says why there is none.
    core::Workspace workspace(const Snapshot&) const;
    /// Shows the tab of a chart; the first tab where it has none.
    void openChart(const QString& id);
    /// Back to the tab that opened what is in sight; else to the first one.
    void goBack();
    /// Where a schedule of one's own is built.
    void openOrderBuilder(bool opens = true, bool empties = false);
    /// What is played is at its start, and no schedule of one's own.
    void rewind();
    /// See CollectivesTab; kept until it is made.
    void hideSchedules(const QString& why);
    /// A tab of its own behind the charts.
    void addPage(QWidget*, const QString& id, const QString& words);
    /// Above the charts of the first tab.
    void setStartCard(QWidget*);
    /// Shows the collectives of the design.
    void openDesignCollectives();

signals:
    /// The collective in the tab Collectives is after so many steps.
    void stepShown(int step);
    /// The picture under focus is to be copied.
    void copyAsked();
    /// Numbers of the custom schedule are others now.
    void customScheduleChanged();

protected:
    void paintEvent(QPaintEvent*) override {} // the base of a corner, a line under nothing

private:
    ChartCard* makeCard(const QString& id, bool opens, QWidget* parent);
    void offerCopy(QWidget& picture);
    QWidget* makeExplore();
    void openCollective(const core::Repair&, const QString& from);
    void openLayer(QWidget* page);
    void openFrom(const QString& from, const QString& tab, const std::function<void()>& edit);
    QWidget* makePage(const QString& id);
    void openPage(QWidget*);
    void presentVisible();
    void presentCard(ChartCard&);

    std::vector<ChartCard*> m_cards;
    Session& m_session;
    QWidget* m_collectivesPage = nullptr;
    SliceCard* m_slice = nullptr;
    CollectivesTab* m_collectives = nullptr; // made when it is opened
    ShardingTab* m_sharding = nullptr;       // likewise
    OperationTab* m_operation = nullptr;     // likewise
    StepTab* m_step = nullptr;               // likewise
    LayerTab* m_layer = nullptr;             // likewise
    BackButton* m_back = nullptr;            // to the tab that opened what is in sight
    Snapshot m_latest;
    Snapshot m_snapshot;       // the last that could be evaluated
    QString m_hiddenSchedules; // why
    bool m_low = false;
    bool m_ghost = false; // the scenario of now cannot be
    const Theme* m_theme = &Theme::light();
};

} // namespace ui
