// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the single collective of a scenario. They come from a simulation, so evaluate() leaves them out.
#pragma once

#include "core/collectives/study.h"
#include "core/inputs/inputs.h"

#include <memory>
#include <string>

namespace core
{

/// What the metrics coll.* show. NaN: does not apply.
template <class R> struct CollectiveOf {
    SecondsOf<R> time, lowerBound, book;
    SecondsOf<R> barrier, closedForm; // of the schedule with a barrier after every step; of pieces that are all alike
    SecondsOf<R> inSwitch;            // of an all-reduce, were the switch to add
    CountOf<R> gap, steps, hops;
    BytesOf<R> bytesPerLink, totalBytes;
    SecondsOf<R> naive, pipelined, saved; // collective matmul
    CountOf<R> savedShare;                // in per cent
    CountOf<R> hiddenFrom;                // F (gather form) or D (scatter form) at which the transfers are just hidden
    CountOf<R> mathRatio;                 // of one shard: product over transfer
    BytesOf<R> boundBytes;                // what binds the lower bound: these bytes over these links, or else the hops
    CountOf<R> boundLinks, boundHops;
    CountOf<R> paths, shortestPath, longestPath; // from one chip to another
    bool hidden = false;
};

struct CollectiveReport {
    std::string problem;                          // why there is no collective; empty where there is one
    std::shared_ptr<const CollectiveStudy> study; // null where there is a problem
    CollectiveOf<double> numbers;
};

/// Pure; takes from microseconds up to a second or two, which is more than all other metrics together.
CollectiveReport evaluateCollective(const Scenario&);

/// The same with everything it rests on recorded; NaN where there is a problem.
CollectiveOf<Traced> tracedCollective(const Scenario&, const Recording&);

/// Like evaluateCollective; the latest report of this thread is kept and given again while nothing it needs changes.
const CollectiveReport& latestCollective(const Scenario&);

} // namespace core
