// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, clicks and menu of numbers in tables.
#include "ui/numbers/explained_cells.h"

#include "ui/numbers/value_label.h"
#include "ui/session/why_event.h"

#include <QHeaderView>
#include <QMenu>
#include <QTableView>

namespace ui
{

ExplainedCells::ExplainedCells(QTableView& view, int column, IdOf idOf)
    : QObject(&view), m_view(view), m_column(column), m_idOf(std::move(idOf))
{
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&view, &QTableView::customContextMenuRequested, this, &ExplainedCells::openMenu);
    connect(&view, &QTableView::activated, this, [this](const QModelIndex& cell) {
        const QString id = m_idOf(cell);
        id.isEmpty() ? emit activated(cell) : askWhy(m_view, id);
    });
}

QString ExplainedCells::idOfRow(const QModelIndex& cell) const
{
    const QString id = cell.isValid() ? m_idOf(cell) : QString();
    return id.isEmpty() && cell.isValid() ? m_idOf(cell.siblingAtColumn(m_column)) : id;
}

QString ExplainedCells::chosenId() const
{
    const QModelIndex current = m_view.currentIndex();
    return m_view.selectionModel()->isRowSelected(current.row()) ? idOfRow(current) : QString();
}

QRect ExplainedCells::placeOf(const QString& id) const
{
    const QAbstractItemModel& cells = *m_view.model();
    for (int row = 0; row < cells.rowCount(); ++row)
        for (int column = 0; column < cells.columnCount(); ++column)
            if (const QModelIndex cell = cells.index(row, column); m_idOf(cell) == id)
                return m_view.visualRect(cell);
    return {};
}

void ExplainedCells::openMenu(const QPoint& at)
{
    const QModelIndex pointed = m_view.indexAt(at);
    const QString id = pointed.isValid() ? idOfRow(pointed) : chosenId();
    std::vector<NumberToExplain> numbers;
    if (!id.isEmpty())
        numbers.push_back({tr("Explain this number"), id});
    auto* menu = makeExplainMenu(m_view, numbers);
    if (m_view.isSortingEnabled())
        addSorting(*menu);
    menu->popup(m_view.viewport()->mapToGlobal(at));
}

/// Like a click on a head: choosing the sorted column again reverses the order.
void ExplainedCells::addSorting(QMenu& menu)
{
    auto* sorts = menu.addMenu(tr("Sort by"));
    sorts->setObjectName(QStringLiteral("sort.menu"));
    const QHeaderView& head = *m_view.horizontalHeader();
    for (int column = 0; column < m_view.model()->columnCount(); ++column) {
        const bool again = head.sortIndicatorSection() == column && head.sortIndicatorOrder() == Qt::AscendingOrder;
        const QString name = m_view.model()->headerData(column, Qt::Horizontal).toString().simplified();
        auto* action = sorts->addAction(name);
        action->setCheckable(true);
        action->setChecked(head.sortIndicatorSection() == column);
        connect(action, &QAction::triggered, this, [this, column, again] {
            m_view.sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
    }
}

QMenu* makeExplainMenu(QWidget& parent, const std::vector<NumberToExplain>& numbers)
{
    auto* menu = new QMenu(&parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("explain.menu"));
    for (const NumberToExplain& number : numbers)
        QObject::connect(menu->addAction(number.words), &QAction::triggered, &parent,
                         [&parent, id = number.id] { askWhy(parent, id); });
    return menu;
}

QString numberOf(const QWidget* focus)
{
    if (const auto* label = qobject_cast<const ValueLabel*>(focus))
        return label->metricId();
    if (const auto* picture = dynamic_cast<const ExplainsByKey*>(focus))
        return picture->chosenNumber();
    const auto* cells =
        focus ? focus->findChild<const ExplainedCells*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
    return cells ? cells->chosenId() : QString();
}

} // namespace ui
