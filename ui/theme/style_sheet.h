// SPDX-License-Identifier: GPL-3.0-or-later
// Dresses the application in a theme: palette, font and the style sheet of the stock widgets.
#pragma once

#include "ui/theme/theme.h"

class QApplication;

namespace ui
{

/// The style sheet of the stock widgets; painted controls take their colours from the theme themselves.
QString styleSheet(const Theme&);

/// Fusion style, embedded font, palette and style sheet. May be called again to change the theme.
void dress(QApplication&, const Theme&);

} // namespace ui
