// SPDX-License-Identifier: GPL-3.0-or-later
// Dresses the application in a theme: palette, font and the style sheet of the stock widgets.
#pragma once

#include "ui/theme/theme.h"

class QApplication;
class QVariant;
class QWidget;

namespace ui
{

/// The style sheet of the stock widgets; painted controls take their colours from the theme themselves.
QString styleSheet(const Theme&);

/// Fusion style, embedded font and palette. Windows are built quicker before the style sheet is there, as it would be
/// worked out anew for a part and all its children whenever the part is given a parent.
void prepare(QApplication&, const Theme&);
/// The same and the style sheet. May be called again to change the theme.
void applyTheme(QApplication&, const Theme&);
/// Gives a part the rules that name this property.
void restyle(QWidget&, const char* property, const QVariant&);

} // namespace ui
