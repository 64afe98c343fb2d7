// SPDX-License-Identifier: GPL-3.0-or-later
// What was put into the scenario are the undo steps since; none of anybody else's may lie on them.
#include "ui/shell/back_button.h"

#include "core/design/sharding_opening.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/session/session.h"

#include <algorithm>

namespace ui
{

BackButton::BackButton(Session& session, QWidget* parent) : QPushButton(tr("Back"), parent), m_session(session)
{
    setObjectName(QStringLiteral("tabs.back"));
    setStatusTip(
        tr("Esc: back to the tab that opened this. Undoes what was opened here, unless you have edited since"));
    hide();
    connect(this, &QAbstractButton::clicked, this, &BackButton::goBack);
}

BackButton::Target& BackButton::remember(const QString& tab, const QWidget* page)
{
    std::erase_if(m_targets, [page](const Target& target) { return target.page == page; });
    const int now = m_session.undoStack().index();
    return m_targets.emplace_back(Target{tab, page, m_session.snapshot().document, now, now, {}});
}

void BackButton::open(const QString& tab, const QWidget* page, const std::function<void()>& edit)
{
    Target& target = remember(tab, page);
    edit();
    target.after = m_session.undoStack().index();
}

void BackButton::open(const QString& tab, const QWidget* page, const core::Repair& collective)
{
    remember(tab, page).collective = collective;
}

bool BackButton::leadsBack(const Target& target, const QWidget* page) const
{
    return target.page == page && target.document == m_session.snapshot().document &&
           (!target.collective || core::isOpened(m_session.scenario(), target.collective->edits));
}

void BackButton::offer(const QWidget* page)
{
    const auto target = std::ranges::find_if(m_targets, [&](const Target& one) { return leadsBack(one, page); });
    m_offered = page;
    setVisible(target != m_targets.end());
    if (target != m_targets.end())
        setText(tr("Back to %1").arg(findChart(target->tab)->tab));
}

bool BackButton::goBack()
{
    const auto target =
        std::ranges::find_if(m_targets, [this](const Target& one) { return leadsBack(one, m_offered); });
    if (target == m_targets.end())
        return false;
    QUndoStack& steps = m_session.undoStack();
    for (int at = target->after; at > target->before && steps.index() == at; --at)
        steps.undo();
    const QString tab = target->tab;
    if (!target->collective)
        m_targets.erase(target);
    emit taken(tab);
    return true;
}

} // namespace ui
