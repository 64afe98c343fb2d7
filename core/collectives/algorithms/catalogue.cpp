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
    return r.topology.hasOpenAxis() ? "every axis longer than two has to close into a ring" : "";
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
    if (isSwitch(r) || r.topology.hasOpenAxis())
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
std::optional<Schedule> trees(const Request& r) { return allReduceByTrees(r); }
/// Of the closed forms each is one struct without state, so that a row can name it.
struct NoForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>&) const { return std::nullopt; }
};

template <Algorithm A> struct GatherForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone())
            return ClosedFormOf<typename In::Rep>{};
        if (c.isSwitch())
            return switchForm(c, A == Algorithm::direct ? 1 : c.topology().chips() - 1);
        return A == Algorithm::offsets ? offsetsForm(c) : gatherForm(c, orderOf(A), c.shard());
    }
};

template <Algorithm A> struct ReduceForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        const auto form = GatherForm<A>{}(c);
        return c.isAlone() || c.isSwitch() ? form : twice(*form); // through a switch both passes are in the form
    }
};

struct MiddleForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone())
            return ClosedFormOf<typename In::Rep>{};
        return middleForm(c, c.request.pieces > 0 ? c.request.pieces : bestPieces(c.request));
    }
};

struct OneShotForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        return c.isAlone() ? ClosedFormOf<typename In::Rep>{} : gatherForm(c, AxisOrder::rotated, c.array);
    }
};

template <Algorithm A> struct ExchangeForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone())
            return ClosedFormOf<typename In::Rep>{};
        if (c.isSwitch())
            return switchForm(c, A == Algorithm::direct ? 1 : c.topology().chips() - 1);
        if (A != Algorithm::timeSlots || !c.topology().hasOpenAxis())
            return exchangeForm(c, orderOf(A));
        return c.topology().activeAxes().size() == 1 ? MaybeForm<In>(slotsForm(c)) : std::nullopt;
    }
};

struct SendForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (!c.request.destinations.empty())
            return std::nullopt;
        if (c.request.shift > 0)
            return shiftForm(c);
        const auto slowest = slowestRoute(c.request);
        return slowest.hops == 0 ? ClosedFormOf<typename In::Rep>{}
                                 : pathForm(c, slowest.hops, slowest.pieces, slowest.allPieces);
    }
};

template <Algorithm A>
constexpr std::array<AlgorithmRow, 3> alike(std::string_view title, std::string (*obstacle)(const Request&))
{
    return {{{Kind::allGather, A, title, obstacle, gather<A>, GatherForm<A>{}},
             {Kind::reduceScatter, A, title, obstacle, reduceScatter<A>, GatherForm<A>{}},
             {Kind::allReduce, A, title, obstacle, allReduce<A>, ReduceForm<A>{}}}};
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
                 allReduce<Algorithm::middle>, MiddleForm{}},
    AlgorithmRow{Kind::allReduce, Algorithm::oneShot, "All arrays to every chip, added there", needsRingsOfArrays,
                 oneShot, OneShotForm{}},
    AlgorithmRow{Kind::allReduce, Algorithm::trees, "Up and down a bundle of trees", needsOpenMesh, trees, NoForm{}},
    AlgorithmRow{Kind::allToAll, Algorithm::ring, "Along one axis, shortest way", needsOneAxis,
                 allToAll<Algorithm::ring>, ExchangeForm<Algorithm::ring>{}},
    AlgorithmRow{Kind::allToAll, Algorithm::rotated, "All axes at once, parts rotated", needsTorus,
                 allToAll<Algorithm::rotated>, ExchangeForm<Algorithm::rotated>{}},
    AlgorithmRow{Kind::allToAll, Algorithm::timeSlots, "All axes at once, open axes one block a step", needsShortLines,
                 allToAll<Algorithm::timeSlots>, ExchangeForm<Algorithm::timeSlots>{}},
    AlgorithmRow{Kind::allToAll, Algorithm::axisByAxis, "Axis after axis", needsTorus, allToAll<Algorithm::axisByAxis>,
                 ExchangeForm<Algorithm::axisByAxis>{}},
    AlgorithmRow{Kind::allToAll, Algorithm::direct, "Straight through the switch", needsSwitch,
                 allToAll<Algorithm::direct>, ExchangeForm<Algorithm::direct>{}},
    AlgorithmRow{Kind::permute, Algorithm::direct, "From chip to chip", needsRingToShift, sendDirect, SendForm{}},
};

} // namespace

std::span<const AlgorithmRow> collectiveAlgorithms() { return rows; }

const AlgorithmRow* algorithmRow(CollectiveKind kind, CollectiveAlgorithm id)
{
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const AlgorithmRow& row) { return row.kind == kind && row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

tl::expected<CollectivePlan, std::string> planCollective(const CollectiveRequest& request)
{
    const bool chooses = request.algorithm == Algorithm::automatic;
    auto choice = chooses ? chosenAlgorithm(request) : AlgorithmChoice{request.algorithm, "given"};
    const auto* row = algorithmRow(request.kind, choice.algorithm);
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
        row = algorithmRow(request.kind, Algorithm::rotated);
        choice = {Algorithm::rotated, "every link in every step would be faster, but no such schedule was found"};
        schedule = row->schedule(request);
    }
    if (!schedule)
        return tl::unexpected(fmt::format("coll.algorithm is \"{}\", but no such schedule was found for this torus; "
                                          "choose \"rotated\"",
                                          nameOf(choice.algorithm)));
    return CollectivePlan{choice.algorithm, std::string(row->title), choice.why,
                          withoutEmptySteps(*std::move(schedule)), onDoubles(request, row->closedForm)};
}

} // namespace core
