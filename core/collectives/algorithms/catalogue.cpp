// SPDX-License-Identifier: GPL-3.0-or-later
// The list of algorithms, and the schedule that a request gets.
#include "core/collectives/algorithms/catalogue.h"

#include "core/collectives/costs/cost_inputs.h"
#include "core/scenario/choices.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace core
{

// No schedules of their own: the choice of one, and the orders of a matmul.
template <> AlgorithmRows rowsOf<CollectiveAlgorithm::automatic>() { return {}; }
template <> AlgorithmRows rowsOf<CollectiveAlgorithm::halves>() { return {}; }
template <> AlgorithmRows rowsOf<CollectiveAlgorithm::whole>() { return {}; }
template <> AlgorithmRows rowsOf<CollectiveAlgorithm::uni>() { return {}; }

namespace
{

template <std::size_t... Id> AlgorithmRows allRows(std::index_sequence<Id...>)
{
    AlgorithmRows all;
    for (const auto rows : {rowsOf<static_cast<CollectiveAlgorithm>(Id)>...})
        for (auto& row : rows())
            all.push_back(row);
    std::ranges::stable_sort(all, {}, &AlgorithmRow::rank);
    return all;
}

} // namespace

std::span<const AlgorithmRow> collectiveAlgorithms()
{
    static const AlgorithmRows rows = allRows(std::make_index_sequence<namesOf<CollectiveAlgorithm>.size()>());
    return rows;
}

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

AlgorithmRows gatherAndReduceRows(AlgorithmRow gather,
                                  std::optional<Schedule> (*reduceScatter)(const CollectiveRequest&),
                                  std::optional<Schedule> (*allReduce)(const CollectiveRequest&),
                                  FormBody allReduceForm)
{
    AlgorithmRows rows(3, gather);
    rows[1].kind = CollectiveKind::reduceScatter;
    rows[1].schedule = reduceScatter;
    rows[2].kind = CollectiveKind::allReduce;
    rows[2].schedule = allReduce;
    rows[2].closedForm = allReduceForm;
    return rows;
}

std::string needsTorus(const CollectiveRequest& r)
{
    return r.topology.wiring == Wiring::throughSwitch ? "a switch has no axes" : "";
}

std::string needsOneAxis(const CollectiveRequest& r)
{
    const bool several = r.topology.wiring == Wiring::torus && r.topology.activeAxes().size() > 1;
    return several ? "it goes along one axis; this network has several" : "";
}

const AlgorithmRow* algorithmRow(CollectiveKind kind, CollectiveAlgorithm id)
{
    const auto rows = collectiveAlgorithms();
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const AlgorithmRow& row) { return row.kind == kind && row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

tl::expected<CollectivePlan, std::string> planCollective(const CollectiveRequest& request)
{
    const bool chooses = request.algorithm == CollectiveAlgorithm::automatic;
    auto choice = chooses ? chosenAlgorithm(request) : AlgorithmChoice{request.algorithm, "given"};
    const auto* row = algorithmRow(request.kind, choice.algorithm);
    const auto advice = [&] {
        return fmt::format("coll.algorithm \"auto\" takes \"{}\" here", nameOf(chosenAlgorithm(request).algorithm));
    };
    if (!row)
        return tl::unexpected(fmt::format("coll.algorithm is \"{}\", which is not an algorithm for \"{}\"; {}",
                                          nameOf(choice.algorithm), nameOf(request.kind), advice()));
    if (const auto obstacle = row->obstacle(request); !obstacle.empty())
        return tl::unexpected(
            fmt::format("coll.algorithm is \"{}\", but {}; {}", nameOf(choice.algorithm), obstacle, advice()));
    auto schedule = row->schedule(request);
    if (!schedule && chooses) {
        row = algorithmRow(request.kind, CollectiveAlgorithm::rotated);
        choice = {CollectiveAlgorithm::rotated,
                  "every link in every step would be faster, but no such schedule was found"};
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
