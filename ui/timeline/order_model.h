// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a collective matmul as rows of products: what each chip multiplies in a step, what travels beside it.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/matmul/own_order.h"
#include "core/numbers/step_place.h"

#include <QAbstractTableModel>

#include <vector>

namespace ui
{

/// Columns for the step and its buffers, one for every chip, and one for what chip 0 sends.
class OrderTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Null, or a collective without a matmul, empties the table.
    void show(const core::WholeCollective*);
    /// The row of the step under way; −1 for none.
    void light(int step);
    int lit() const { return m_lit; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation, int role = Qt::DisplayRole) const override;

    /// A text as wide as any cell of a chip.
    QString longestCell() const;

    /// What the number of buffers in a row is.
    core::StepPlace buffersOf(int row) const;
    /// Beside which transfer the products of a row are multiplied.
    static QString stepTold(const core::CollectiveMatmul&, int row);

    static constexpr int buffersColumn = 1;
    static constexpr int firstChip = 2; // its column

    /// Said of the lit row, so that it is not told by its colour alone.
    static constexpr int litRole = Qt::UserRole;

private:
    int chips() const { return m_plan.products.empty() ? 0 : m_plan.transfers.topology.chips(); }
    QString shown(int row, int column) const;
    QString sends(int row, int chip) const;
    QString stepText(int row) const;
    QString told(int row, int chip) const;

    core::CollectiveMatmul m_plan;            // without products: none
    std::vector<core::StepBuffers> m_buffers; // by row
    int m_lit = -1;
};

/// All rows with a head: step, buffers, chip 0, chip 1, …, chip 0 sends.
QByteArray orderCsv(const OrderTableModel&);

} // namespace ui
