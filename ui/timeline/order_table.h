// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the order of a collective matmul: its table, its buffers, and the way to a moment.
#pragma once

#include "ui/playback/collective_caption.h"
#include "ui/playback/collective_page.h"
#include "ui/session/snapshot.h"
#include "ui/timeline/order_model.h"

#include <vector>

class QLabel;
class QLayout;
class QPushButton;
class QTableView;

namespace ui
{

class ExplainedCells;
class Player;
class ValueLabel;

/// The page at the side; activating a row goes to the moment at which chip 0 starts on it.
class OrderTable : public CollectivePage
{
    Q_OBJECT
public:
    explicit OrderTable(Player&, QWidget* parent = nullptr);

    bool isOfUse(const core::Scenario&) const override;
    void present(const Snapshot&) override;
    void load(const Recording*, const QString& reason) override;
    const OrderTableModel& model() const { return *m_model; }

private:
    QLayout* makeFoot(QPushButton* save);
    QString idOf(const QModelIndex&) const;
    void fitColumns();
    void loadPlan(const core::WholeCollective&);
    void lightMoment();
    void seekStep(int step);

    /// When chip 0 starts to multiply in a step.
    struct Start {
        double seconds = 0;
        int step = 0;
    };

    Player& m_player;
    const Recording* m_recording = nullptr;
    Snapshot m_snapshot;
    CollectiveCaption m_caption;
    std::vector<Start> m_starts;
    double m_end = 0;
    OrderTableModel* m_model;
    QTableView* m_view;
    ExplainedCells* m_cells;
    ValueLabel* m_buffers = nullptr;
    ValueLabel* m_naiveBuffers = nullptr;
    QLabel* m_note; // how rows are read
};

} // namespace ui
