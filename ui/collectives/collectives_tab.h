// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Collectives: the stage on the left, pages on the right.
#pragma once

#include "ui/playback/player.h"
#include "ui/session/snapshot.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace core
{
struct OwnMatmul;
struct WholeCollective;
} // namespace core

class QHBoxLayout;
class QTabWidget;

namespace ui
{

class CollectivePage;
class Recording;
class Session;
class CollectiveStage;
struct TorusLook;
class DesignPanel;
class OrderBuilder;

class CollectivesTab : public QWidget
{
    Q_OBJECT
public:
    explicit CollectivesTab(Session&, QWidget* parent = nullptr);
    ~CollectivesTab() override;

    void present(const Snapshot&);
    Player& player() { return m_player; }
    CollectiveStage& stage() { return *m_stage; }
    /// False where the stage does not fit beside the visible page.
    bool showsStage() const;
    /// Null where there is no collective.
    const Recording* recording() const { return m_recording.get(); }
    const TorusLook& look() const;
    /// The custom schedule that is played; null: the scenario's own.
    std::shared_ptr<const core::OwnMatmul> played() const { return m_played; }
    /// The visible picture: "torus" or "timeline".
    QString picture() const;
    /// Of a snapshot, with the custom schedules on the pages.
    core::Workspace workspace(const Snapshot&) const;
    /// The page of the collectives of the design, with the focus.
    void showDesign();
    /// The page on which a schedule is built.
    void showOrderBuilder(bool shows, bool empties);
    /// Of a matmul: while `why` says something, a schedule of one's own alone is played and listed.
    void hideSchedules(const QString& why);
    /// To the start of the scenario's own schedule.
    void rewind();

signals:
    /// The recording is at another step.
    void stepShown(int step);
    /// Numbers of the custom schedule have changed.
    void customScheduleChanged();

protected:
    void keyPressEvent(QKeyEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void addPages(Session&);
    void addSide(CollectivePage*, const QString& title);
    CollectivePage* sidePage() const;
    void offerPages();
    void setNarrow(bool);
    void showPicture();
    void rebuild(const core::Scenario&);
    void play(const core::OwnMatmul&);
    void take(tl::expected<core::WholeCollective, std::string>, bool sameSteps);
    void presentSide();
    void presentStep();

    Player m_player;
    std::unique_ptr<Recording> m_recording;
    std::shared_ptr<const core::OwnMatmul> m_played;
    QString m_reason; // why there is no recording
    QString m_hidden; // why that of a matmul is not shown
    Snapshot m_snapshot;
    core::Scenario m_shown;
    bool m_hasShown = false;
    CollectiveStage* m_stage;
    QTabWidget* m_side;
    QHBoxLayout* m_layout;
    std::vector<CollectivePage*> m_sidePages;
    bool m_narrow = false; // stage and pages are in tabs
    DesignPanel* m_design = nullptr;
    OrderBuilder* m_own = nullptr;
};

} // namespace ui
