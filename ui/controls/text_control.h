// SPDX-License-Identifier: GPL-3.0-or-later
// The control of a text, such as the physical slice "4x4x4".
#pragma once

#include "ui/controls/field_control.h"

namespace ui
{

class TextControl : public FieldControl
{
    Q_OBJECT
public:
    TextControl(const core::Field&, Session&, QWidget* parent = nullptr);

    void present(const Snapshot&) override;

protected:
    void outline(ControlState) override;

private:
    NumberField* m_input;
};

} // namespace ui
