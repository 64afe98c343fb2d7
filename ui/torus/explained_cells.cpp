// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, clicks and menu of numbers in tables.
#include "ui/torus/explained_cells.h"

#include "ui/shell/value_label.h"

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
        id.isEmpty() ? emit activated(cell) : emit explained(id);
    });
}

/// The number of the cell, else the one that its row is about.
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

/// By the keyboard, of the chosen row.
void ExplainedCells::openMenu(const QPoint& at)
{
    const QModelIndex pointed = m_view.indexAt(at);
    const QString id = pointed.isValid() ? idOfRow(pointed) : chosenId();
    if (id.isEmpty()) {
        return;
    }
    auto* menu = makeExplainMenu(m_view, {{tr("Explain this number"), id}},
                                 [this](const QString& chosen) { emit explained(chosen); });
    menu->popup(m_view.viewport()->mapToGlobal(at));
}

QMenu* makeExplainMenu(QWidget& parent, const std::vector<NumberToExplain>& numbers,
                       const std::function<void(const QString& id)>& explain)
{
    auto* menu = new QMenu(&parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("explain.menu"));
    for (const NumberToExplain& number : numbers) {
        QObject::connect(menu->addAction(number.words), &QAction::triggered, &parent,
                         [explain, id = number.id] { explain(id); });
    }
    return menu;
}

QString numberOf(const QWidget* focus)
{
    if (const auto* label = qobject_cast<const ValueLabel*>(focus)) {
        return label->metricId();
    }
    if (const auto* picture = dynamic_cast<const ExplainsByKey*>(focus)) {
        return picture->chosenNumber();
    }
    const auto* cells =
        focus ? focus->findChild<const ExplainedCells*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
    return cells ? cells->chosenId() : QString();
}

} // namespace ui
