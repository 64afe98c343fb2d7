// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of a table view.
#include "ui/tables/table_look.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace ui
{

void styleTable(QTableView& view, const QString& name)
{
    view.setAccessibleName(name);
    view.setSortingEnabled(true);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setTabKeyNavigation(false);
    view.setShowGrid(false);
    view.setAlternatingRowColors(true);
    view.setFrameShape(QFrame::NoFrame);
    view.setFont(uiFont(12));
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(23);
    view.horizontalHeader()->setFont(uiFont(12));
    view.horizontalHeader()->setMinimumSectionSize(36);
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view.horizontalHeader()->setStretchLastSection(true);
    QObject::connect(view.horizontalHeader(), &QHeaderView::sortIndicatorChanged, &view, &QTableView::scrollToTop);
}

void keepRoomFor(QTableView& view, int open)
{
    QHeaderView* head = view.horizontalHeader();
    const auto fit = [&view, head, open] {
        constexpr int beside = 10;
        constexpr int arrow = 14;
        const QFontMetrics metrics(head->font());
        const QAbstractItemView& contents = view; // where it is public
        for (int column = 0; column < head->count(); ++column) {
            const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
            const int mark = column == head->sortIndicatorSection() ? arrow : 0;
            const int titled = metrics.horizontalAdvance(title) + beside + mark;
            if (column != open)
                head->resizeSection(column, std::max(contents.sizeHintForColumn(column), titled));
        }
    };
    head->setStretchLastSection(false);
    head->setSectionResizeMode(QHeaderView::Fixed);
    head->setSectionResizeMode(open, QHeaderView::Stretch);
    QObject::connect(view.model(), &QAbstractItemModel::modelReset, &view, fit);
    QObject::connect(head, &QHeaderView::sortIndicatorChanged, &view, fit);
    fit();
}

} // namespace ui
