// SPDX-License-Identifier: GPL-3.0-or-later
// The control of one choice: side by side up to three, a drop-down list beyond.
#pragma once

#include "ui/controls/field_control.h"

namespace ui
{

class Combo;
class Segmented;

class ChoiceControl : public FieldControl
{
    Q_OBJECT
public:
    ChoiceControl(const core::Field&, Session&, QWidget* parent = nullptr);

    void present(const Snapshot&) override;

protected:
    void outline(ControlState) override;

private:
    void buildSegments();
    void buildCombo();
    void fillCombo(const core::Scenario&);
    void choose(int index);

    std::vector<std::string> m_choices;
    Combo* m_combo = nullptr;
    Segmented* m_segments = nullptr;
};

} // namespace ui
