// SPDX-License-Identifier: GPL-3.0-or-later
// The control of a text, such as the physical slice "4x4x4", with examples to choose from where there are some.
#pragma once

#include "ui/controls/field_control.h"

class QHBoxLayout;

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
    void offerExamples(const QStringList&, QHBoxLayout& row);

    NumberField* m_input;
};

} // namespace ui
