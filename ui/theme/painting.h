// SPDX-License-Identifier: GPL-3.0-or-later
// What every painted control shares: the theme in force, the focus ring, hover and mixed colours.
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>

class QPainter;
class QRectF;
class QWidget;

namespace ui
{

/// The theme a widget is shown in, read from its palette.
const Theme& themeOf(const QWidget*);

/// `share` of `over` upon `under`, opaque.
QColor mixed(const QColor& under, const QColor& over, qreal share);

/// The ground of the row of a table that is chosen or under way.
QColor chosenRow(const Theme&);

/// Two pixels wide, drawn just inside `area`.
void drawFocusRing(QPainter&, const QRectF& area, qreal radius, const Theme&);

/// A filled rounded box with a crisp one-pixel border (`width` pixels).
void drawBox(QPainter&, const QRectF& area, qreal radius, const QColor& fill, const QColor& border, qreal width = 1);

/// The embedded :/icons/NAME.svg in a colour of the theme, for actions; paler where disabled.
QIcon icon(const QString& name, const QColor&);
/// Draws the named icon in the middle of `area`.
void drawIcon(QPainter&, const QRectF& area, const QString& name, const QColor&, int side = 16);

} // namespace ui
