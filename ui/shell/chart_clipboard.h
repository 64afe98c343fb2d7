// SPDX-License-Identifier: GPL-3.0-or-later
// A chart for the clipboard: its picture at twice the size on screen, and its sentence.
#pragma once

class QMimeData;

namespace ui
{

class Chart;
struct Theme;

/// To be given to the clipboard, which takes it.
QMimeData* clipboardData(Chart&, const Theme&);

} // namespace ui
