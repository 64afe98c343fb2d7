// SPDX-License-Identifier: GPL-3.0-or-later
// Watches pointer, selection and Esc of a table.
#include "ui/tables/row_pointer.h"

#include <QKeyEvent>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace ui
{

RowPointer::RowPointer(QTableView& view, QSortFilterProxyModel& sorted) : QObject(&view), m_view(view), m_sorted(sorted)
{
    view.setMouseTracking(true);
    view.viewport()->installEventFilter(this);
    view.installEventFilter(this);
    connect(&view, &QTableView::entered, this, [this](const QModelIndex& at) { emit hovered(sourceRow(at)); });
    connect(&view, &QTableView::clicked, this, [this](const QModelIndex& at) { emit chosen(sourceRow(at)); });
    connect(view.selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        if (!m_quiet && at.isValid())
            emit chosen(sourceRow(at));
    });
}

int RowPointer::sourceRow(const QModelIndex& at) const { return m_sorted.mapToSource(at).row(); }

void RowPointer::select(int row)
{
    m_quiet = true;
    if (row < 0)
        m_view.selectionModel()->clear();
    else
        m_view.selectRow(m_sorted.mapFromSource(m_sorted.sourceModel()->index(row, 0)).row());
    m_quiet = false;
}

bool RowPointer::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave && watched == m_view.viewport())
        emit hovered(-1);
    const bool escape = event->type() == QEvent::KeyPress && watched == &m_view &&
                        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (escape && m_view.selectionModel()->hasSelection()) {
        select(-1);
        emit chosen(-1);
        return true;
    }
    return false;
}

} // namespace ui
