// SPDX-License-Identifier: GPL-3.0-or-later
// Arrivals as a short list of runs per chip: what is asked for came mostly as one run, and lately.
#include "core/collectives/arrivals.h"

#include <algorithm>

namespace core
{

Arrivals::Arrivals(const Schedule& schedule)
    : m_movesOnly(schedule.goal == Goal::exchangeBlocks || schedule.goal == Goal::deliver),
      m_arrivesOnce(schedule.goal == Goal::gather)
{
    const auto& chunks = schedule.chunks;
    if (m_movesOnly) {
        m_times.assign(static_cast<std::size_t>(chunks.count()), 0);
        return;
    }
    m_perLog = std::max<ChunkNumber>(1, chunks.form().ownerFirst ? chunks.count() : chunks.plane());
    m_logsPerChip = static_cast<std::size_t>((chunks.count() + m_perLog - 1) / m_perLog);
    m_logs.resize(static_cast<std::size_t>(schedule.topology.chips()) * m_logsPerChip);
}

double Arrivals::ready(int chip, ChunkRun run) const
{
    double latest = 0;
    if (m_movesOnly) {
        for (ChunkNumber i = run.first; i < run.first + run.count; ++i)
            latest = std::max(latest, m_times[static_cast<std::size_t>(i)]);
        return latest;
    }
    ChunkNumber missing = run.count;
    const auto& log = m_logs[this->log(chip, run.first)];
    for (auto it = log.rbegin(); it != log.rend() && missing > 0; ++it) {
        const ChunkNumber common = std::min<ChunkNumber>(it->first + it->count, run.first + run.count) -
                                   std::max<ChunkNumber>(it->first, run.first);
        if (common <= 0)
            continue;
        latest = std::max(latest, it->time);
        missing -= m_arrivesOnce ? common : 0;
    }
    return latest;
}

void Arrivals::add(int chip, ChunkRun run, double time)
{
    if (m_movesOnly)
        std::fill_n(m_times.begin() + run.first, run.count, time);
    else
        m_logs[log(chip, run.first)].push_back(
            {static_cast<std::int32_t>(run.first), static_cast<std::int32_t>(run.count), time});
}

} // namespace core
