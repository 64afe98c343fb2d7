// SPDX-License-Identifier: GPL-3.0-or-later
// What one chip of a symmetric schedule holds between two steps; all others hold the same, moved along the axes.
#pragma once

#include "core/collectives/schedule.h"

#include <vector>

namespace core
{

/// A replay on chip 0 alone, which a full pod needs no gigabytes for. Says whether chunks are there, not whose terms
/// are in a sum.
class OwnHoldings
{
public:
    /// Whether one chip's view suffices and its chunks are few enough to list.
    static bool suffice(const Schedule&);

    explicit OwnHoldings(Schedule); // suffice() must hold

    /// The state when `step` steps are done.
    void moveTo(int step);

    bool holds(int chip, ChunkNumber) const;
    /// Chunks that every chip holds.
    ChunkNumber held() const { return m_held; }

private:
    void begin();
    void take(int step);
    void set(ChunkNumber, bool held);

    Schedule m_schedule;
    std::vector<char> m_holds; // by chunk, on chip 0
    ChunkNumber m_held = 0;
    Step m_sends;
    int m_step = 0;
};

/// The chunk that plays the part of `chunk` for the chip that is `by` away from the one it is played for.
ChunkNumber movedChunk(const Schedule&, ChunkNumber chunk, const Coordinates& by);
/// The chip that lies `by` further along every axis.
int movedChip(const Topology&, int chip, const Coordinates& by);

} // namespace core
