// SPDX-License-Identifier: GPL-3.0-or-later
// Tells which row of a sorted table the user points at or has chosen, apart from rows that the program selects.
#pragma once

#include <QObject>

class QSortFilterProxyModel;
class QTableView;

namespace ui
{

class RowPointer : public QObject
{
    Q_OBJECT
public:
    /// `view` shows `sorted`; both outlive this.
    RowPointer(QTableView& view, QSortFilterProxyModel& sorted);

    /// Selects a row of the source model without a word; -1 selects none.
    void select(int row);

signals:
    /// A row of the source model; -1: given up by Esc.
    void chosen(int row);
    /// -1: the pointer left.
    void hovered(int row);

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    int sourceRow(const QModelIndex&) const;

    QTableView& m_view;
    QSortFilterProxyModel& m_sorted;
    bool m_quiet = false;
};

} // namespace ui
