// SPDX-License-Identifier: GPL-3.0-or-later
// Charts in pairs, the slice beside or below them.
#include "ui/shell/explore_page.h"

#include "ui/collectives/slice_card.h"

#include <QGridLayout>

#include <algorithm>
#include <utility>

namespace ui
{

ExplorePage::ExplorePage() : m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(explorePageGap, explorePageGap, explorePageGap, explorePageGap);
    m_grid->setSpacing(explorePageGap);
}

void ExplorePage::setCards(std::vector<QWidget*> charts, SliceCard* slice)
{
    m_charts = std::move(charts);
    m_slice = slice;
    arrange(m_columns);
}

void ExplorePage::resizeEvent(QResizeEvent*)
{
    constexpr int pairRoom = 2 * 300 + 3 * explorePageGap;
    constexpr int wideRoom = 1240; // three columns of readable charts
    const int columns = width() >= wideRoom ? 3 : width() >= pairRoom ? 2 : 1;
    if (m_slice && columns != m_columns)
        arrange(columns);
}

void ExplorePage::arrange(int columns)
{
    m_columns = columns;
    const int pairs = std::min(columns, 2);
    const int rows = (static_cast<int>(m_charts.size()) + pairs - 1) / pairs;
    m_slice->setFactsBeside(columns == 2);
    for (int i = 0; i < static_cast<int>(m_charts.size()); ++i)
        m_grid->addWidget(m_charts[static_cast<std::size_t>(i)], i / pairs, i % pairs);
    columns == 3 ? m_grid->addWidget(m_slice, 0, 2, rows, 1) : m_grid->addWidget(m_slice, rows, 0, 1, columns);
    for (int i = 0; i < 3; ++i)
        m_grid->setColumnStretch(i, i < columns ? 1 : 0);
    for (int i = 0; i <= static_cast<int>(m_charts.size()); ++i)
        m_grid->setRowStretch(i, i < rows || (i == rows && columns < 3) ? 1 : 0);
}

} // namespace ui
