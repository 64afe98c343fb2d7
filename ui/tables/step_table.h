// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule as rows (step, from, to, chunks, bytes, link): the same data as the picture, sortable, as CSV too.
#pragma once

#include "core/collectives/analysis.h"
#include "core/numbers/step_place.h"
#include "ui/tables/rows_page.h"
#include "ui/theme/nth.h"
#include "ui/torus/link_mark.h"

#include <optional>
#include <vector>

namespace ui
{

struct RecordedMessage;

/// One message.
struct StepRow {
    int step; // from 0
    int from;
    int to;
    int port;
    double bytes;
    QString chunks;
};

class StepTableModel : public RowsModel
{
public:
    enum Column { stepNumber, from, to, chunk, bytes, link, columns };
    /// Largest number of rows; of longer schedules one step is listed, and of longer steps their first messages.
    static constexpr std::size_t maxRows = 20000;

    StepTableModel();

    /// Of one copy where the collective runs on a subtorus; null empties the table. `step` is the one to list
    /// where not all are.
    void show(const core::WholeCollective*, int step = 0);
    /// True where messages are left out.
    bool isCut() const { return m_cut; }
    int stepOfRow(int row) const { return m_rows[nth(row)].step; }
    /// The links that its message takes, and the message in words.
    LinkMark markOfRow(int row) const;

    /// What it sends, as a number with a place.
    core::StepPlace messageOfRow(int row) const;

    /// The first row of a step, or its row of one message; -1 where there is none.
    int rowOf(int step, const RecordedMessage* message = nullptr) const;

    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;

private:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    QString shown(int row, int column) const override;
    QVariant sorted(int row, int column) const override;
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
class StepTable : public RowsPage
{
    Q_OBJECT
public:
    explicit StepTable(QWidget* parent = nullptr);

    void load(const Recording*, const QString& reason) override;
    /// Scrolls to the followed shard's next hop, or to the first row of the step.
    void goTo(int step) override;
    const StepTableModel& model() const { return *m_model; }

private:
    void choose(int row) override;
    void markRow(int row) override;
    void activate(int row) override;
    QString idOf(const QModelIndex&) const override;
    bool write(QIODevice&) const override;

    StepTableModel* m_model;
    int m_chosen = -1; // by the user
};

} // namespace ui
