// SPDX-License-Identifier: GPL-3.0-or-later
// Chips gathered into places, links into wires.
#include "ui/torus/torus_detail.h"

#include <algorithm>

namespace ui
{

namespace
{

constexpr int blockSide = 4;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

bool isOutside(const core::Topology& whole, const core::Coordinates& at)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int length = whole.axes[axis].length;
        if (length > 1 && (at[axis] == 0 || at[axis] == length - 1)) {
            return true;
        }
    }
    return false;
}

} // namespace

TorusDetail usualDetail(const core::Topology& whole)
{
    const bool many = whole.wiring == core::Wiring::torus && whole.chips() > mostSingleChips;
    return many ? TorusDetail::blocks : TorusDetail::chips;
}

TorusLayout usualLayout(const core::Topology& whole)
{
    return whole.activeAxes().size() == 3 ? TorusLayout::solid : TorusLayout::unrolled;
}

int slicedAxis(const core::Topology& whole)
{
    const auto active = whole.activeAxes();
    return active.empty() ? 0 : active.back();
}

TorusGrid gridOf(const core::Topology& whole, TorusDetail detail, int slice)
{
    TorusGrid grid{whole, std::vector<int>(place(whole.chips())), 1};
    const auto cut = place(slicedAxis(whole));
    if (detail == TorusDetail::blocks) {
        for (auto& axis : grid.places.axes) {
            grid.chipsPerPlace *= std::min(axis.length, blockSide);
            axis.length = (axis.length + blockSide - 1) / blockSide;
        }
    } else if (detail == TorusDetail::slice) {
        grid.places.axes[cut].length = 1;
    }
    for (int chip = 0; chip < whole.chips(); ++chip) {
        auto at = whole.coordinates(chip);
        bool shown = true;
        if (detail == TorusDetail::blocks) {
            for (int& c : at) {
                c /= blockSide;
            }
        } else if (detail == TorusDetail::slice) {
            shown = at[cut] == slice;
            at[cut] = 0;
        } else if (detail == TorusDetail::faces) {
            shown = isOutside(whole, at);
        }
        grid.placeOf[place(chip)] = shown ? grid.places.chip(at) : -1;
    }
    return grid;
}

std::vector<TorusWire> wiresOf(const Reel& reel, const TorusGrid& grid)
{
    const auto& whole = reel.whole();
    std::vector<TorusWire> wires(place(grid.places.chips() * 6));
    for (int chip = 0; chip < whole.chips(); ++chip) {
        const int from = grid.placeOf[place(chip)];
        if (from < 0) {
            continue;
        }
        const auto at = whole.coordinates(chip);
        for (int port = 0; port < 6; ++port) {
            const int there = whole.neighbour(chip, port);
            const int to = there < 0 ? -1 : grid.placeOf[place(there)];
            if (to < 0 || to == from) {
                continue;
            }
            const auto axis = place(core::axisOf(port));
            TorusWire& wire = wires[place(from * 6 + port)];
            const double bytes = reel.linkBytes()[place(chip * reel.portsOfChip() + port)];
            wire.from = from;
            wire.to = to;
            wire.port = port;
            wire.wraps = at[axis] == (core::isForward(port) ? whole.axes[axis].length - 1 : 0);
            wire.most = std::max(wire.most, bytes);
            wire.sum += bytes;
            ++wire.links;
        }
    }
    std::erase_if(wires, [](const TorusWire& wire) { return wire.links == 0; });
    return wires;
}

} // namespace ui
