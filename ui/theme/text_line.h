// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of text that are measured and laid out once, however often they are drawn.
#pragma once

#include <QtGlobal>

class QFont;
class QPainter;
class QPointF;
class QRectF;
class QString;

namespace ui
{

/// Width of a line in pixels.
qreal lineWidth(const QString&, const QFont&);

/// Draws a line in the painter's pen, from the left end of its baseline on.
void drawLine(QPainter&, const QPointF& baseline, const QString&, const QFont&);

/// The same on the left of a box, half-way up.
void drawLineIn(QPainter&, const QRectF& box, const QString&, const QFont&);

/// A text with names that were typed or stand in a file, for a tooltip, which takes for HTML what looks like it.
QString plainTip(const QString&);

} // namespace ui
