// SPDX-License-Identifier: GPL-3.0-or-later
// Widths of the regions.
#include "ui/shell/regions.h"

namespace ui
{

namespace
{

constexpr int designWidth = 344;
constexpr int explainWidth = 400;
constexpr int stripWidth = 32;
constexpr int wideWindow = 1600; // from here on the explain dock has a place of its own

} // namespace

Regions::Regions(Parts parts, QWidget* parent) : QWidget(parent), m_parts(parts)
{
    for (QWidget* part : {parts.design, parts.centre, parts.strip, parts.explain})
        part->setParent(this);
    arrange();
}

void Regions::setDesignOpen(bool open)
{
    m_designOpen = open;
    arrange();
}

void Regions::setExplainOpen(bool open)
{
    m_explainOpen = open;
    arrange();
}

void Regions::arrange()
{
    const int left = m_designOpen ? designWidth : 0;
    const bool over = width() < wideWindow;
    const int right = m_explainOpen && !over ? explainWidth : stripWidth;
    m_parts.design->setGeometry(0, 0, designWidth, height());
    m_parts.design->setVisible(m_designOpen);
    m_parts.centre->setGeometry(left, 0, width() - left - right, height());
    m_parts.strip->setGeometry(width() - stripWidth, 0, stripWidth, height());
    m_parts.strip->setVisible(!m_explainOpen || over);
    m_parts.explain->setGeometry(width() - explainWidth, 0, explainWidth, height());
    m_parts.explain->setVisible(m_explainOpen);
    m_parts.explain->raise();
}

} // namespace ui
