// SPDX-License-Identifier: GPL-3.0-or-later
// A collective with replays of it, made when they are needed and kept while its numbers are asked for.
#pragma once

#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "core/collectives/schedules/holdings.h"
#include "core/collectives/schedules/own_holdings.h"
#include "core/numbers/step_links.h"

#include <optional>
#include <utility>

namespace core
{

/// Bars of a chip of the analysis's network; `naive`: of collective and matmul one after the other.
Gantt barsOf(const CollectiveAnalysis&, bool naive, CollectiveClock, int chip);

class StepStage
{
public:
    explicit StepStage(WholeCollective whole) : collective(std::move(whole)) {}
    StepStage(const StepStage&) = delete; // the replays refer to its collective
    StepStage& operator=(const StepStage&) = delete;

    const WholeCollective collective;
    const Schedule& schedule() const { return collective.analysis.schedule; }

    /// Null where chunks are not followed so.
    const OwnHoldings* ownAt(int step)
    {
        if (!m_own && OwnHoldings::suffice(schedule()))
            m_own.emplace(schedule());
        if (m_own)
            m_own->moveTo(step);
        return m_own ? &*m_own : nullptr;
    }
    const Holdings* allAt(int step)
    {
        if (!m_all && Holdings::areFew(schedule()))
            m_all.emplace(schedule());
        if (m_all)
            m_all->moveTo(step);
        return m_all ? &*m_all : nullptr;
    }
    const StepLinks& linksAt(int step)
    {
        if (!m_links)
            m_links.emplace(collective);
        m_links->moveTo(step);
        return *m_links;
    }
    const Gantt& barsOfChip(CollectiveClock clock, bool naive, int chip)
    {
        if (!m_bars || m_bars->clock != clock || m_bars->naive != naive || m_bars->chip != chip)
            m_bars = Bars{clock, naive, chip, barsOf(collective.analysis, naive, clock, chip)};
        return m_bars->gantt;
    }

private:
    struct Bars {
        CollectiveClock clock{};
        bool naive = false;
        int chip = 0;
        Gantt gantt;
    };
    std::optional<Bars> m_bars;
    std::optional<OwnHoldings> m_own;
    std::optional<Holdings> m_all;
    std::optional<StepLinks> m_links;
};

} // namespace core
