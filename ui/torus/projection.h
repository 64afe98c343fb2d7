// SPDX-License-Identifier: GPL-3.0-or-later
// Where chips lie on paper: unrolled, where nothing hides anything, or as a solid seen from a camera.
#pragma once

#include "core/collectives/networks/topology.h"

#include <QPointF>
#include <QRectF>

#include <array>
#include <vector>

namespace ui
{

/// Orthographic. Yaw turns the solid about its vertical axis, pitch tips it towards the viewer; in degrees.
struct Camera {
    double yaw = -24; // together with the pitch: no chip of 4x4x4 lies upon another
    double pitch = 12;

    static constexpr double keyStep = 15;
    Camera turned(double yawBy, double pitchBy) const;
    bool operator==(const Camera&) const = default;
};

enum class TorusLayout { unrolled, solid };

/// A point of the picture's plane, x to the right and y down, and how near it is to the viewer.
struct Projected {
    QPointF at;
    double depth = 0;
};

/// A point of space: x to the right, y down, z away from the viewer when the camera looks straight.
Projected project(const Camera&, const std::array<double, 3>& point);

/// One axis that closes: as a solid it is a circle.
bool isRing(const core::Topology&);

/// Where the switches stand, each in the middle of its GPUs; the network between several domains is at (0, 0). GPUs
/// without a switch stand round that network.
std::vector<QPointF> placeSwitches(const core::Topology&);

/// All chips, neighbours one unit apart or a little less; the picture is fitted into its area later. One ring is a
/// circle as a solid; GPUs behind a switch stand round theirs in both layouts. Three axes unrolled are drawn as a grid
/// of X and Y whose every cell holds the chips along Z as a slant row.
std::vector<Projected> placeChips(const core::Topology&, TorusLayout, const Camera&);

/// The end of each axis of a solid that is nearer to the viewer.
core::Coordinates nearEnds(const core::Topology&, const std::vector<Projected>&);
/// Whether a chip lies on none of the faces at these ends.
bool isBehind(const core::Topology&, const core::Coordinates& ends, int chip);

/// Scale and shift that fit points into an area, the same on both axes.
struct Fit {
    double scale = 1;
    QPointF shift;

    QPointF operator()(const QPointF& p) const { return p * scale + shift; }
};
Fit fitInto(const QRectF& area, const std::vector<Projected>&, double largestScale);

} // namespace ui
