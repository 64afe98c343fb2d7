// SPDX-License-Identifier: GPL-3.0-or-later
// Curves and stubs of wraparound links.
#include "ui/torus/wire_shapes.h"

#include "ui/theme/nth.h"

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

// Rises of arcs and lengths of stubs, in distances between neighbours.
constexpr qreal solidRise = 0.62;
constexpr qreal rowRise = 0.46;
constexpr qreal minRing = 0.5; // of one ring drawn as a row
constexpr qreal maxRing = 1.6;
constexpr qreal ringShare = 0.3; // of its length
constexpr qreal stubReach = 0.36;
constexpr qreal leavingReach = 0.42;
constexpr qreal slantCell = 1.1;
constexpr qreal crest = 0.75; // a curve rises by this part of what its control points do

QPointF unitOf(const QPointF& p)
{
    const qreal l = lengthOf(p);
    return l > 0 ? p / l : QPointF();
}

/// To the right of the direction from one point to the other.
QPointF rightOf(const QPointF& from, const QPointF& to)
{
    const QPointF direction = unitOf(to - from);
    return {-direction.y(), direction.x()};
}

void shift(SceneWire& wire, const QPointF& by)
{
    wire.from += by;
    wire.fromControl += by;
    wire.toControl += by;
    wire.to += by;
}

/// A curve that leaves both chips towards `side` and rises by about three quarters of `rise`.
SceneWire arc(const QPointF& from, const QPointF& to, const QPointF& side, qreal rise)
{
    SceneWire wire;
    wire.shape = SceneWire::Shape::arc;
    wire.from = from;
    wire.to = to;
    wire.fromControl = from + side * rise;
    wire.toControl = to + side * rise;
    return wire;
}

SceneWire stubs(const QPointF& from, const QPointF& to, qreal reach)
{
    SceneWire wire;
    wire.shape = SceneWire::Shape::stubs;
    const QPointF out = unitOf(from - to);
    wire.from = from;
    wire.to = to;
    wire.fromControl = from + out * reach;
    wire.toControl = to - out * reach;
    return wire;
}

/// A piece of the circle about `middle`, so far outside of it.
SceneWire along(const QPointF& from, const QPointF& to, const QPointF& middle, qreal outside)
{
    const qreal radius = lengthOf(from - middle);
    const qreal grown = (radius + outside) / radius;
    const qreal turn =
        std::acos(std::clamp(QPointF::dotProduct(from - middle, to - middle) / (radius * radius), -1.0, 1.0));
    const qreal reach = 4.0 / 3 * std::tan(turn / 4); // of a cubic that follows an arc
    const QPointF start = from - middle;
    const QPointF end = to - middle;
    const bool clockwise = start.x() * end.y() - start.y() * end.x() > 0;
    const auto tangent = [&](const QPointF& at) {
        return clockwise ? QPointF(-at.y(), at.x()) : QPointF(at.y(), -at.x());
    };
    SceneWire wire;
    wire.shape = SceneWire::Shape::arc;
    wire.from = middle + start * grown;
    wire.to = middle + end * grown;
    wire.fromControl = middle + (start + tangent(start) * reach) * grown;
    wire.toControl = middle + (end - tangent(end) * reach) * grown;
    return wire;
}

/// Whether a line of chips along an axis is an edge of the box.
bool isEdge(const core::Topology& places, int at, std::size_t along)
{
    const auto c = places.coordinates(at);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (axis != along && c[axis] != 0 && c[axis] != places.axes[axis].length - 1) {
            return false;
        }
    }
    return true;
}

} // namespace

qreal lengthOf(const QPointF& p) { return std::sqrt(QPointF::dotProduct(p, p)); } // several times as fast as std::hypot

QPointF SceneWire::at(double t) const
{
    if (shape == Shape::stubs) {
        return t < 0.5 ? from + (fromControl - from) * (2 * t) : toControl + (to - toControl) * (2 * t - 1);
    }
    if (shape == Shape::straight) {
        return from + (to - from) * t;
    }
    const double s = 1 - t;
    return from * (s * s * s) + fromControl * (3 * s * s * t) + toControl * (3 * s * t * t) + to * (t * t * t);
}

std::array<QPointF, 6> outwards(const core::Topology& places, const TorusLook& look, qreal unit)
{
    const bool deep = places.axes[2].length > 1;
    const bool solid = look.layout == TorusLayout::solid && look.detail != TorusDetail::slice;
    std::array<QPointF, 6> out;
    for (std::size_t port = 0; port < out.size(); ++port) {
        std::array<double, 3> step{};
        step[port / 2] = (port % 2 == 0 ? leavingReach : -leavingReach) * unit;
        const QPointF slanted(step[0] + step[2], step[1] - step[2]);
        out[port] = solid ? project(look.camera, step).at : deep ? slanted : QPointF(step[0], step[1]);
    }
    return out;
}

SceneWire straightWire(const QPointF& from, const QPointF& to, qreal apart)
{
    SceneWire wire;
    wire.from = wire.fromControl = from;
    wire.to = wire.toControl = to;
    if (apart > 0) {
        shift(wire, rightOf(from, to) * apart);
    }
    return wire;
}

SceneWire shapeOf(const TorusWire& wire, const WireStyle& style, const QPointF& from, const QPointF& to,
                  const QPointF& middle)
{
    const auto axis = nth(core::axisOf(wire.port));
    if (wire.to < 0) {
        return straightWire(from, from + style.outwards[nth(wire.port)], style.apart);
    }
    const bool solid = style.layout == TorusLayout::solid && !style.flat;
    const bool circle = solid && style.active == 1 && style.places.axes[axis].wraps;
    if (circle) {
        return along(from, to, middle, core::isForward(wire.port) ? -style.apart : style.apart);
    }
    if (!wire.wraps) {
        return straightWire(from, to, style.apart);
    }
    // Both directions bend the same way, a little apart.
    const qreal lane = core::isForward(wire.port) ? style.apart : -style.apart;
    if (solid && style.active == 3) {
        if (!isEdge(style.places, wire.from, axis)) {
            return stubs(from, to, style.unit * stubReach);
        }
        QPointF side = unitOf((from + to) / 2 - middle);
        const qreal along = QPointF::dotProduct(side, unitOf(to - from));
        side -= unitOf(to - from) * along;
        return arc(from, to, unitOf(side), style.unit * solidRise + lane * 2);
    }
    QPointF side = rightOf(from, to);
    if (QPointF::dotProduct(side, {-0.6, -1}) < 0) {
        side = -side; // above rows, to the left of columns
    }
    const bool alone = style.active == 1;
    const qreal rise = alone ? std::clamp(lengthOf(to - from) * ringShare, style.unit * minRing, style.unit * maxRing)
                             : style.unit * rowRise;
    const qreal cell = style.places.axes[2].length > 1 && axis < 2 ? slantCell : 1;
    return arc(from, to, side, rise * cell + lane * 1.4);
}

QMarginsF overhang(const TorusGrid& grid, const TorusLook& look)
{
    const bool solid = look.layout == TorusLayout::solid && look.detail != TorusDetail::slice;
    const auto active = grid.places.activeAxes();
    if (std::ranges::any_of(grid.wires, [](const TorusWire& wire) { return wire.to < 0; })) {
        return {leavingReach, leavingReach, leavingReach, leavingReach};
    }
    if (solid && active.size() <= 1) {
        return {}; // a circle
    }
    const auto riseAlong = [&](std::size_t axis) {
        const bool closes = std::ranges::any_of(
            grid.wires, [&](const TorusWire& wire) { return wire.wraps && nth(core::axisOf(wire.port)) == axis; });
        const int length = grid.places.axes[axis].length;
        const qreal rise = active.size() == 1 ? std::clamp(ringShare * (length - 1), minRing, maxRing)
                                              : rowRise * (grid.places.axes[2].length > 1 && axis < 2 ? slantCell : 1);
        return closes ? rise * crest : 0;
    };
    if (solid && active.size() == 2) { // turned as one likes
        const qreal rise = std::max(riseAlong(0), riseAlong(1));
        return {rise, rise, rise, rise};
    }
    const qreal slanted = riseAlong(2);
    return {std::max(riseAlong(1), slanted), std::max(riseAlong(0), slanted), 0, 0};
}

std::vector<Projected> reachOfTurns(const core::Topology& places)
{
    double square = 0;
    for (const auto& axis : places.axes) {
        square += (axis.length - 1) * (axis.length - 1);
    }
    constexpr double usual = 0.86; // of its longest diagonal, which few views show in full
    const bool closes = std::ranges::any_of(places.axes, [](const auto& axis) { return axis.wraps; });
    const double half = std::sqrt(square) / 2 * usual + (closes ? solidRise * crest : 0);
    return {{{-half, -half}, 0}, {{half, half}, 0}};
}

} // namespace ui
