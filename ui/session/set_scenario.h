// SPDX-License-Identifier: GPL-3.0-or-later
// The one undo command: the whole scenario before and after; edits of one gesture merge into one step.
#pragma once

#include "core/scenario/fields.h"

#include <QUndoCommand>

#include <functional>

namespace ui
{

class SetScenario : public QUndoCommand
{
public:
    using Show = std::function<void(const core::Scenario&)>;

    /// `field` words the step ("Batch 65,536 → 16,384"); without one `words` does.
    struct Change {
        core::Scenario before;
        core::Scenario after;
        const core::Field* field = nullptr;
        QString words;
        int gesture = 0; // 0: never merges
    };

    SetScenario(Change, Show);

    void undo() override { m_show(m_change.before); }
    void redo() override { m_show(m_change.after); }
    int id() const override { return m_change.gesture > 0 ? 1 : -1; }
    bool mergeWith(const QUndoCommand*) override;

private:
    void word();

    Change m_change;
    Show m_show;
};

} // namespace ui
