// SPDX-License-Identifier: GPL-3.0-or-later
// Places the cards anew when the width asks for it.
#include "ui/shell/explore_page.h"

#include "ui/collectives/slice_card.h"

#include <QGridLayout>

namespace ui
{

namespace
{

constexpr int gap = 12;
constexpr int wideRoom = 1240; // three columns of readable charts

} // namespace

ExplorePage::ExplorePage(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(gap, gap, gap, gap);
    m_grid->setSpacing(gap);
}

void ExplorePage::setCards(std::vector<QWidget*> charts, SliceCard* slice)
{
    m_charts = std::move(charts);
    m_slice = slice;
    arrange(m_wide);
}

void ExplorePage::arrange(bool wide)
{
    m_wide = wide;
    m_slice->setFactsBeside(!wide);
    for (int i = 0; i < static_cast<int>(m_charts.size()); ++i)
        m_grid->addWidget(m_charts[static_cast<std::size_t>(i)], i / 2, i % 2);
    const int rows = (static_cast<int>(m_charts.size()) + 1) / 2;
    wide ? m_grid->addWidget(m_slice, 0, 2, rows, 1) : m_grid->addWidget(m_slice, rows, 0, 1, 2);
    for (int i = 0; i < 3; ++i) {
        m_grid->setColumnStretch(i, i < 2 || wide ? 1 : 0);
        m_grid->setRowStretch(i, i < 2 || !wide ? 1 : 0);
    }
}

void ExplorePage::resizeEvent(QResizeEvent*)
{
    if (m_slice && (width() >= wideRoom) != m_wide)
        arrange(width() >= wideRoom);
}

} // namespace ui
