// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the algorithms: what they need, their schedules and closed forms.
#include "core/collectives/algorithms/catalogue.h"

#include "core/collectives/algorithms/all_to_all.h"
#include "core/collectives/algorithms/line_slots.h"
#include "core/collectives/algorithms/middle.h"
#include "core/collectives/algorithms/offsets.h"
#include "core/collectives/algorithms/one_shot.h"
#include "core/collectives/algorithms/permutation.h"
#include "core/collectives/algorithms/permute.h"
#include "core/collectives/algorithms/through_switch.h"
#include "core/collectives/algorithms/trees.h"
#include "core/formulas/collectives.h"
#include "core/scenario/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

using Request = CollectiveRequest;
using Algorithm = CollectiveAlgorithm;
using Kind = CollectiveKind;

bool isSwitch(const Request& r) { return r.topology.wiring == Wiring::throughSwitch; }

bool hasOpenAxis(const Request& r)
{
    return std::any_of(r.topology.axes.begin(), r.topology.axes.end(),
                       [](const TorusAxis& a) { return a.length > 2 && !a.wraps; });
}

std::string needsOneAxis(const Request& r)
{
    return isSwitch(r) || r.topology.activeAxes().size() <= 1 ? "" : "it goes along one axis; this network has several";
}

std::string needsTorus(const Request& r) { return isSwitch(r) ? "a switch has no axes" : ""; }

std::string needsSwitch(const Request& r) { return isSwitch(r) ? "" : "only a switch connects every pair"; }

std::string needsClosedTorus(const Request& r)
{
    if (isSwitch(r))
        return "a switch has no axes";
    if (r.topology.oneWay)
        return "it sends in both directions";
    return hasOpenAxis(r) ? "every axis longer than two has to close into a ring" : "";
}

std::string needsOpenLine(const Request& r)
{
    const auto active = r.topology.activeAxes();
    if (isSwitch(r) || active.size() > 1)
        return "it goes along one axis";
    const bool open = active.empty() || !r.topology.axes[static_cast<std::size_t>(active.front())].wraps;
    return open ? "" : "the axis closes into a ring, which has no middle";
}

std::string needsShortLines(const Request& r)
{
    const bool tooLong = std::any_of(r.topology.axes.begin(), r.topology.axes.end(),
                                     [](const TorusAxis& a) { return !a.wraps && a.length > longestSlotLine; });
    if (isSwitch(r) || !tooLong)
        return needsTorus(r);
    return fmt::format("one block a step takes too many steps on an open axis of more than {}", longestSlotLine);
}

std::string needsRingToShift(const Request& r)
{
    return r.shift == 0 || canShift(r.topology) ? "" : "every chip sends round one closed axis in both directions";
}

std::string needsRingsOfArrays(const Request& r)
{
    constexpr int mostChips = 4096; // each takes in as many arrays
    if (isSwitch(r) || hasOpenAxis(r))
        return isSwitch(r) ? "a switch has no axes" : "every axis longer than two has to close into a ring";
    return r.topology.chips() > mostChips ? fmt::format("more than {} arrays would come to every chip", mostChips) : "";
}

std::string needsOpenMesh(const Request& r)
{
    const auto active = r.topology.activeAxes();
    const bool open =
        std::none_of(r.topology.axes.begin(), r.topology.axes.end(), [](const TorusAxis& a) { return a.wraps; });
    if (isSwitch(r) || active.size() != 2 || !open)
        return "trees go over a mesh of two axes that do not close";
    return r.topology.chips() > mostTreeChips ? fmt::format("trees go over at most {} chips", mostTreeChips) : "";
}

AxisOrder orderOf(Algorithm algorithm)
{
    return algorithm == Algorithm::axisByAxis ? AxisOrder::oneByOne : AxisOrder::rotated;
}

template <Algorithm A> std::optional<Schedule> gather(const Request& r)
{
    if constexpr (A == Algorithm::offsets)
        return gatherByOffsets(r);
    else if (isSwitch(r))
        return gatherThroughSwitch(r, A == Algorithm::direct ? SwitchOrder::direct : SwitchOrder::ring);
    else
        return gatherAlongAxes(r, orderOf(A));
}

template <Algorithm A> std::optional<Schedule> reduceScatter(const Request& r)
{
    if (isSwitch(r))
        return reduceThroughSwitch(r, A == Algorithm::direct ? SwitchOrder::direct : SwitchOrder::ring);
    if constexpr (A == Algorithm::offsets) {
        const auto found = gatherByOffsets(r);
        return found ? std::optional(reversed(*found)) : std::nullopt;
    }
    return reversed(gatherAlongAxes(r, orderOf(A), true));
}

template <Algorithm A> std::optional<Schedule> allReduce(const Request& r)
{
    if constexpr (A == Algorithm::middle) {
        return allReduceThroughMiddle(r);
    } else {
        const auto second = gather<A>(r);
        if (!second)
            return std::nullopt;
        const auto first = A == Algorithm::offsets ? std::optional(reversed(*second)) : reduceScatter<A>(r);
        return first ? std::optional(reduceThenGather(*first, *second)) : std::nullopt;
    }
}

template <Algorithm A> std::optional<Schedule> allToAll(const Request& r)
{
    if (isSwitch(r))
        return allToAllThroughSwitch(r, A == Algorithm::direct ? SwitchOrder::direct : SwitchOrder::ring);
    return allToAllAlongAxes(r, orderOf(A), A == Algorithm::timeSlots ? LineTraffic::slots : LineTraffic::bundled);
}

std::optional<Schedule> sendDirect(const Request& r)
{
    if (!r.destinations.empty())
        return permuteChips(r);
    return r.shift > 0 ? shiftByPlaces(r) : sendBetween(r);
}

std::optional<Schedule> oneShot(const Request& r) { return allReduceOneShot(r); }
std::optional<ClosedForm> oneShotForm(const Request& r)
{
    return r.topology.chips() > 1 ? oneShotTime(r) : ClosedForm{};
}

std::optional<Schedule> trees(const Request& r) { return allReduceByTrees(r); }
std::optional<ClosedForm> noForm(const Request&) { return std::nullopt; }

template <Algorithm A> std::optional<ClosedForm> gatherForm(const Request& r)
{
    const int others = r.topology.chips() - 1;
    if (others == 0)
        return ClosedForm{};
    if (isSwitch(r))
        return switchTime(r, A == Algorithm::direct ? 1 : others);
    return A == Algorithm::offsets ? offsetsTime(r) : gatherTime(r, orderOf(A));
}

template <Algorithm A> std::optional<ClosedForm> reduceForm(const Request& r)
{
    const int others = r.topology.chips() - 1;
    if (others == 0)
        return ClosedForm{};
    if constexpr (A == Algorithm::middle)
        return middleTime(r, r.pieces > 0 ? r.pieces : bestPieces(r));
    if (isSwitch(r))
        return switchTime(r, 2 * (A == Algorithm::direct ? 1 : others));
    auto form = gatherForm<A>(r);
    if (form) {
        form->time = formulas::reduceThenGatherTime(form->time);
        form->steps *= 2;
    }
    return form;
}

template <Algorithm A> std::optional<ClosedForm> exchangeForm(const Request& r)
{
    const int others = r.topology.chips() - 1;
    if (others == 0)
        return ClosedForm{};
    if (isSwitch(r))
        return switchTime(r, A == Algorithm::direct ? 1 : others);
    if (A == Algorithm::timeSlots && hasOpenAxis(r))
        return r.topology.activeAxes().size() == 1 ? std::optional(slotsTime(r)) : std::nullopt;
    return exchangeTime(r, orderOf(A));
}

std::optional<ClosedForm> sendForm(const Request& r)
{
    if (!r.destinations.empty())
        return std::nullopt;
    if (r.shift > 0)
        return ClosedForm{shiftTime(r)};
    return ClosedForm{slowestRoute(r).time};
}

template <Algorithm A>
constexpr std::array<AlgorithmRow, 3> alike(std::string_view title, std::string (*obstacle)(const Request&))
{
    return {{{Kind::allGather, A, title, obstacle, gather<A>, gatherForm<A>},
             {Kind::reduceScatter, A, title, obstacle, reduceScatter<A>, gatherForm<A>},
             {Kind::allReduce, A, title, obstacle, allReduce<A>, reduceForm<A>}}};
}

constexpr auto ringRows = alike<Algorithm::ring>("Along one axis", needsOneAxis);
constexpr auto rotatedRows = alike<Algorithm::rotated>("All axes at once, parts rotated", needsTorus);
constexpr auto offsetRows = alike<Algorithm::offsets>("Every link in every step", needsClosedTorus);
constexpr auto axisRows = alike<Algorithm::axisByAxis>("Axis after axis", needsTorus);
constexpr auto directRows = alike<Algorithm::direct>("Straight through the switch", needsSwitch);

constexpr std::array rows{
    ringRows[0],
    rotatedRows[0],
    offsetRows[0],
    axisRows[0],
    directRows[0],
    ringRows[1],
    rotatedRows[1],
    offsetRows[1],
    axisRows[1],
    directRows[1],
    ringRows[2],
    rotatedRows[2],
    offsetRows[2],
    axisRows[2],
    directRows[2],
    AlgorithmRow{Kind::allReduce, Algorithm::middle, "To the middle and back", needsOpenLine,
                 allReduce<Algorithm::middle>, reduceForm<Algorithm::middle>},
    AlgorithmRow{Kind::allReduce, Algorithm::oneShot, "All arrays to every chip, added there", needsRingsOfArrays,
                 oneShot, oneShotForm},
    AlgorithmRow{Kind::allReduce, Algorithm::trees, "Up and down a bundle of trees", needsOpenMesh, trees, noForm},
    AlgorithmRow{Kind::allToAll, Algorithm::ring, "Along one axis, shortest way", needsOneAxis,
                 allToAll<Algorithm::ring>, exchangeForm<Algorithm::ring>},
    AlgorithmRow{Kind::allToAll, Algorithm::rotated, "All axes at once, parts rotated", needsTorus,
                 allToAll<Algorithm::rotated>, exchangeForm<Algorithm::rotated>},
    AlgorithmRow{Kind::allToAll, Algorithm::timeSlots, "All axes at once, open axes one block a step", needsShortLines,
                 allToAll<Algorithm::timeSlots>, exchangeForm<Algorithm::timeSlots>},
    AlgorithmRow{Kind::allToAll, Algorithm::axisByAxis, "Axis after axis", needsTorus, allToAll<Algorithm::axisByAxis>,
                 exchangeForm<Algorithm::axisByAxis>},
    AlgorithmRow{Kind::allToAll, Algorithm::direct, "Straight through the switch", needsSwitch,
                 allToAll<Algorithm::direct>, exchangeForm<Algorithm::direct>},
    AlgorithmRow{Kind::permute, Algorithm::direct, "From chip to chip", needsRingToShift, sendDirect, sendForm},
};

const AlgorithmRow* rowOf(Kind kind, Algorithm id)
{
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const AlgorithmRow& row) { return row.kind == kind && row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

} // namespace

std::span<const AlgorithmRow> collectiveAlgorithms() { return rows; }

tl::expected<CollectivePlan, std::string> planCollective(const CollectiveRequest& request)
{
    const bool chooses = request.algorithm == Algorithm::automatic;
    auto choice = chooses ? chosenAlgorithm(request) : AlgorithmChoice{request.algorithm, "given"};
    const auto* row = rowOf(request.kind, choice.algorithm);
    const auto advice = [&] {
        return fmt::format("coll.algorithm \"auto\" takes \"{}\" here", nameOf(chosenAlgorithm(request).algorithm));
    };
    if (!row)
        return tl::unexpected(fmt::format("coll.algorithm is \"{}\", which is no way to do \"{}\"; {}",
                                          nameOf(choice.algorithm), nameOf(request.kind), advice()));
    if (const auto obstacle = row->obstacle(request); !obstacle.empty())
        return tl::unexpected(
            fmt::format("coll.algorithm is \"{}\", but {}; {}", nameOf(choice.algorithm), obstacle, advice()));
    auto schedule = row->schedule(request);
    if (!schedule && chooses) {
        row = rowOf(request.kind, Algorithm::rotated);
        choice = {Algorithm::rotated, "every link in every step would be faster, but no such schedule was found"};
        schedule = row->schedule(request);
    }
    if (!schedule)
        return tl::unexpected(fmt::format("coll.algorithm is \"{}\", but no such schedule was found for this torus; "
                                          "choose \"rotated\"",
                                          nameOf(choice.algorithm)));
    return CollectivePlan{choice.algorithm, std::string(row->title), choice.why,
                          withoutEmptySteps(*std::move(schedule)), row->closedForm(request)};
}

} // namespace core
