// SPDX-License-Identifier: GPL-3.0-or-later
// When chunks arrived where, so that a message can be told the moment from which its data is there.
#pragma once

#include "core/collectives/schedule.h"

#include <vector>

namespace core
{

class Arrivals
{
public:
    explicit Arrivals(const Schedule&);

    /// When all of these chunks were at `chip`; 0 for those it had from the beginning.
    double ready(int chip, ChunkRun) const;
    void add(int chip, ChunkRun, double time);

private:
    struct Arrival {
        std::int32_t first;
        std::int32_t count;
        double time;
    };

    std::size_t log(int chip, ChunkNumber chunk) const
    {
        return static_cast<std::size_t>(chip) * m_logsPerChip + static_cast<std::size_t>(chunk / m_perLog);
    }

    bool m_movesOnly = false;   // a chunk is in one place: one time per chunk
    bool m_arrivesOnce = false; // at most one arrival of a chunk at a chip
    ChunkNumber m_perLog = 1;
    std::size_t m_logsPerChip = 1;
    std::vector<double> m_times;              // by chunk, where they only move
    std::vector<std::vector<Arrival>> m_logs; // otherwise by chip and part, in the order of steps
};

} // namespace core
