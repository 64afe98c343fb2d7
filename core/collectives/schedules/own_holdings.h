// SPDX-License-Identifier: GPL-3.0-or-later
// What one chip of a symmetric schedule holds between two steps; all others hold the same, moved along the axes.
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <cstdint>
#include <vector>

namespace core
{

/// A replay on chip 0 alone, which a full pod needs no gigabytes for. Says how many terms are in a sum, not whose.
class OwnHoldings
{
public:
    /// Whether one chip's view suffices and its chunks are few enough to list.
    static bool suffice(const Schedule&);

    explicit OwnHoldings(Schedule); // suffice() must hold

    /// The state when `step` steps are done.
    void moveTo(int step);

    bool holds(int chip, ChunkNumber) const;
    /// How many chips' terms are in the sum; 1 for a chunk that is held and not summed.
    int terms(int chip, ChunkNumber) const;
    int termsOnFirstChip(ChunkNumber chunk) const { return m_terms[static_cast<std::size_t>(chunk)]; }
    bool sums() const { return m_sums; }
    /// Chunks that every chip holds.
    ChunkNumber held() const { return m_held; }

private:
    void begin();
    void take(int step);
    void set(ChunkNumber, int terms);

    Schedule m_schedule;
    bool m_sums = false;
    std::vector<std::uint16_t> m_terms; // by chunk, on chip 0
    ChunkNumber m_held = 0;
    Step m_sends;
    int m_step = 0;
};

/// The chunk that plays the part of `chunk` for the chip that is `by` away from the one it is played for.
ChunkNumber movedChunk(const Schedule&, ChunkNumber chunk, const Coordinates& by);
/// The chip that lies `by` further along every axis.
int movedChip(const Topology&, int chip, const Coordinates& by);
/// Where the link from a chip through `port` leads, as a distance.
Coordinates reachOf(const Topology&, int port);
constexpr Coordinates opposite(const Coordinates& by) { return {-by[0], -by[1], -by[2]}; }

} // namespace core
