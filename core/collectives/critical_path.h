// SPDX-License-Identifier: GPL-3.0-or-later
// Which messages and products follow one another up to the end of a collective, and so make it take as long.
#pragma once

#include "core/collectives/costs/path_time.h"

namespace core
{

enum class CollectiveClock;
struct CollectiveAnalysis;
struct CollectiveTiming;
struct LinkRates;
template <class In> struct CollectiveContext;

/// Up to the end of the first `steps` steps, as stepEnds() has it; to that of everything for all of them. From the
/// first on: each begins when the one before it ends. By clocks with barriers: the longest of every step.
std::vector<PathTerm> criticalPath(const CollectiveAnalysis&, CollectiveClock, int steps);
/// Of the collective before or after a matmul, with nothing beside it.
std::vector<PathTerm> pathAlone(const CollectiveAnalysis&, CollectiveClock);
/// The largest message of each of the first `steps` steps, one after the other, by a clock with barriers.
std::vector<PathTerm> stepByStep(const CollectiveTiming&, const LinkRates&, CollectiveClock, int steps);

/// When the first `steps` steps are over, which is `found`: steps one after the other where they do not overlap, else
/// the critical path. Values take no path, which may be long; a derivation does.
template <class In> SecondsOf<typename In::Rep> endOfSteps(const CollectiveContext<In>&, CollectiveClock, int steps,
                                                           double found, std::string_view where = {});

} // namespace core
