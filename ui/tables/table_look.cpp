// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of a table view.
#include "ui/tables/table_look.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QTableView>

namespace ui
{

void dressTable(QTableView& view, const QString& name)
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

} // namespace ui
