// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` takes: the recommended algorithm of each network, by closed forms where two of them compete.
#include "core/collectives/catalogue.h"
#include "core/collectives/line_slots.h"
#include "core/collectives/one_shot.h"
#include "core/collectives/permute.h"
#include "core/collectives/trees.h"

#include <algorithm>
#include <array>
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

/// The candidate with the shortest closed form; the first of equals.
AlgorithmChoice fastest(const CollectiveRequest& request, std::span<const Candidate> candidates)
{
    const Candidate* best = &candidates.front();
    double least = std::numeric_limits<double>::infinity();
    for (const auto& candidate : candidates) {
        const auto rows = collectiveAlgorithms();
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const AlgorithmRow& r) {
            return r.kind == request.kind && r.id == candidate.algorithm;
        });
        const auto form = row->closedForm(request);
        if (form && form->time.si() < least) {
            best = &candidate;
            least = form->time.si();
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
    if (shape.allClosed && !shape.cubic && !request.topology.oneWay)
        return fastest(request, std::array{rotatedWins, offsetsWin, axesWin});
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
    return {Algorithm::timeSlots, "one block a step keeps the middle of an open axis busy"};
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
