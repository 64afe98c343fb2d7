// SPDX-License-Identifier: GPL-3.0-or-later
// Neighbours, distances and the texts of topologies.
#include "core/collectives/networks/topology.h"

#include "core/scenario/text_forms.h"
#include "core/scenario/wrapped_axes.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view switchWord = "switch";
constexpr std::string_view axisLetters = "XYZ";

} // namespace

int Topology::neighbour(int chip, int port) const
{
    if (wiring == Wiring::throughSwitch)
        return (chip + 1 + port) % chips();
    const auto axis = place(axisOf(port));
    const int length = axes[axis].length;
    const int step = isForward(port) ? 1 : -1;
    const int stride = axis == 0 ? 1 : axis == 1 ? axes[0].length : axes[0].length * axes[1].length;
    const int here = chip / stride % length;
    int there = here + step;
    if (length < 2 || (oneWay && axes[axis].wraps && step < 0))
        return -1;
    if (there < 0 || there >= length) {
        if (!axes[axis].wraps)
            return -1;
        there = (there + length) % length;
    }
    return chip + (there - here) * stride;
}

int Topology::portBack(int chip, int port) const
{
    if (wiring == Wiring::torus)
        return port ^ 1;
    return portThrough(neighbour(chip, port), chip);
}

int Topology::degree(int chip) const
{
    if (wiring == Wiring::throughSwitch)
        return 1;
    int degree = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto& side = axes[place(axis)];
        const int at = coordinates(chip)[place(axis)];
        if (side.wraps)
            degree += oneWay ? 1 : 2;
        else
            degree += (at > 0 ? 1 : 0) + (at + 1 < side.length ? 1 : 0);
    }
    return degree;
}

int Topology::links() const
{
    if (wiring == Wiring::throughSwitch)
        return chips() > 1 ? chips() : 0;
    int links = 0;
    for (const auto& axis : axes) {
        const int lines = chips() / axis.length;
        links += lines * (axis.wraps ? axis.length * (oneWay ? 1 : 2) : 2 * (axis.length - 1));
    }
    return links;
}

int hopsOn(const TorusAxis& axis, bool oneWay, int from, int to)
{
    if (!axis.wraps)
        return std::abs(to - from);
    const int forward = (to - from + axis.length) % axis.length;
    return oneWay ? forward : std::min(forward, axis.length - forward);
}

int longestHops(const TorusAxis& axis, bool oneWay)
{
    return axis.wraps && !oneWay ? axis.length / 2 : axis.length - 1;
}

int Topology::distance(int from, int to) const
{
    if (wiring == Wiring::throughSwitch)
        return from == to ? 0 : 1;
    const auto a = coordinates(from);
    const auto b = coordinates(to);
    int hops = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        hops += hopsOn(axes[axis], oneWay, a[axis], b[axis]);
    return hops;
}

int Topology::diameter() const
{
    if (wiring == Wiring::throughSwitch)
        return chips() > 1 ? 1 : 0;
    return std::accumulate(axes.begin(), axes.end(), 0,
                           [&](int sum, const TorusAxis& axis) { return sum + longestHops(axis, oneWay); });
}

int Topology::domains() const
{
    if (wiring == Wiring::torus)
        return 0;
    return domain > 0 ? (chips() + domain - 1) / domain : 1;
}

std::vector<int> Topology::activeAxes() const
{
    std::vector<int> active;
    for (int axis = 0; axis < 3; ++axis)
        if (axes[place(axis)].length > 1)
            active.push_back(axis);
    return active;
}

bool Topology::hasOpenAxis() const
{
    return std::any_of(axes.begin(), axes.end(), [](const TorusAxis& a) { return a.length > 2 && !a.wraps; });
}

bool Topology::isSymmetric() const
{
    return wiring == Wiring::throughSwitch ||
           std::all_of(axes.begin(), axes.end(), [](const TorusAxis& a) { return a.length == 1 || a.wraps; });
}

tl::expected<Topology, std::string> readTopology(std::string_view text, const Hardware& hardware, Wrap wrap)
{
    if (text.starts_with(switchWord)) {
        const auto read = readSwitch(text);
        if (!read)
            return tl::unexpected(fmt::format("coll.torus is \"{}\"; write a switch as \"switch8\", with 1 to {} GPUs, "
                                              "or several as \"switch16/2\", with 2 GPUs behind each",
                                              text, longestSide));
        Topology topology{Wiring::throughSwitch, {TorusAxis{read->gpus, false}}};
        const double held = hardware.kind == ChipKind::gpu && hardware.domain > 1 ? hardware.domain : read->gpus;
        const double behind = read->behindEach > 0 ? read->behindEach : held;
        topology.domain = behind < read->gpus ? static_cast<int>(behind) : 0;
        return topology;
    }
    const auto sides = readTorus(text);
    if (!sides)
        return tl::unexpected(fmt::format(
            "coll.torus is \"{}\"; write one to three sides such as \"4x4\", or a switch such as \"switch8\"", text));
    constexpr long long maxChips = 1 << 20;
    if (1LL * (*sides)[0] * (*sides)[1] * (*sides)[2] > maxChips)
        return tl::unexpected(
            fmt::format("coll.torus is \"{}\", more than {} chips; choose shorter sides", text, maxChips));
    Topology topology;
    const auto closed = wrappedAxes(hardware, *sides, wrap);
    for (std::size_t axis = 0; axis < 3; ++axis)
        topology.axes[axis] = {(*sides)[axis], closed[axis] && wrap != Wrap::line && (*sides)[axis] >= 3};
    return topology;
}

tl::expected<Topology, std::string> spanned(const Topology& topology, std::string_view letters)
{
    if (letters == "all" || topology.wiring == Wiring::throughSwitch)
        return topology;
    Topology part = topology;
    part.axes = {};
    std::size_t next = 0;
    for (const char letter : letters) {
        const auto axis = axisLetters.find(letter);
        if (axis == std::string_view::npos || next == 3)
            return tl::unexpected(fmt::format("coll.axes is \"{}\"; write \"all\" or letters of X, Y and Z", letters));
        part.axes[next++] = topology.axes[axis];
    }
    return part;
}

std::string topologyText(const Topology& topology)
{
    if (topology.wiring == Wiring::throughSwitch)
        return topology.domain == 0
                   ? fmt::format("{} GPUs behind a switch", topology.chips())
                   : fmt::format("{} GPUs in {} domains of {}", topology.chips(), topology.domains(), topology.domain);
    const auto active = topology.activeAxes();
    if (active.size() == 1) {
        const auto& only = topology.axes[place(active.front())];
        return fmt::format("{} of {}", only.wraps ? "ring" : "line", only.length);
    }
    std::string sides;
    std::string closing;
    bool closed = true;
    for (const int axis : active) {
        const auto& side = topology.axes[place(axis)];
        sides += (sides.empty() ? "" : "×") + std::to_string(side.length);
        closing += fmt::format(", {} {}", axisLetters[place(axis)], side.wraps ? "closed" : "open");
        closed = closed && side.wraps;
    }
    return sides.empty() ? "one chip" : sides + (closed ? ", all axes closed" : closing);
}

} // namespace core
