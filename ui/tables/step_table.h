// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule as rows (step, from, to, chunks, bytes, link): the same data as the picture, sortable, as CSV too.
#pragma once

#include "core/collectives/study.h"
#include "core/numbers/step_place.h"
#include "ui/playback/collective_page.h"
#include "ui/torus/link_mark.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

class QIODevice;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace ui
{

struct ReelMessage;
class RowPointer;

/// One message.
struct StepRow {
    int step; // from 0
    int from;
    int to;
    int port;
    double bytes;
    QString chunks;
};

class StepTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { stepNumber, from, to, chunk, bytes, link, columns };
    /// Largest number of rows; of longer schedules one step is listed, and of longer steps their first messages.
    static constexpr std::size_t mostRows = 20000;

    using QAbstractTableModel::QAbstractTableModel;

    /// Of one copy where the collective runs on part of the torus; null empties the table. `step` is the one to list
    /// where not all are.
    void show(const core::WholeCollective*, int step = 0);
    /// True where messages are left out.
    bool isCut() const { return m_cut; }
    int stepOfRow(int row) const { return m_rows[static_cast<std::size_t>(row)].step; }
    /// The links that its message takes, and the message in words.
    LinkMark markOfRow(int row) const;

    /// What it sends, as a number with a place.
    core::StepPlace messageOfRow(int row) const;

    /// The first row of a step, or its row of one message; -1 where there is none.
    int rowOf(int step, const ReelMessage* message = nullptr) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation, int role = Qt::DisplayRole) const override;

    static constexpr int sortRole = Qt::UserRole;

private:
    QVariant sorted(const StepRow&, int column) const;
    void list(const core::WholeCollective&, int step);

    core::Topology m_whole;
    core::ByteUnits m_units{};
    std::vector<StepRow> m_rows;
    bool m_cut = false;
};

/// Every message of every step, or of one, with a head; plain numbers, a decimal point always. False where writing
/// failed.
bool writeSteps(const core::WholeCollective&, QIODevice&, std::optional<int> only = std::nullopt);

/// The table with its head sortable; choosing a row marks its message in the torus, activating it asks for its step.
class StepTable : public CollectivePage
{
    Q_OBJECT
public:
    explicit StepTable(QWidget* parent = nullptr);

    void present(const Snapshot&) override;
    void load(const Reel*, const QString& reason) override;
    /// Scrolls to the followed shard's next hop, or to the first row of the step.
    void goTo(int step) override;
    const StepTableModel& model() const { return *m_model; }

private:
    void save();
    void choose(int row);
    void markRow(int row);

    const Reel* m_reel = nullptr;
    core::Scenario m_scenario;
    StepTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    RowPointer* m_pointer;
    int m_chosen = -1; // by the user
    QLabel* m_note;
    QPushButton* m_save;
};

} // namespace ui
