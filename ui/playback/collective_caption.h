// SPDX-License-Identifier: GPL-3.0-or-later
// A collective in three lines, as its pages and the heads of its tables tell it: title, parameters, conventions;
// and its name with subscripts: AllGather_X of W_in.
#pragma once

#include <QByteArray>
#include <QFont>
#include <QString>

class QPainter;
class QRect;

namespace core
{
struct Scenario;
struct WholeCollective;
} // namespace core

namespace ui
{

struct CollectiveCaption {
    QString title;      // "All-gather · along one axis"
    QString parameters; // "ring of 4 · 4.10 kB · all axes · TPU v5p"
    QString
        conventions; // "90 GB/s per link and direction · 1 µs per hop · both directions · always rings · async clock"
};

/// `collective` is that of the scenario.
CollectiveCaption captionOf(const core::WholeCollective& collective, const core::Scenario&);

/// The lines before the head of every table that is saved or rendered, each after "# ".
QByteArray csvLines(const CollectiveCaption&);

/// What follows an underscore stands lower and smaller. Cut with an ellipsis where there is no room.
void drawCollectiveName(QPainter&, const QRect& area, const QString& name, const QFont&);

/// The same for rich text.
QString richName(const QString& name);

} // namespace ui
