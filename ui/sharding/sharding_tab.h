// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of a sharded product: its line, mesh and sizes, the picture, and the table of its plans.
#pragma once

#include "core/sharding/report.h"
#include "ui/session/snapshot.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace ui
{

class ExpressionEdit;
class ExpressionNote;
class FieldControl;
class CheckView;
class NumberField;
class PlanTable;
class Player;
class Session;

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
    QLayout* makeLine();
    QLayout* makeSettings();
    void pick(int row);
    void offerSteps();
    void open(const QString& collective);
    QWidget* makeSwitch();
    QWidget* makeSteps();
    void check(bool);
    void type(const QString&);
    void moveAxis(char axis, int array, int dim);
    void finish();
    void take(const QString& repair);
    std::optional<core::NotationError> errorOfLine() const;
    void presentNote(const std::optional<core::NotationError>& error);
    void presentSizes(const core::ShardingReport&);
    void setSize(const QString& dim, const QString& typed);

    Session& m_session;
    ExpressionEdit* m_line;
    ExpressionNote* m_note;
    QLayout* m_settings = nullptr; // mesh, format, a size for each dimension
    QLabel* m_intro = nullptr;
    std::vector<FieldControl*> m_controls;
    std::vector<std::pair<QString, NumberField*>> m_sizeFields; // by dimension
    QWidget* m_picture;
    Player* m_player;
    CheckView* m_check;
    QPushButton* m_checks = nullptr; // shows it
    QWidget* m_transport = nullptr;  // of it
    QString m_checked;               // what it shows
    PlanTable* m_plans;
    QLabel* m_stepsTitle = nullptr;
    QWidget* m_steps = nullptr; // buttons of the collectives of the current plan
    QStringList m_offered;
    Snapshot m_snapshot;
    std::vector<core::Repair> m_repairs; // offered under the line
    int m_gesture = 0;                   // of the typing; 0: none
};

} // namespace ui
