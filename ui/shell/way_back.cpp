// SPDX-License-Identifier: GPL-3.0-or-later
// What was put into the scenario are the undo steps since; none of anybody else's may lie on them.
#include "ui/shell/way_back.h"

#include "core/design/sharding_opening.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/session/session.h"

#include <algorithm>

namespace ui
{

WayBack::WayBack(Session& session, QWidget* parent) : QPushButton(tr("Back"), parent), m_session(session)
{
    setObjectName(QStringLiteral("tabs.back"));
    setStatusTip(tr("Esc: to what this belongs to; what was put here for it goes again unless it was changed"));
    hide();
    connect(this, &QAbstractButton::clicked, this, &WayBack::goBack);
}

WayBack::Way& WayBack::remember(const QString& tab, const QWidget* page)
{
    std::erase_if(m_ways, [page](const Way& way) { return way.page == page; });
    const int now = m_session.undoStack().index();
    return m_ways.emplace_back(Way{tab, page, m_session.snapshot().document, now, now, {}});
}

void WayBack::open(const QString& tab, const QWidget* page, const std::function<void()>& edit)
{
    Way& way = remember(tab, page);
    edit();
    way.after = m_session.undoStack().index();
}

void WayBack::open(const QString& tab, const QWidget* page, const core::Repair& collective)
{
    remember(tab, page).collective = collective;
}

bool WayBack::leadsBack(const Way& way, const QWidget* page) const
{
    return way.page == page && way.document == m_session.snapshot().document &&
           (!way.collective || core::isOpened(m_session.scenario(), way.collective->edits));
}

void WayBack::offer(const QWidget* page)
{
    const auto way = std::ranges::find_if(m_ways, [&](const Way& one) { return leadsBack(one, page); });
    m_offered = page;
    setVisible(way != m_ways.end());
    if (way != m_ways.end())
        setText(tr("Back to %1").arg(findChart(way->tab)->tab));
}

bool WayBack::goBack()
{
    const auto way = std::ranges::find_if(m_ways, [this](const Way& one) { return leadsBack(one, m_offered); });
    if (way == m_ways.end())
        return false;
    QUndoStack& steps = m_session.undoStack();
    for (int at = way->after; at > way->before && steps.index() == at; --at)
        steps.undo();
    const QString tab = way->tab;
    if (!way->collective)
        m_ways.erase(way);
    emit taken(tab);
    return true;
}

} // namespace ui
