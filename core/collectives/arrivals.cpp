// SPDX-License-Identifier: GPL-3.0-or-later
// Arrivals as a short list of runs per chip: what is asked for came mostly as one run, and lately.
#include "core/collectives/arrivals.h"

#include <algorithm>

namespace core
{

namespace
{

constexpr double mostMoments = 1 << 23; // of 16 bytes each; a pod has more

} // namespace

Arrivals::Arrivals(const Schedule& schedule)
    : m_movesOnly(schedule.goal == Goal::exchangeBlocks || schedule.goal == Goal::deliver),
      m_arrivesOnce(schedule.goal == Goal::gather), m_chunks(schedule.chunks.count())
{
    const auto& chunks = schedule.chunks;
    const double cells = static_cast<double>(m_chunks) * (m_movesOnly ? 1 : schedule.topology.chips());
    if (m_movesOnly || cells <= mostMoments) {
        m_moments.assign(static_cast<std::size_t>(cells), {});
        return;
    }
    m_perLog = std::max<ChunkNumber>(1, chunks.form().ownerFirst ? chunks.count() : chunks.plane());
    m_logsPerChip = static_cast<std::size_t>((chunks.count() + m_perLog - 1) / m_perLog);
    m_logs.resize(static_cast<std::size_t>(schedule.topology.chips()) * m_logsPerChip);
}

Moment Arrivals::ready(int chip, ChunkRun run) const
{
    Moment latest;
    if (!m_moments.empty()) {
        const auto* moment = m_moments.data() + cell(chip, run.first);
        for (ChunkNumber i = 0; i < run.count; ++i)
            latest = later(latest, moment[i]);
        return latest;
    }
    const auto& log = m_logs[this->log(chip, run.first)];
    const auto first = static_cast<std::int32_t>(run.first);
    const auto end = static_cast<std::int32_t>(run.first + run.count);
    ChunkNumber missing = run.count;
    for (std::size_t i = log.runs.size(); i-- > 0 && missing > 0;) {
        const auto& known = log.runs[i];
        if (known.first >= end || known.end <= first)
            continue;
        latest = later(latest, log.moments[i]);
        missing -= m_arrivesOnce ? std::min(known.end, end) - std::max(known.first, first) : 0;
    }
    return latest;
}

void Arrivals::add(int chip, ChunkRun run, Moment moment)
{
    if (m_moments.empty()) {
        auto& log = m_logs[this->log(chip, run.first)];
        log.runs.push_back({static_cast<std::int32_t>(run.first), static_cast<std::int32_t>(run.first + run.count)});
        log.moments.push_back(moment);
        return;
    }
    auto* first = m_moments.data() + cell(chip, run.first);
    for (ChunkNumber i = 0; i < run.count; ++i)
        first[i] = m_movesOnly ? moment : later(first[i], moment);
}

} // namespace core
