// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule as rows (step, from, to, chunks, bytes, link): the same data as the picture, sortable, as CSV too.
#pragma once

#include "core/collectives/whole_torus.h"
#include "ui/torus/collective_page.h"

#include <QAbstractTableModel>

#include <vector>

class QSortFilterProxyModel;
class QTableView;

namespace ui
{

class StepTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { stepNumber, from, to, chunk, bytes, link, columns };
    /// Largest number of rows; of longer schedules the first steps are listed.
    static constexpr int mostRows = 20000;

    using QAbstractTableModel::QAbstractTableModel;

    /// Of one copy where the collective runs on part of the torus; null empties the table.
    void show(const core::WholeCollective*);
    /// True where steps are left out.
    bool isCut() const { return m_cut; }
    int stepOfRow(int row) const { return m_rows[static_cast<std::size_t>(row)].step; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation, int role = Qt::DisplayRole) const override;

    static constexpr int sortRole = Qt::UserRole;

private:
    struct Row {
        int step; // from 0
        int from;
        int to;
        int port;
        double bytes;
        QString chunks;
    };
    QVariant shown(const Row&, int column) const;
    QVariant sorted(const Row&, int column) const;

    core::Topology m_whole;
    std::vector<Row> m_rows;
    bool m_cut = false;
};

/// All rows with a head, in the order of steps; plain numbers, a decimal point always.
QByteArray stepCsv(const StepTableModel&);

/// The table with its head sortable; activating a row asks for its step.
class StepTable : public CollectivePage
{
    Q_OBJECT
public:
    explicit StepTable(QWidget* parent = nullptr);

    void load(const Reel*, const QString& reason) override;
    /// Scrolls to the first row of a step.
    void goTo(int step) override;
    const StepTableModel& model() const { return *m_model; }

private:
    void save();

    StepTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
};

} // namespace ui
