// SPDX-License-Identifier: GPL-3.0-or-later
// Merging keeps the first `before` and the last `after`; a gesture that ends where it began leaves no step.
#include "ui/session/set_scenario.h"

#include "ui/session/field_text.h"

namespace ui
{

SetScenario::SetScenario(Change change, Show show) : m_change(std::move(change)), m_show(std::move(show)) { word(); }

bool SetScenario::mergeWith(const QUndoCommand* command)
{
    const auto& later = static_cast<const SetScenario*>(command)->m_change;
    if (later.gesture != m_change.gesture)
        return false;
    m_change.after = later.after;
    setObsolete(m_change.after == m_change.before);
    word();
    return true;
}

void SetScenario::word()
{
    setText(m_change.field ? changeText(*m_change.field, m_change.before, m_change.after) : m_change.words);
}

} // namespace ui
