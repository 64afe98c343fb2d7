// SPDX-License-Identifier: GPL-3.0-or-later
// The operations as a table: every number opens its derivation.
#pragma once

#include "core/quantity/format.h"
#include "ui/charts/operation_rows.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace ui
{

struct Snapshot;

class OperationTableModel : public QAbstractTableModel
{
public:
    enum Column { name, bound, lower, intensity, machine, upper, flops, bytes, critical, approx, idle, columns };

    void show(std::vector<OperationRow>, core::ByteUnits);
    /// The names ask for as much room as they need now.
    void fitNames();
    /// Of the number in a cell; empty where there is none.
    QString idOf(const QModelIndex&) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role) const override;
    QVariant headerData(int section, Qt::Orientation, int role) const override;

private:
    QString shown(const OperationRow&, int column) const;

    std::vector<OperationRow> m_rows;
    std::vector<QStringList> m_cells; // of each row
    core::ByteUnits m_units{};
};

class OperationTable : public QTableView
{
    Q_OBJECT
public:
    explicit OperationTable(QWidget* parent = nullptr);

    /// `still`: columns keep their widths, as while a slider is dragged.
    void present(std::vector<OperationRow>, core::ByteUnits, bool still);
    void choose(std::size_t number);
    QSize sizeHint() const override { return {480, minimumHeight()}; }

signals:
    /// The row of another operation is current.
    void chosen(std::size_t number);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void fitNames(bool still);

    OperationTableModel* m_model;
    QStringList m_names;
    qreal m_widest = 0; // of the names that had room when they were last laid out
    bool m_quiet = false;
};

} // namespace ui
