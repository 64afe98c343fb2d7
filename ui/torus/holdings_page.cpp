// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolls the grid and fills it once a step.
#include "ui/torus/holdings_page.h"

#include "ui/controls/scrolled.h"
#include "ui/torus/chip_facts.h"
#include "ui/torus/number_grid.h"
#include "ui/torus/reel.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace ui
{

HoldingsPage::HoldingsPage(QWidget* parent) : CollectivePage(parent), m_grid(new NumberGrid)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scrolled(m_grid, {4, 8, 8, 8}));
}

void HoldingsPage::load(const Reel* reel, const QString& reason)
{
    m_reel = reel;
    if (reel) {
        goTo(reel->step());
    } else {
        m_grid->show(nullptr, reason);
    }
}

void HoldingsPage::goTo(int)
{
    if (m_reel) {
        m_grid->show(m_reel->holdings(), whyNotReplayed(*m_reel));
    }
}

} // namespace ui
