// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolls the grid and fills it once a step.
#include "ui/collectives/holdings_page.h"

#include "ui/controls/scrolled.h"
#include "ui/playback/chip_facts.h"
#include "ui/playback/recording.h"
#include "ui/tables/number_grid.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace ui
{

HoldingsPage::HoldingsPage(QWidget* parent) : CollectivePage(parent), m_grid(new NumberGrid)
{
    setObjectName(QStringLiteral("holdings.page"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* area = scrolled(m_grid, {4, 8, 8, 8});
    layout->addWidget(area);
    m_grid->setIds([this](int chip, const GridCell& cell) {
        const int whole = m_recording->collective().chipOfWhole(chip, 0);
        return m_recording->idOf({cell.number, m_recording->step(), whole, 0, 0, cell.part});
    });
    connect(m_grid, &NumberGrid::chosen, area, [this, area](const QRect& box) {
        const QRect covered = box.marginsAdded(NumberGrid::heads());
        const QPoint centre = m_grid->mapTo(area->widget(), box.center());
        const QPoint left = centre - box.center() + covered.topLeft();
        area->ensureVisible(left.x(), left.y(), 0, 0);
        area->ensureVisible(centre.x(), centre.y(), box.width(), box.height());
    });
    for (const QScrollBar* bar : {area->horizontalScrollBar(), area->verticalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, m_grid, qOverload<>(&QWidget::update)); // the heads stay visible
}

void HoldingsPage::load(const Recording* recording, const QString& reason)
{
    m_recording = recording;
    if (recording)
        goTo(recording->step());
    else
        m_grid->present(nullptr, reason);
}

void HoldingsPage::goTo(int)
{
    if (m_recording)
        m_grid->present(m_recording->holdings(), whyNotReplayed(*m_recording));
}

} // namespace ui
