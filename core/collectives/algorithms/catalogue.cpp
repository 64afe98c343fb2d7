// SPDX-License-Identifier: GPL-3.0-or-later
// The list of algorithms, and the schedule that a request gets.
#include "core/collectives/algorithms/catalogue.h"

#include "core/scenario/choices.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

// One line for each algorithm here and one below; its own file has the rest.
AlgorithmRows timeSlotsRows();
AlgorithmRows ringRows();
AlgorithmRows rotatedRows();
AlgorithmRows offsetsRows();
AlgorithmRows axisByAxisRows();
AlgorithmRows directRows();
AlgorithmRows middleRows();
AlgorithmRows oneShotRows();
AlgorithmRows treesRows();
AlgorithmRows permuteRows();

namespace
{

/// Of two that take equally long `auto` takes the first.
AlgorithmRows allRows()
{
    AlgorithmRows all;
    for (const auto rows : {timeSlotsRows, ringRows, rotatedRows, offsetsRows, axisByAxisRows, directRows, middleRows,
                            oneShotRows, treesRows, permuteRows})
        for (auto& row : rows())
            all.push_back(row);
    return all;
}

} // namespace

std::span<const AlgorithmRow> collectiveAlgorithms()
{
    static const AlgorithmRows rows = allRows();
    return rows;
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
        return tl::unexpected(fmt::format("coll.algorithm is \"{}\", which is no way to do \"{}\"; {}",
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
