// SPDX-License-Identifier: GPL-3.0-or-later
// Arrivals as a short list of runs per chip: what is asked for came mostly as one run, and lately.
#include "core/collectives/clocks/arrivals.h"

#include <algorithm>
#include <cstdlib>

namespace core
{

namespace
{

constexpr double maxMoments = 1 << 23; // of 16 bytes each; a pod has more

} // namespace

Arrivals::Arrivals(const Schedule& schedule)
    : m_movesOnly(schedule.goal == Goal::exchangeBlocks || schedule.goal == Goal::deliver),
      m_arrivesOnce(schedule.goal == Goal::gather), m_chunks(schedule.chunks.count())
{
    const auto& chunks = schedule.chunks;
    const double cells = static_cast<double>(m_chunks) * (m_movesOnly ? 1 : schedule.topology.chips());
    if (m_movesOnly || cells <= maxMoments) {
        m_moments.assign(static_cast<std::size_t>(cells), {});
        return;
    }
    const auto& form = chunks.form();
    m_perHalf = std::max<ChunkNumber>(1, form.ownerFirst ? chunks.count() : chunks.plane());
    m_halves = form.ownerFirst ? 1 : form.halves;
    const ChunkNumber perLog = m_perHalf * m_halves;
    m_logsPerChip = static_cast<std::size_t>((chunks.count() + perLog - 1) / perLog);
    m_logs.resize(static_cast<std::size_t>(schedule.topology.chips()) * m_logsPerChip);
}

/// Visits (log of a chip, runs).
template <class Visit> void Arrivals::eachRuns(std::span<const ChunkRun> runs, Visit visit) const
{
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto [plane, first] = std::lldiv(runs[i].first, m_perHalf);
        const ChunkNumber half = plane % m_halves;
        ChunkNumber endHalf = half + 1;
        for (; endHalf < m_halves && i + 1 < runs.size(); ++endHalf, ++i)
            if (runs[i + 1] != ChunkRun{runs[i].first + m_perHalf, runs[i].count})
                break;
        visit(static_cast<std::size_t>(plane / m_halves),
              Runs{static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + runs[i].count),
                   static_cast<std::int16_t>(half), static_cast<std::int16_t>(endHalf)});
    }
}

AsyncMoment Arrivals::readyByLog(int chip, std::span<const ChunkRun> wanted) const
{
    AsyncMoment latest;
    const auto* const logs = m_logs.data() + static_cast<std::size_t>(chip) * m_logsPerChip;
    eachRuns(wanted, [&](std::size_t number, const Runs& runs) {
        const auto& log = logs[number];
        std::int64_t missing = std::int64_t(runs.end - runs.first) * (runs.endHalf - runs.firstHalf);
        for (auto known = log.rbegin(); known != log.rend() && missing > 0; ++known) {
            const int across = std::min(known->runs.end, runs.end) - std::max(known->runs.first, runs.first);
            const int halves =
                std::min(known->runs.endHalf, runs.endHalf) - std::max(known->runs.firstHalf, runs.firstHalf);
            if (across <= 0 || halves <= 0)
                continue;
            latest = later(latest, {known->time, known->hops});
            missing -= m_arrivesOnce ? std::int64_t(across) * halves : 0;
        }
    });
    return latest;
}

AsyncMoment Arrivals::ready(int chip, std::span<const ChunkRun> runs) const
{
    if (m_moments.empty())
        return readyByLog(chip, runs);
    AsyncMoment latest;
    for (const auto& run : runs) {
        const auto* moment = m_moments.data() + cell(chip, run.first);
        for (ChunkNumber i = 0; i < run.count; ++i)
            latest = later(latest, moment[i]);
    }
    return latest;
}

void Arrivals::add(int chip, std::span<const ChunkRun> runs, AsyncMoment moment)
{
    if (m_moments.empty()) {
        auto* const logs = m_logs.data() + static_cast<std::size_t>(chip) * m_logsPerChip;
        eachRuns(runs, [&](std::size_t number, const Runs& r) {
            logs[number].push_back({r, moment.hops, moment.time});
        });
        return;
    }
    for (const auto& run : runs) {
        auto* first = m_moments.data() + cell(chip, run.first);
        for (ChunkNumber i = 0; i < run.count; ++i)
            first[i] = m_movesOnly ? moment : later(first[i], moment);
    }
}

} // namespace core
