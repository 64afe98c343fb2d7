// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` takes: the algorithm that its row calls best, else the one that takes least of those recommended.
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/clocks/clocks.h"
#include "core/collectives/clocks/effort.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/inputs/inputs.h"

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

constexpr double mostEffort = 2e6; // timed within 30 ms, on networks so large that they follow no slider
constexpr double mostBlocks = 1e5; // of an all-to-all, one for each link they cross: within some milliseconds

/// The closed form where it is exact. Elsewhere it is an upper bound, and the schedule itself, with pieces that are all
/// alike, tells by the asynchronous clock; if following it would take too long, the bound has to do. Nothing where
/// there is no bound either.
std::optional<double> secondsOf(CollectiveRequest request, const AlgorithmRow& row)
{
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
const Candidate& fastest(const CollectiveRequest& request, const std::vector<Candidate>& candidates)
{
    constexpr double equal = 1 + 1e-9;
    const Candidate* best = &candidates.front();
    double least = std::numeric_limits<double>::infinity();
    for (const auto& candidate : candidates) {
        const auto seconds = candidates.size() > 1 ? secondsOf(request, *candidate.row) : std::nullopt;
        if (!seconds)
            return candidates.front();
        if (*seconds * equal < least) {
            best = &candidate;
            least = *seconds;
        }
    }
    return *best;
}

/// Whatever comes first among those that are best.
std::vector<Candidate> candidatesFor(const CollectiveRequest& request, const Shape& shape)
{
    std::vector<Candidate> candidates;
    for (const auto& row : collectiveAlgorithms()) {
        if (row.kind != request.kind)
            continue;
        auto recommendation = row.recommended(request, shape);
        if (recommendation.best)
            return {{&row, std::move(recommendation)}};
        if (!recommendation.why.empty())
            candidates.push_back({&row, std::move(recommendation)});
    }
    return candidates;
}

} // namespace

AlgorithmChoice chosenAlgorithm(const CollectiveRequest& request)
{
    const auto shape = shapeOf(request.topology);
    const auto candidates = candidatesFor(request, shape);
    const auto& chosen = fastest(request, candidates);
    AlgorithmChoice choice{chosen.row->id, chosen.recommendation.why};
    for (const auto& row : collectiveAlgorithms())
        if (row.kind == request.kind && row.id != choice.algorithm && row.aside)
            choice.why += row.aside(request, shape);
    return choice;
}

} // namespace core
