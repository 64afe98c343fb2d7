// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialogs of exports share: controls beside a preview, and two buttons below them.
#pragma once

class QDialog;
class QDialogButtonBox;
class QLayout;

namespace ui
{

class Preview;

/// Controls at the left; the buttons are Save and Close.
void arrangeExport(QDialog&, QLayout* controls, Preview*, QDialogButtonBox&);

} // namespace ui
