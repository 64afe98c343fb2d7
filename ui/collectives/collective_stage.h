// SPDX-License-Identifier: GPL-3.0-or-later
// The large side of the tab: the torus and other moving pictures, their view bar above, their transport below.
#pragma once

#include "ui/playback/collective_page.h"
#include "ui/session/snapshot.h"

#include <vector>

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace ui
{

class Combo;
class FollowField;
class Player;
class TimingButton;
class TorusView;
class TransportBar;

class CollectiveStage : public QWidget
{
    Q_OBJECT
public:
    explicit CollectiveStage(Player&, QWidget* parent = nullptr);

    /// Takes the page that stands below the torus where there is room for both, and in turn with it elsewhere.
    void addBelow(CollectivePage*, const QString& title);
    /// Offered in turn with the torus where it is of use; takes the page.
    void addPage(CollectivePage*, const QString& title, const QString& tip);
    void showPage(CollectivePage*);
    TorusView& torus() const { return *m_torus; }
    TimingButton& timing() const { return *m_timing; }
    /// What an export of the page visible means.
    QString picture() const;
    void showTorus();
    bool showsTorus() const;
    /// Into the field that names the followed shard.
    void askToFollow();

    void present(const Snapshot&);
    void load(Recording*, const QString& reason);
    /// After the player moved; true where that led to another step.
    bool present();

signals:
    /// Another shard, or none.
    void followed();

protected:
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeViewBar();
    void fillViewBar();
    void fillSlices(bool inSight);
    void addTab(CollectivePage*, const QString& title);
    void showTab(int tab, bool visible);
    void choosePage();
    void namePicture();
    void share();
    void shareHeight();
    int pictureHeight() const;
    bool roomForBoth() const;
    CollectivePage* pageOf(int tab) const;
    std::vector<CollectivePage*> pagesInSight() const;

    Player& m_player;
    Recording* m_recording = nullptr;
    QString m_reason;
    Snapshot m_snapshot;
    TorusView* m_torus;
    QTabBar* m_bar;
    QStackedWidget* m_stack;
    QSplitter* m_split; // torus and what stands below
    TransportBar* m_transport;
    std::vector<CollectivePage*> m_pages; // by tab, after the torus
    CollectivePage* m_below = nullptr;
    bool m_both = false;
    bool m_movedByHand = false; // the user has moved the line between them
    Combo* m_layout;
    Combo* m_detail;
    Combo* m_slice;
    FollowField* m_follow;
    TimingButton* m_timing;
};

} // namespace ui
