// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` takes: the recommended algorithm of each network; where several compete, the one that takes least.
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/line_slots.h"
#include "core/collectives/algorithms/one_shot.h"
#include "core/collectives/algorithms/permute.h"
#include "core/collectives/algorithms/trees.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/effort.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace core
{

namespace
{

using Algorithm = CollectiveAlgorithm;

struct Shape {
    std::size_t axes = 0;
    bool allClosed = true; // axes of two have nothing to close
    bool allOpen = true;
    bool cubic = true;
};

Shape shapeOf(const Topology& topology)
{
    Shape shape;
    int length = 0;
    for (const int axis : topology.activeAxes()) {
        const auto& side = topology.axes[static_cast<std::size_t>(axis)];
        ++shape.axes;
        shape.allClosed = shape.allClosed && (side.wraps || side.length == 2);
        shape.allOpen = shape.allOpen && !side.wraps;
        shape.cubic = shape.cubic && (length == 0 || length == side.length);
        length = side.length;
    }
    return shape;
}

struct Candidate {
    Algorithm algorithm;
    std::string_view why;
};

constexpr double mostEffort = 2e6; // timed within 30 ms, on networks so large that they follow no slider
constexpr double mostBlocks = 1e5; // of an all-to-all, one for each link they cross: within some milliseconds

/// The closed form where it is exact. Elsewhere it is an upper bound, and the schedule itself, with pieces that are all
/// alike, tells by the asynchronous clock; if following it would take too long, the bound has to do. Nothing where
/// there is no bound either.
std::optional<double> secondsOf(CollectiveRequest request, Algorithm algorithm)
{
    const auto& row = *algorithmRow(request.kind, algorithm);
    const auto form = onDoubles(request, row.closedForm);
    const bool blocks = request.kind == CollectiveKind::allToAll;
    const double pieces = blocks ? std::pow(request.topology.chips(), 2) * meanHops(request.topology) : 0;
    if ((form && form->exact && (!blocks || form->clock == CollectiveClock::async)) || pieces > mostBlocks)
        return form ? std::optional(form->time.si()) : std::nullopt;
    request.even = true;
    if (const auto schedule = row.schedule(request); schedule && timingEffort(*schedule) <= mostEffort)
        return timeSchedule(*schedule, request.rates).async.si();
    return form ? std::optional(form->time.si()) : std::nullopt;
}

/// The candidate that takes least, the first of equals; where nobody can tell what one takes, the first of all.
AlgorithmChoice fastest(const CollectiveRequest& request, std::span<const Candidate> candidates)
{
    constexpr double equal = 1 + 1e-9;
    const Candidate* best = &candidates.front();
    double least = std::numeric_limits<double>::infinity();
    for (const auto& candidate : candidates) {
        const auto seconds = secondsOf(request, candidate.algorithm);
        if (!seconds)
            return {candidates.front().algorithm, std::string(candidates.front().why)};
        if (*seconds * equal < least) {
            best = &candidate;
            least = *seconds;
        }
    }
    return {best->algorithm, std::string(best->why)};
}

constexpr Candidate rotatedWins{Algorithm::rotated, "all axes work at the same time"};
constexpr Candidate offsetsWin{Algorithm::offsets,
                               "the axes differ in length, and for this many bytes full links outweigh more steps"};
constexpr Candidate axesWin{Algorithm::axisByAxis, "for so few bytes only the hops count, and these are the fewest"};

AlgorithmChoice gatherChoice(const CollectiveRequest& request, const Shape& shape)
{
    if (shape.axes <= 1)
        return {Algorithm::ring, "there is one axis"};
    if (shape.allClosed && !shape.cubic && !request.topology.oneWay) {
        auto choice = fastest(request, std::array{rotatedWins, offsetsWin, axesWin});
        if (choice.algorithm != Algorithm::offsets)
            choice.why += "; \"offsets\" keep every link busy, in many more steps";
        return choice;
    }
    return fastest(request, std::array{rotatedWins, axesWin});
}

AlgorithmChoice reduceChoice(const CollectiveRequest& request, const Shape& shape)
{
    if (shape.axes == 1 && request.topology.chips() == 2)
        return {Algorithm::middle, "two chips exchange their arrays in one step"};
    if (shape.axes == 1 && shape.allOpen)
        return {Algorithm::middle, "on a line sums can go inwards while results go outwards"};
    if (isOneShotFaster(request))
        return {Algorithm::oneShot, "for so few bytes half the hops count for more than adding on every chip"};
    auto choice = gatherChoice(request, shape);
    if (shape.axes == 2 && shape.allOpen && request.topology.chips() <= mostTreeChips)
        choice.why += "; without wraparound up to twice as slow as need be, \"trees\" get closer for many bytes";
    return choice;
}

AlgorithmChoice exchangeChoice(const CollectiveRequest& request, const Shape& shape)
{
    const auto& topology = request.topology;
    if (topology.chips() == 2)
        return {Algorithm::ring, "two chips swap their blocks in one step"};
    const bool longLine = std::any_of(topology.axes.begin(), topology.axes.end(),
                                      [](const TorusAxis& a) { return !a.wraps && a.length > longestSlotLine; });
    if (shape.axes <= 1 && !shape.allOpen)
        return {Algorithm::ring, "a ring sends every block the shorter way"};
    if (shape.allClosed)
        return fastest(request,
                       std::array{Candidate{Algorithm::rotated, "the longest axis works all the time"}, axesWin});
    if (longLine)
        return {Algorithm::rotated, "one block a step would be faster, but takes too many steps on so long an axis"};
    constexpr Candidate slots{Algorithm::timeSlots, "one block a step keeps the middle of an open axis busy"};
    constexpr std::string_view fewer = "for so few bytes bundles, which take fewer steps, are faster than blocks";
    if (shape.axes == 1)
        return fastest(request, std::array{slots, Candidate{Algorithm::ring, fewer}});
    return fastest(request, std::array{slots, Candidate{Algorithm::rotated, fewer}, axesWin});
}

} // namespace

AlgorithmChoice chosenAlgorithm(const CollectiveRequest& request)
{
    const auto shape = shapeOf(request.topology);
    if (request.topology.wiring == Wiring::throughSwitch)
        return {Algorithm::direct, "the switch connects every pair"};
    if (request.kind == CollectiveKind::permute)
        return {Algorithm::direct, !request.destinations.empty()
                                       ? "arrays go axis after axis, and on every link the farthest to go first"
                                   : request.shift > 0 ? "both ways round carry as much as each other"
                                                       : routesText(request)};
    if (request.kind == CollectiveKind::allToAll)
        return shape.axes == 0 ? AlgorithmChoice{Algorithm::ring, "there is one chip"} : exchangeChoice(request, shape);
    if (shape.axes == 0)
        return {Algorithm::ring, "there is one chip"};
    return request.kind == CollectiveKind::allReduce ? reduceChoice(request, shape) : gatherChoice(request, shape);
}

} // namespace core
