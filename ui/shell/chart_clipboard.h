// SPDX-License-Identifier: GPL-3.0-or-later
// A chart for the clipboard: its picture at twice the size on screen, as SVG too, and its sentence.
#pragma once

#include "ui/session/snapshot.h"

class QMimeData;

namespace ui
{

class Chart;
struct Theme;

/// To be given to the clipboard, which takes it. The pictures contain the scenario of the snapshot that the chart
/// shows.
QMimeData* clipboardData(Chart&, const Snapshot&, const Theme&);

} // namespace ui
