// SPDX-License-Identifier: GPL-3.0-or-later
// Names of collectives with their subscripts: AllGather_X of W_in.
#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRect;

namespace ui
{

/// What follows an underscore stands lower and smaller. Cut with an ellipsis where there is no room.
void drawCollectiveName(QPainter&, const QRect& area, const QString& name, const QFont&);

/// The same for rich text.
QString richName(const QString& name);

} // namespace ui
