// SPDX-License-Identifier: GPL-3.0-or-later
// When chunks arrived where, so that a message can be told the moment from which its data is there.
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <vector>

namespace core
{

/// A moment of the asynchronous clock, and the hops on the way to it when bytes cost nothing.
struct AsyncMoment {
    double time = 0;
    int hops = 0;
};

constexpr AsyncMoment later(const AsyncMoment& a, const AsyncMoment& b)
{
    return {a.time > b.time ? a.time : b.time, a.hops > b.hops ? a.hops : b.hops};
}

class Arrivals
{
public:
    explicit Arrivals(const Schedule&);

    /// When all of these chunks were at `chip`; 0 for those it had from the beginning.
    AsyncMoment ready(int chip, std::span<const ChunkRun>) const;
    void add(int chip, std::span<const ChunkRun>, AsyncMoment);

private:
    /// The same run of chunks in one half of a part or in both, as most messages carry them.
    struct Runs {
        std::int32_t first; // in each half
        std::int32_t end;
        std::int16_t firstHalf;
        std::int16_t endHalf;
    };

    struct Arrival {
        Runs runs;
        std::int32_t hops;
        double time;
    };
    using Log = std::vector<Arrival>; // in the order of steps

    AsyncMoment readyByLog(int chip, std::span<const ChunkRun>) const;
    template <class Visit> void eachRuns(std::span<const ChunkRun>, Visit) const;

    std::size_t cell(int chip, ChunkNumber chunk) const
    {
        return static_cast<std::size_t>((m_movesOnly ? 0 : chip) * m_chunks + chunk);
    }

    bool m_movesOnly = false;   // a chunk is in one place: one moment per chunk
    bool m_arrivesOnce = false; // at most one arrival of a chunk at a chip
    ChunkNumber m_chunks = 0;
    ChunkNumber m_perHalf = 1;
    ChunkNumber m_halves = 1;
    std::size_t m_logsPerChip = 1;
    std::vector<AsyncMoment> m_moments; // by chunk, where they only move; by chip and chunk, where these are few
    std::vector<Log> m_logs;            // otherwise by chip and part
};

} // namespace core
