// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a large torus is drawn: every chip, blocks of 4×4×4 or one of them opened, the outer faces, or one slice.
#pragma once

#include "ui/theme/nth.h"
#include "ui/torus/projection.h"

#include <vector>

namespace ui
{

class Recording;

enum class TorusDetail { chips, blocks, faces, slice };

/// Above this many chips a torus is shown in blocks unless something else is asked for.
inline constexpr int maxSingleChips = 512;
TorusDetail usualDetail(const core::Topology&);
/// The same in a picture of that size, where a solid of small chips shows nothing.
TorusDetail usualDetail(const core::Topology&, const QSizeF&);
/// Three axes as a solid, fewer unrolled.
TorusLayout usualLayout(const core::Topology&);

/// Links between two places, added up over the chips in them.
struct TorusWire {
    int from = 0; // places
    int to = 0;   // -1: out of what is drawn
    int port = 0;
    bool wraps = false; // goes round the end of its axis
    int links = 0;
    double max = 0; // bytes on the busiest of them
    double sum = 0;

    double mean() const { return links > 0 ? sum / links : 0; }
};

/// What is drawn: places of a grid, which of them a chip belongs to, and the wires between them.
struct TorusGrid {
    core::Topology whole; // the chips that places stand for
    core::Topology places;
    std::vector<int> placeOf;   // per chip; -1 where it is not drawn
    std::vector<int> chipsIn;   // per place
    std::vector<int> lowest;    // chip of a place; -1 where none is drawn
    core::Coordinates origin{}; // of an opened block
    std::vector<TorusWire> wires;
    std::vector<int> wireOfLink; // per chip and port; -1 where it is not drawn
    int ports = 6;
    int shownChips = 0;

    int wireOf(int chip, int port) const
    {
        const int link = chip * ports + port;
        return wireOfLink[nth(link)];
    }
};
/// `block`: the one of TorusDetail::blocks whose chips are drawn; -1: all blocks.
TorusGrid gridOf(const core::Topology&, TorusDetail, int slice, int block = -1);
/// Puts the bytes of the recording's step on the wires.
void load(TorusGrid&, const Recording&);

} // namespace ui
