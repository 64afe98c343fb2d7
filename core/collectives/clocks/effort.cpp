// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the pieces that the passes of the clocks look at.
#include "core/collectives/clocks/effort.h"

#include "core/collectives/networks/representatives.h"

#include <algorithm>

namespace core
{

namespace
{

/// Links out of a chip at most.
double degrees(const Topology& topology)
{
    double links = 0;
    for (const auto& axis : topology.axes)
        links += std::min(2, axis.length - 1);
    return links;
}

} // namespace

double meanHops(const Topology& topology)
{
    if (topology.wiring == Wiring::throughSwitch)
        return 1;
    double hops = 0;
    for (const auto& axis : topology.axes)
        hops += axis.length * (axis.wraps ? (topology.oneWay ? 1.0 / 2 : 1.0 / 4) : 1.0 / 3);
    return hops;
}

double timingEffort(const Schedule& schedule)
{
    const auto& topology = schedule.topology;
    const double chips = topology.chips();
    const double senders = schedule.senders.empty() ? chips : static_cast<double>(schedule.senders.size());
    const bool switched = topology.wiring == Wiring::throughSwitch;
    const double links = switched ? chips * (chips - 1) : topology.links();
    double moves = static_cast<double>(schedule.chunks.count());
    if (schedule.goal == Goal::gather || schedule.goal == Goal::reduceScatter)
        moves *= chips - 1;
    else if (schedule.goal == Goal::allReduce)
        moves *= 2 * (chips - 1);
    else
        moves *= meanHops(topology);
    constexpr double asked = 0.3; // a link, whether it carries anything in a step
    constexpr double message = 3;
    constexpr double moved = 6; // a piece, seen from one chip
    const double questions = asked * schedule.steps * topology.ports();
    if (schedule.symmetric)
        return questions + moved * moves / chips;
    if (!schedule.phases.empty())
        return (questions + message * schedule.steps * degrees(topology)) *
               static_cast<double>(Representatives(topology).chips().size());
    const bool each = schedule.goal == Goal::exchangeBlocks;
    return senders * questions + message * std::min(moves, links * schedule.steps) + (each ? moves : 0);
}

} // namespace core
