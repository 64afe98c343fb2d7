// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of the column and of what stands beside it.
#include "ui/shell/regions.h"

#include <QSplitter>

namespace ui
{

namespace
{

constexpr int columnWidth = 344;
constexpr int stripHeight = 32;
constexpr int minHeight = 120;

} // namespace

Regions::Regions(Parts parts, QWidget* parent)
    : QWidget(parent), m_parts(parts), m_column(new QSplitter(Qt::Vertical, this))
{
    for (QWidget* part : {parts.centre, parts.strip})
        part->setParent(this);
    m_column->setChildrenCollapsible(false);
    m_column->setHandleWidth(9);
    for (QWidget* part : {parts.design, parts.explain}) {
        m_column->addWidget(part);
        part->setMinimumHeight(minHeight);
    }
    arrange();
}

void Regions::setDesignOpen(bool open)
{
    m_designOpen = open;
    arrange();
}

void Regions::setExplainOpen(bool open)
{
    if (open && !m_halved)
        m_column->setSizes({height() / 2, height() - height() / 2});
    m_halved = m_halved || open; // later it keeps the share that the user gave it
    m_explainOpen = open;
    arrange();
}

void Regions::arrange()
{
    const bool strip = m_designOpen && !m_explainOpen;
    const int left = m_designOpen || m_explainOpen ? columnWidth : 0;
    m_parts.design->setVisible(m_designOpen);
    m_parts.explain->setVisible(m_explainOpen);
    m_column->setVisible(left > 0);
    m_column->setGeometry(0, 0, columnWidth, height() - (strip ? stripHeight : 0));
    m_parts.strip->setVisible(strip);
    m_parts.strip->setGeometry(0, height() - stripHeight, columnWidth, stripHeight);
    m_parts.centre->setGeometry(left, 0, width() - left, height());
}

} // namespace ui
