// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a painted widget into an area that scrolls.
#pragma once

#include <QMargins>

class QScrollArea;
class QWidget;

namespace ui
{

/// As wide as the area, or as its contents need to be. The area takes no focus: keys its contents leave alone scroll
/// it.
QScrollArea* scrolled(QWidget* contents, const QMargins& round = {});

} // namespace ui
