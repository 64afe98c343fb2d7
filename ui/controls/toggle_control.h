// SPDX-License-Identifier: GPL-3.0-or-later
// The control of a switch.
#pragma once

#include "ui/controls/field_control.h"

class QCheckBox;

namespace ui
{

class ToggleControl : public FieldControl
{
    Q_OBJECT
public:
    ToggleControl(const core::Field&, Session&, QWidget* parent = nullptr);

    void present(const Snapshot&) override;

private:
    QCheckBox* m_switch;
};

} // namespace ui
