// SPDX-License-Identifier: GPL-3.0-or-later
// A chart or a collective for the clipboard: its picture at twice the size on screen, as SVG too, and its sentence.
#pragma once

class QMimeData;
class QSize;
class QString;

namespace ui
{

class Chart;
struct PlaybackState;
struct Snapshot;
struct Theme;

/// To be given to the clipboard, which takes it. The pictures contain the scenario of the snapshot that the chart
/// shows.
QMimeData* clipboardData(Chart&, const Snapshot&, const Theme&);

/// The collective in a view, laid out for `size`. Null where there is none.
QMimeData* clipboardData(const QString& view, const PlaybackState&, const QSize& size, const Snapshot&, const Theme&);

} // namespace ui
