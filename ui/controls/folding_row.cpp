// SPDX-License-Identifier: GPL-3.0-or-later
// Folds by its width alone, so that no height decides what it causes.
#include "ui/controls/folding_row.h"

#include <QBoxLayout>
#include <QEvent>

#include <algorithm>

namespace ui
{

FoldingRow::FoldingRow(const QMargins& round, int gap, QWidget* parent)
    : QWidget(parent), m_line(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    m_line->setContentsMargins(round);
    m_line->setSpacing(gap);
}

QHBoxLayout* FoldingRow::addGroup(int stretch, bool apart)
{
    if (apart)
        m_line->addStretch();
    auto* group = new QHBoxLayout;
    group->setContentsMargins({});
    group->setSpacing(m_line->spacing());
    m_line->addLayout(group, stretch);
    m_groups.append(group);
    if (stretch > 0)
        m_wide.append(group);
    return group;
}

QSize FoldingRow::minimumSizeHint() const
{
    int widest = 0;
    for (const QHBoxLayout* group : m_groups)
        widest = std::max(widest, group->minimumSize().width());
    const QMargins round = m_line->contentsMargins();
    return {widest + round.left() + round.right(), m_line->totalMinimumSize().height()};
}

int FoldingRow::lineWidth() const
{
    const QMargins round = m_line->contentsMargins();
    int width = round.left() + round.right() - m_line->spacing();
    for (const QHBoxLayout* group : m_groups)
        width += group->isEmpty() ? 0 : group->minimumSize().width() + m_line->spacing();
    return std::max(width, m_minLine);
}

void FoldingRow::fold()
{
    const auto way = width() < lineWidth() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (m_line->direction() != way) {
        m_line->setDirection(way);
        for (QHBoxLayout* group : m_groups)
            m_line->setAlignment(group, way == QBoxLayout::TopToBottom && !m_wide.contains(group) ? Qt::AlignLeft
                                                                                                  : Qt::Alignment());
        updateGeometry();
    }
}

/// A group may have come or gone.
bool FoldingRow::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fold();
    return QWidget::event(event);
}

void FoldingRow::resizeEvent(QResizeEvent*) { fold(); }

} // namespace ui
