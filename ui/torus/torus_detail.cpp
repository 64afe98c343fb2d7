// SPDX-License-Identifier: GPL-3.0-or-later
// Chips gathered into places, links into wires.
#include "ui/torus/torus_detail.h"

#include "core/collectives/networks/blocks.h"
#include "ui/playback/recording.h"
#include "ui/theme/nth.h"

#include <algorithm>

namespace ui
{

namespace
{

using core::blockSide;

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

/// The grid of places; of an opened block its chips.
void cut(TorusGrid& grid, const core::Topology& whole, TorusDetail detail, int block)
{
    const auto blocks = core::blocksOf(whole);
    if (detail == TorusDetail::slice) {
        grid.places.axes[nth(core::slicedAxis(whole))].length = 1;
    } else if (detail == TorusDetail::blocks && block < 0) {
        grid.places = blocks;
    } else if (detail == TorusDetail::blocks) {
        const auto at = blocks.coordinates(block);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int length = whole.axes[axis].length;
            grid.origin[axis] = at[axis] * blockSide;
            grid.places.axes[axis].length = std::min(blockSide, length - grid.origin[axis]);
            grid.places.axes[axis].wraps = whole.axes[axis].wraps && length <= blockSide;
        }
    }
}

/// -1 where it is not drawn.
int placeOfChip(const TorusGrid& grid, const core::Topology& whole, TorusDetail detail, int slice, int block, int chip)
{
    auto at = whole.coordinates(chip);
    const auto sliced = nth(core::slicedAxis(whole));
    switch (detail) {
    case TorusDetail::chips:
        return chip;
    case TorusDetail::faces:
        return isOutside(whole, at) ? chip : -1;
    case TorusDetail::slice:
        if (at[sliced] != slice) {
            return -1;
        }
        at[sliced] = 0;
        return grid.places.chip(at);
    case TorusDetail::blocks:
        break;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (block < 0) {
            at[axis] /= blockSide;
            continue;
        }
        at[axis] -= grid.origin[axis];
        if (at[axis] < 0 || at[axis] >= grid.places.axes[axis].length) {
            return -1;
        }
    }
    return grid.places.chip(at);
}

void addTorusWires(TorusGrid& grid, const core::Topology& whole, bool opened)
{
    std::vector<int> wireAt(nth(grid.places.chips() * grid.ports), -1);
    for (int chip = 0; chip < whole.chips(); ++chip) {
        const int from = grid.placeOf[nth(chip)];
        if (from < 0) {
            continue;
        }
        const auto at = whole.coordinates(chip);
        for (int port = 0; port < grid.ports; ++port) {
            const int there = whole.neighbour(chip, port);
            const int to = there < 0 ? -1 : grid.placeOf[nth(there)];
            if (there < 0 || to == from || (to < 0 && !opened)) {
                continue;
            }
            int& wire = wireAt[nth(from * grid.ports + port)];
            if (wire < 0) {
                const auto axis = nth(core::axisOf(port));
                const bool wraps = to >= 0 && at[axis] == (core::isForward(port) ? whole.axes[axis].length - 1 : 0);
                wire = static_cast<int>(grid.wires.size());
                grid.wires.push_back({from, to, port, wraps});
            }
            ++grid.wires[nth(wire)].links;
            grid.wireOfLink[nth(chip * grid.ports + port)] = wire;
        }
    }
}

void addSwitchWires(TorusGrid& grid)
{
    for (int chip = 0; chip < grid.places.chips(); ++chip) {
        for (int port = 0; port < grid.ports; ++port) {
            grid.wireOfLink[nth(chip * grid.ports + port)] = static_cast<int>(grid.wires.size());
            grid.wires.push_back({chip, chip, port, false, 1});
        }
    }
}

} // namespace

TorusDetail usualDetail(const core::Topology& whole)
{
    const bool many = whole.wiring == core::Wiring::torus && whole.chips() > maxSingleChips;
    return many ? TorusDetail::blocks : TorusDetail::chips;
}

TorusDetail usualDetail(const core::Topology& whole, const QSizeF& size)
{
    constexpr double minChip = 40; // pixels, square, with the links round it and of those behind it
    const bool solid = whole.wiring == core::Wiring::torus && whole.activeAxes().size() == 3;
    const bool mush = solid && size.width() * size.height() < minChip * minChip * whole.chips();
    return mush && core::blocksOf(whole).chips() > 1 ? TorusDetail::blocks : usualDetail(whole);
}

TorusLayout usualLayout(const core::Topology& whole)
{
    return whole.activeAxes().size() == 3 || isRing(whole) ? TorusLayout::solid : TorusLayout::unrolled;
}

TorusGrid gridOf(const core::Topology& whole, TorusDetail detail, int slice, int block)
{
    TorusGrid grid;
    grid.whole = grid.places = whole;
    grid.ports = whole.wiring == core::Wiring::torus ? whole.ports() : 2;
    cut(grid, whole, detail, block);
    grid.placeOf.resize(nth(whole.chips()));
    grid.chipsIn.assign(nth(grid.places.chips()), 0);
    grid.lowest.assign(nth(grid.places.chips()), -1);
    grid.wireOfLink.assign(nth(whole.chips() * grid.ports), -1);
    for (int chip = whole.chips() - 1; chip >= 0; --chip) {
        const int at = placeOfChip(grid, whole, detail, slice, block, chip);
        grid.placeOf[nth(chip)] = at;
        if (at >= 0) {
            grid.lowest[nth(at)] = chip;
            ++grid.chipsIn[nth(at)];
            ++grid.shownChips;
        }
    }
    if (whole.wiring == core::Wiring::torus) {
        addTorusWires(grid, whole, detail == TorusDetail::blocks && block >= 0);
    } else {
        addSwitchWires(grid);
    }
    return grid;
}

void load(TorusGrid& grid, const Recording& recording)
{
    for (TorusWire& wire : grid.wires) {
        wire.max = wire.sum = 0;
    }
    const auto& bytes = recording.linkBytes();
    for (std::size_t link = 0; link < bytes.size(); ++link) {
        if (const int at = grid.wireOfLink[link]; at >= 0) {
            TorusWire& wire = grid.wires[nth(at)];
            wire.max = std::max(wire.max, bytes[link]);
            wire.sum += bytes[link];
        }
    }
}

} // namespace ui
