// SPDX-License-Identifier: GPL-3.0-or-later
// Finds widgets of a window that are cut off, overlap, or have no room for their text.
#pragma once

#include <QStringList>

class QWidget;

namespace tests
{

/// One sentence for each fault; contents of scroll areas may lie outside their viewport.
QStringList clippedParts(const QWidget& window);

} // namespace tests
