// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the single collective of a scenario. They come from a simulation, so evaluate() leaves them out.
#pragma once

#include "core/quantity/quantity.h"

#include <functional>
#include <limits>
#include <memory>
#include <string>

namespace core
{

class Recording;
class Traced;
struct CollectiveAnalysis;
struct Scenario;
template <class In> class Reader;

/// What the metrics coll.* show. NaN: does not apply.
template <class R> struct CollectiveOf {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    using Seconds = SecondsOf<R>;
    using Count = CountOf<R>;
    using Bytes = BytesOf<R>;

    Seconds time{none}, lowerBound{none}, book{none};
    Seconds barrier{none};    // of the schedule with a barrier after every step
    Seconds closedForm{none}; // of pieces that are all alike
    Seconds inSwitch{none};   // of an all-reduce, were the switch to add
    Count gap{none}, steps{none}, hops{none};
    Bytes bytesPerLink{none}, totalBytes{none};
    Seconds naive{none}, pipelined{none}, saved{none}; // collective matmul
    Count savedShare{none};
    Count hiddenFrom{none}; // F (gather form) or D (scatter form) at which the transfers are just hidden
    Count mathRatio{none};  // of one shard: product over transfer
    Bytes boundBytes{none}; // what binds the lower bound: these bytes over these links, or else the hops
    Count boundLinks{none}, boundHops{none};
    Count paths{none}, shortestPath{none}, longestPath{none}; // from one chip to another
    bool hidden = false;
};

template <class In>
CollectiveOf<typename In::Rep> collectiveNumbers(const Scenario&, const CollectiveAnalysis&, const Reader<In>&);

struct CollectiveReport {
    std::string problem;                                // why there is no collective; empty where there is one
    std::shared_ptr<const CollectiveAnalysis> analysis; // null where there is a problem
    CollectiveOf<double> numbers;
};

/// Pure; takes from microseconds up to a second or two, which is more than all other metrics together.
CollectiveReport evaluateCollective(const Scenario&);
/// The same; `complete` adds to the analysis what is kept with it.
CollectiveReport evaluateCollective(const Scenario&, const std::function<void(CollectiveAnalysis&)>& complete);

/// The same with everything it rests on recorded; NaN where there is a problem.
CollectiveOf<Traced> tracedCollective(const Scenario&, const CollectiveReport&, const Recording&);

} // namespace core
