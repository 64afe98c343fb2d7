// SPDX-License-Identifier: GPL-3.0-or-later
// Marks of values: their shapes, and those that stand for baselines.
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

class QPainter;

namespace ui
{

enum class Marker { square, triangle, diamond, triangleDown, pentagon, disc };

void drawMarker(QPainter&, Marker, const QPointF& centre, qreal size);

/// How a baseline is told apart, not by colour: its marks and outlines are never filled.
struct BaselineLook {
    QString letter; // "B"
    QString sign;   // "◇ B", in texts
    Marker marker = Marker::diamond;
    QList<qreal> dashes; // in pen widths
};
/// Of letter B, C or D.
const BaselineLook& baselineLook(std::size_t look);

} // namespace ui
