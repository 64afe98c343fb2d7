// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of a sharded product: what is typed, the picture, and the table of its plans.
#pragma once

#include "ui/session/snapshot.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ui
{

class CheckView;
class PlanTable;
class Player;
class Session;
class ShardingEntry;

class ShardingTab : public QWidget
{
    Q_OBJECT
public:
    /// Takes the picture in its card.
    ShardingTab(Session&, QWidget* picture, QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// Of the check, while it is in sight; else null.
    Player* player();
    /// Back to the shards; false where the check was not in sight.
    bool leaveCheck();

signals:
    /// The check came into sight, or went.
    void checkToggled();
    /// A collective of a plan is to be looked at in the tab Collectives.
    void openAsked(const core::Repair& opening);

protected:
    void resizeEvent(QResizeEvent*) override { fit(); }
    void showEvent(QShowEvent*) override { fit(); }

private:
    void fit();
    void pick(int row);
    void offerSteps();
    void open(const QString& collective);
    QWidget* makeSwitch();
    QWidget* makeSteps();
    void check(bool);

    Session& m_session;
    QLabel* m_intro = nullptr;
    QWidget* m_picture;
    Player* m_player;
    CheckView* m_check;
    QPushButton* m_checks = nullptr; // shows it
    QWidget* m_transport = nullptr;  // of it
    ShardingEntry* m_entry;
    QString m_checked; // what it shows
    PlanTable* m_plans;
    QLabel* m_stepsTitle = nullptr;
    QWidget* m_steps = nullptr; // buttons of the collectives of the current plan
    QStringList m_offered;
    Snapshot m_snapshot;
};

} // namespace ui
