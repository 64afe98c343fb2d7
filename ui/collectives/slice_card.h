// SPDX-License-Identifier: GPL-3.0-or-later
// The card of the design's slice on Explore: its longest collective on its torus, paused, with the roles of its axes.
#pragma once

#include "core/design/collectives.h"
#include "ui/playback/player.h"
#include "ui/session/snapshot.h"

#include <QFrame>

#include <memory>

class QBoxLayout;
class QLabel;

namespace ui
{

class IconButton;
class Recording;
class Session;
class SliceFacts;
class TimingButton;
class TorusView;
class ValueLabel;

class SliceCard : public QFrame
{
    Q_OBJECT
public:
    explicit SliceCard(Session&, QWidget* parent = nullptr);
    ~SliceCard() override;

    /// The layout is updated when a drag ends, since it is expensive.
    void present(const Snapshot&);
    /// Beside the picture or below it: for the owner of the width to say, since a card that looks at its own shape
    /// changes it by that.
    void setFactsBeside(bool);
    Player& player() { return m_player; }
    /// With the collective of the picture in its fields coll.*; null where there is none.
    const core::Scenario* shown() const { return m_hasShown && m_recording ? &m_shown : nullptr; }

signals:
    /// After the collective was put into the fields coll.*.
    void openAsked(const QString& id);
    /// For all collectives of the design.
    void designAsked();

protected:
    void mouseDoubleClickEvent(QMouseEvent*) override;
    /// The title sets its own height: a scroll area would give the card all the height that it prefers.
    bool hasHeightForWidth() const override { return false; }
    /// Of the title.
    bool eventFilter(QObject*, QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    QWidget* makeHeader();
    QWidget* makeFacts();
    void rebuild(core::Scenario opened);
    void presentFacts(const Snapshot&);
    void presentStep();
    void open();

    Session& m_session;
    Player m_player;
    std::shared_ptr<core::CollectiveCache> m_cache = core::makeCollectiveCache();
    std::unique_ptr<Recording> m_recording;
    core::Repair m_opening; // edits of coll.*, empty where the tab shows the same
    core::Scenario m_shown;
    bool m_hasShown = false;
    QLabel* m_title;
    SliceFacts* m_facts;
    ValueLabel* m_where;
    IconButton* m_play = nullptr;
    TimingButton* m_timing = nullptr;
    TorusView* m_view;
    QBoxLayout* m_body;
};

} // namespace ui
