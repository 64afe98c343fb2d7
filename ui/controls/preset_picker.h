// SPDX-License-Identifier: GPL-3.0-or-later
// The control that picks a model or a chip from a searchable list with facts; says when its numbers were edited.
#pragma once

class QWidget;

namespace core
{
struct Field;
}

namespace ui
{

class FieldControl;
class Session;

FieldControl* makePresetPicker(const core::Field&, Session&, QWidget* parent);

} // namespace ui
