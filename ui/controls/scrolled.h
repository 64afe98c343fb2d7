// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a painted widget into an area that scrolls, and notes beside such an area.
#pragma once

#include <QMargins>

class QScrollArea;
class QStackedWidget;
class QWidget;

namespace ui
{

/// As wide as the area, or as its contents need to be. The area takes no focus: keys its contents leave alone scroll
/// it.
QScrollArea* scrolled(QWidget* contents, const QMargins& round = {});

/// Pages that are not in sight make those around them neither wider nor higher; to be said again when another is shown.
void shrinkHidden(QStackedWidget&);

/// Lays a note over the window beside the area in which `part` scrolls, at the height of the part, so that it covers no
/// other input there; below the part where there is no such area or no room for the note.
void layBeside(QWidget& note, const QWidget& part);
/// The width that a note finds there; 0 where it would lie below.
int roomBeside(const QWidget& part);

} // namespace ui
