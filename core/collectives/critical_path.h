// SPDX-License-Identifier: GPL-3.0-or-later
// Which messages and products follow one another up to the end of a collective, and so make it take as long.
#pragma once

#include "core/collectives/context.h"
#include "core/collectives/costs/path_time.h"

#include <cmath>

namespace core
{

/// Up to the end of the first `steps` steps, as stepEnds() has it; to that of everything for all of them. From the
/// first on: each begins when the one before it ends. By clocks with barriers: the longest of every step.
std::vector<PathTerm> criticalPath(const CollectiveStudy&, CollectiveClock, int steps);
/// Of the collective before or after a matmul, with nothing beside it.
std::vector<PathTerm> pathAlone(const CollectiveStudy&, CollectiveClock);
/// The largest message of each of the first `steps` steps, one after the other, by a clock with barriers.
std::vector<PathTerm> stepByStep(const CollectiveTiming&, const LinkRates&, CollectiveClock, int steps);

/// When the first `steps` steps are over, which is `found`: steps one after the other where they do not overlap, else
/// the critical path. Values take no path, which may be long; a derivation does.
template <class In> SecondsOf<typename In::Rep> endOfSteps(const CollectiveContext<In>& c, CollectiveClock clock,
                                                           int steps, double found, std::string_view where = {})
{
    const auto& study = c.study;
    const auto& rates = study.request.rates;
    double critical = 0;
    for (int step = 0; step < steps; ++step)
        critical += study.timing.stepBytes[static_cast<std::size_t>(step)];
    const double lockstep = steps * rates.hop.si() + critical / rates.bandwidth.si();
    if (std::abs(lockstep - found) <= 1e-12 * lockstep) {
        const auto all = [&] { return stepByStep(study.timing, rates, CollectiveClock::lockstep, steps); };
        const bool part = steps < study.timing.steps;
        return formulas::barrierTime.as(where)(c.in(part ? fact::coll::stepsDone : fact::coll::steps, steps), c.hop,
                                               criticalBytes(c, all, critical), c.w);
    }
    return pathTime(
        c, [&] { return criticalPath(study, clock, steps); }, study.matmul ? shardProduct(c.in, c.s, c.n) : c.nothing(),
        found);
}

} // namespace core
