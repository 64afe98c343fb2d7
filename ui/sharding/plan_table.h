// SPDX-License-Identifier: GPL-3.0-or-later
// The plans of the sharded product as a table: every number opens its derivation, every row its collectives.
#pragma once

#include "core/quantity/format.h"
#include "core/sharding/report.h"
#include "ui/charts/sharding_plans.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace ui
{

class PlanModel : public QAbstractTableModel
{
public:
    enum Column { pass, steps, why, time, comms, bytes, math, columns };

    void show(std::vector<PlanRow>, core::ByteUnits);
    /// Reasons in a few words, where the column has no room for sentences.
    void setBrief(bool);
    const PlanRow* row(int at) const;
    /// Of the product; rows of gradients follow.
    int plans() const;
    /// The row of the chosen one of them.
    int chosen() const;
    /// Of the number in a cell; empty where there is none.
    QString idOf(const QModelIndex&) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role) const override;
    QVariant headerData(int section, Qt::Orientation, int role) const override;

private:
    QString shown(const PlanRow&, int column) const;

    std::vector<PlanRow> m_rows;
    core::ByteUnits m_units{};
    bool m_brief = false;
};

class PlanTable : public QTableView
{
    Q_OBJECT
public:
    explicit PlanTable(QWidget* parent = nullptr);

    void present(const Snapshot&);
    const PlanModel& plans() const { return *m_model; }
    QSize sizeHint() const override { return {480, minimumHeight()}; }

signals:
    /// Someone went to another row; -1: none.
    void chosen(int row);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void shareWidth();

    PlanModel* m_model;
    bool m_presenting = false;
};

/// Plan of a row: those of the product, then the chosen one of each gradient. Null where there is none.
const core::ShardingPlan* planOfRow(const core::ShardingReport&, int row);

} // namespace ui
