// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of links: straight ones, and those that go round the end of an axis.
#pragma once

#include "ui/torus/torus_scene.h"

#include <QMarginsF>

namespace ui
{

struct WireStyle {
    const core::Topology& places;
    std::size_t active; // axes with more than one place
    TorusLayout layout;
    bool flat;                       // a slice
    qreal unit;                      // pixels between neighbours
    qreal radius;                    // of the chips
    qreal apart;                     // of the two directions of a wire, each from the middle
    std::array<QPointF, 6> outwards; // by port, where links leave what is drawn
};

/// Of a vector.
qreal lengthOf(const QPointF&);

/// Pixels from a chip to the end of a link that leaves the picture.
std::array<QPointF, 6> outwards(const core::Topology& places, const TorusLook&, qreal unit);

SceneWire straightWire(const QPointF& from, const QPointF& to, qreal apart);
SceneWire shapeOf(const TorusWire&, const WireStyle&, const QPointF& from, const QPointF& to, const QPointF& middle);

/// How far links stand out beyond the chips, in distances between neighbours.
QMarginsF overhang(const TorusGrid&, const TorusLook&);

/// Points that a solid and the links round it touch when they are turned in every way.
std::vector<Projected> reachOfTurns(const core::Topology&);

} // namespace ui
