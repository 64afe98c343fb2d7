// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` takes: the algorithm that takes least by the clock; on large networks of those that are recommended.
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/effort.h"
#include "core/collectives/costs/cost_inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core
{

namespace
{

struct Candidate {
    const AlgorithmRow* row;
    Recommendation recommendation;
};

constexpr double maxEffort = 2e6; // timed within 30 ms, on networks so large that they follow no slider
constexpr double maxBlocks = 1e5; // of an all-to-all, one for each link they cross: within some milliseconds
constexpr int maxCompared = 128;  // chips up to which every algorithm is timed, not only those recommended

/// On a torus every algorithm is timed, unless it is large. Through a switch one step is best by any clock.
bool comparesAll(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    return topology.chips() <= maxCompared && topology.wiring == Wiring::torus &&
           request.kind != CollectiveKind::permute;
}

/// The closed form where it is exact by the clock of the request, on large networks by any. Elsewhere the schedule
/// itself, with pieces that are all alike, tells; if following it would take too long, the form, an upper bound, has to
/// do. Nothing where there is none either.
std::optional<double> secondsOf(CollectiveRequest request, const AlgorithmRow& row)
{
    const auto form = onDoubles(request, row.closedForm);
    const bool blocks = request.kind == CollectiveKind::allToAll;
    const double pieces = blocks ? std::pow(request.topology.chips(), 2) * meanHops(request.topology) : 0;
    const auto clock = comparesAll(request) || blocks ? request.clock : form ? form->clock : request.clock;
    if ((form && form->exact && form->clock == clock) || pieces > maxBlocks)
        return form ? std::optional(form->time.si()) : std::nullopt;
    request.even = true;
    if (const auto schedule = row.schedule(request); schedule && timingEffort(*schedule) <= maxEffort)
        return timeSchedule(*schedule, request.rates).by(request.clock).si();
    return form ? std::optional(form->time.si()) : std::nullopt;
}

/// The candidate that takes least, the first of equals; where nobody can tell what one takes, the first of all.
const Candidate& fastest(const CollectiveRequest& request, const std::vector<Candidate>& candidates)
{
    constexpr double equal = 1 + 1e-9;
    const Candidate* best = &candidates.front();
    double min = std::numeric_limits<double>::infinity();
    for (const auto& candidate : candidates) {
        const bool recommended = !candidate.recommendation.why.empty();
        const auto seconds = candidates.size() > 1 ? secondsOf(request, *candidate.row) : std::nullopt;
        if (!seconds && recommended)
            return candidates.front();
        if (seconds && *seconds * equal < min) {
            best = &candidate;
            min = *seconds;
        }
    }
    return *best;
}

/// All that can be done, first those that are recommended; on large networks only these, or what is best.
std::vector<Candidate> candidatesFor(const CollectiveRequest& request, const Shape& shape)
{
    const bool all = comparesAll(request);
    std::vector<Candidate> candidates;
    for (const auto& row : collectiveAlgorithms()) {
        if (row.kind != request.kind || (all && !row.obstacle(request).empty()))
            continue;
        auto recommendation = row.recommended(request, shape);
        if (recommendation.best && !all)
            return {{&row, std::move(recommendation)}};
        if (all || !recommendation.why.empty())
            candidates.push_back({&row, std::move(recommendation)});
    }
    std::stable_partition(candidates.begin(), candidates.end(),
                          [](const Candidate& c) { return !c.recommendation.why.empty(); });
    return candidates;
}

} // namespace

AlgorithmChoice chosenAlgorithm(const CollectiveRequest& request)
{
    const auto shape = shapeOf(request.topology);
    const auto candidates = candidatesFor(request, shape);
    const auto& chosen = fastest(request, candidates);
    AlgorithmChoice choice{chosen.row->id, chosen.recommendation.why};
    if (choice.why.empty())
        choice.why = "it is the fastest of all algorithms by this clock";
    for (const auto& row : collectiveAlgorithms())
        if (!comparesAll(request) && row.kind == request.kind && row.id != choice.algorithm && row.aside)
            choice.why += row.aside(request, shape);
    return choice;
}

} // namespace core
