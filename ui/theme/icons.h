// SPDX-License-Identifier: GPL-3.0-or-later
// The embedded icons in a colour of the theme.
#pragma once

#include <QColor>
#include <QIcon>

namespace ui
{

/// `name` as in :/icons/NAME.svg, drawn in one colour at any scale; kept for later calls.
QPixmap iconPixmap(const QString& name, const QColor&, int side, qreal devicePixelRatio);

/// The same as an icon, for actions; paler where disabled.
QIcon icon(const QString& name, const QColor&);

} // namespace ui
