// SPDX-License-Identifier: GPL-3.0-or-later
// The control that picks a model or a chip from a searchable list with facts; says when its numbers were edited.
#pragma once

#include "ui/controls/field_control.h"

class QAbstractButton;

namespace ui
{

class IconButton;
class PresetList;

class PresetPicker : public FieldControl
{
    Q_OBJECT
public:
    PresetPicker(const core::Field&, Session&, QWidget* parent = nullptr);

    void present(const Snapshot&) override;

private:
    void open();

    QAbstractButton* m_button;
    IconButton* m_revert;
    PresetList* m_list = nullptr;
};

} // namespace ui
