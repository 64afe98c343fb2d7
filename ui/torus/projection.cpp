// SPDX-License-Identifier: GPL-3.0-or-later
// Rotations, unrolled grids and circles.
#include "ui/torus/projection.h"

#include "ui/theme/nth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ui
{

namespace
{

constexpr double steepest = 90;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

/// Distance of chips along Z in a cell of the unrolled grid.
constexpr double slant = 1;

/// A camera with sines and cosines computed once.
class View
{
public:
    explicit View(const Camera& camera)
        : m_cosYaw(std::cos(radians(camera.yaw))), m_sinYaw(std::sin(radians(camera.yaw))),
          m_cosPitch(std::cos(radians(camera.pitch))), m_sinPitch(std::sin(radians(camera.pitch)))
    {
    }

    Projected project(const std::array<double, 3>& point) const
    {
        const double x = point[0] * m_cosYaw + point[2] * m_sinYaw;
        const double away = point[2] * m_cosYaw - point[0] * m_sinYaw;
        // Pitch tips the top towards the viewer: what is far away moves up.
        return {{x, point[1] * m_cosPitch - away * m_sinPitch}, -(away * m_cosPitch + point[1] * m_sinPitch)};
    }

private:
    double m_cosYaw, m_sinYaw, m_cosPitch, m_sinPitch;
};

/// Of the circle that so many chips stand on.
double radiusOf(int chips) { return chips < 3 ? 0.75 : 0.5 / std::sin(std::numbers::pi / chips); }

/// The first chip is on the left, so that one to four chips lie as on a clock without corners cut.
constexpr double leftmost = std::numbers::pi;

std::vector<Projected> onCircle(int chips, double first = leftmost)
{
    std::vector<Projected> places;
    const double radius = radiusOf(chips);
    for (int chip = 0; chip < chips; ++chip) {
        const double angle = first + 2 * std::numbers::pi * chip / std::max(1, chips);
        places.push_back({{radius * std::cos(angle), radius * std::sin(angle)}, 0});
    }
    return places;
}

/// Each round its switch.
std::vector<Projected> behindSwitches(const core::Topology& topology)
{
    const auto switches = placeSwitches(topology);
    const int behindEach = topology.domain > 1 ? topology.domain : topology.chips();
    std::vector<Projected> places;
    for (int first = 0; first < topology.chips(); first += behindEach) {
        const QPointF& middle = switches[nth(first / behindEach)];
        const int gpus = std::min(behindEach, topology.chips() - first);
        // The way to the network leads between two of them.
        const double outwards = std::atan2(middle.y(), middle.x()) + std::numbers::pi * (1 - gpus % 2) / gpus;
        for (Projected gpu : onCircle(gpus, switches.size() > 1 ? outwards : leftmost)) {
            gpu.at += middle;
            places.push_back(gpu);
        }
    }
    return places;
}

Projected unrolled(const core::Coordinates& at, int depth)
{
    if (depth < 2) {
        return {{1.0 * at[0], 1.0 * at[1]}, 0};
    }
    const double cell = slant * (depth + 1);
    return {{at[0] * cell + at[2] * slant, at[1] * cell - at[2] * slant}, -1.0 * at[2]};
}

} // namespace

Camera Camera::turned(double yawBy, double pitchBy) const
{
    Camera camera{std::remainder(yaw + yawBy, 360.0), pitch + pitchBy};
    camera.pitch = std::clamp(camera.pitch, -steepest, steepest);
    return camera;
}

Projected project(const Camera& camera, const std::array<double, 3>& point) { return View(camera).project(point); }

bool isRing(const core::Topology& topology)
{
    const auto active = topology.activeAxes();
    return active.size() == 1 && topology.axes[nth(active.front())].wraps;
}

std::vector<QPointF> placeSwitches(const core::Topology& topology)
{
    constexpr int maxOnCircle = 6;
    constexpr double apart = 1.3; // between the chips of two domains
    const int domains = topology.domain > 1 ? topology.domains() : 1;
    if (domains <= 1) {
        return {{0, 0}};
    }
    const double cell = 2 * radiusOf(topology.domain) + apart;
    std::vector<QPointF> places;
    if (domains <= maxOnCircle) { // with room for the network in their middle
        const double radius = std::max(cell / 2 / std::sin(std::numbers::pi / domains), cell / 2 + 0.4);
        for (int i = 0; i < domains; ++i) {
            const double angle = std::numbers::pi * (1 + (domains == 4 ? 0.25 : 0) + 2.0 * i / domains);
            places.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
        }
        return places;
    }
    const int columns = static_cast<int>(std::ceil(std::sqrt(1.6 * domains))); // pictures are wider than high
    const int rows = (domains + columns - 1) / columns;
    const int above = rows / 2;
    for (int i = 0; i < domains; ++i) { // the network lies between the rows
        const int row = i / columns;
        const double down = row < above ? (row - above + 0.5) * cell - 0.5 : (row - above + 0.5) * cell + 0.5;
        places.emplace_back((i % columns - (columns - 1) / 2.0) * cell, down);
    }
    return places;
}

std::vector<Projected> placeChips(const core::Topology& topology, TorusLayout layout, const Camera& camera)
{
    if (topology.wiring == core::Wiring::throughSwitch) {
        return behindSwitches(topology);
    }
    if (isRing(topology) && layout == TorusLayout::solid) {
        return onCircle(topology.chips());
    }
    const View view(camera);
    std::vector<Projected> places;
    places.reserve(nth(topology.chips()));
    for (int chip = 0; chip < topology.chips(); ++chip) {
        const auto at = topology.coordinates(chip);
        if (layout == TorusLayout::unrolled) {
            places.push_back(unrolled(at, topology.axes[2].length));
            continue;
        }
        std::array<double, 3> point{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            point[axis] = at[axis] - (topology.axes[axis].length - 1) / 2.0;
        }
        places.push_back(view.project(point));
    }
    return places;
}

core::Coordinates nearEnds(const core::Topology& topology, const std::vector<Projected>& places)
{
    core::Coordinates ends{};
    for (std::size_t axis = 0; axis < ends.size(); ++axis) {
        core::Coordinates last{};
        last[axis] = topology.axes[axis].length - 1;
        ends[axis] = places[nth(topology.chip(last))].depth > places.front().depth ? last[axis] : 0;
    }
    return ends;
}

bool isBehind(const core::Topology& topology, const core::Coordinates& ends, int chip)
{
    const auto at = topology.coordinates(chip);
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
        if (topology.axes[axis].length > 1 && at[axis] == ends[axis]) {
            return false;
        }
    }
    return true;
}

Fit fitInto(const QRectF& area, const std::vector<Projected>& places, double largestScale)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    QPointF low(infinite, infinite);
    QPointF high(-infinite, -infinite);
    for (const Projected& place : places) {
        low = {std::min(low.x(), place.at.x()), std::min(low.y(), place.at.y())};
        high = {std::max(high.x(), place.at.x()), std::max(high.y(), place.at.y())};
    }
    if (places.empty()) {
        return {1, area.center()};
    }
    const QPointF extent = high - low;
    Fit fit;
    fit.scale = largestScale;
    if (extent.x() > 0) {
        fit.scale = std::min(fit.scale, area.width() / extent.x());
    }
    if (extent.y() > 0) {
        fit.scale = std::min(fit.scale, area.height() / extent.y());
    }
    fit.shift = area.center() - (low + high) / 2 * fit.scale;
    return fit;
}

} // namespace ui
