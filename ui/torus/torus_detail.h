// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a large torus is drawn: every chip, blocks of 4×4×4, the outer faces, or one slice.
#pragma once

#include "ui/torus/projection.h"
#include "ui/torus/reel.h"

#include <vector>

namespace ui
{

enum class TorusDetail { chips, blocks, faces, slice };

/// Above this many chips a torus is shown in blocks unless something else is asked for.
inline constexpr int mostSingleChips = 512;
TorusDetail usualDetail(const core::Topology&);
/// Three axes as a solid, fewer unrolled.
TorusLayout usualLayout(const core::Topology&);

/// What is drawn: places of a grid, and which of them a chip belongs to.
struct TorusGrid {
    core::Topology places;
    std::vector<int> placeOf; // per chip; -1 where it is not drawn
    int chipsPerPlace = 1;    // most
};
TorusGrid gridOf(const core::Topology&, TorusDetail, int slice);

/// Axis that is cut by `TorusDetail::slice`: the last one with more than one chip.
int slicedAxis(const core::Topology&);

/// Links between two places, added up over the chips in them.
struct TorusWire {
    int from = 0; // places
    int to = 0;
    int port = 0;
    bool wraps = false; // goes round the end of its axis
    int links = 0;
    double most = 0; // bytes on the busiest of them
    double sum = 0;
};
std::vector<TorusWire> wiresOf(const Reel&, const TorusGrid&);

} // namespace ui
