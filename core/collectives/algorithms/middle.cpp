// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce on a line: pieces are summed towards the middle and the sums sent back, both at the same time.
#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"

#include <algorithm>
#include <cmath>

namespace core
{

namespace
{

constexpr int maxLinePieces = 4096;

/// What m pieces take: all steps alike, or without barriers hops that hold up no link.
double secondsOf(const CollectiveRequest& request, double m)
{
    const double others = request.topology.chips() - 2;
    const double hop = request.rates.hop.si();
    const double wire = request.bytes() / request.rates.bandwidth.si() / m;
    if (request.clock == CollectiveClock::async)
        return (others + 1) * hop + (m + others) * wire;
    return (m + others) * (request.clock == CollectiveClock::book ? std::max(hop, wire) : hop + wire);
}

/// Without barriers more pieces are always better: the fewest that come within a hundredth of the best.
int bestPieces(const CollectiveRequest& request)
{
    constexpr double near = 1.01;
    const double chips = request.topology.chips();
    const double max = static_cast<double>(std::clamp<std::int64_t>(request.elements, 1, maxLinePieces));
    const double hop = request.rates.hop.si();
    if (chips < 3 || hop <= 0)
        return chips < 3 ? 1 : static_cast<int>(max);
    const double wire = request.bytes() / request.rates.bandwidth.si();
    double best = 0;
    if (request.clock == CollectiveClock::async)
        best = (chips - 2) * wire / (near * secondsOf(request, max) - (chips - 1) * hop - wire);
    else if (request.clock == CollectiveClock::book)
        best = wire / hop;
    else
        best = formulas::middlePieces(Quantity<dim::count>(chips), Quantity<dim::byte>(request.bytes()),
                                      request.rates.hop, request.rates.bandwidth)
                   .si();
    const double fewer = std::clamp(std::floor(best), 1.0, max);
    const double more = std::clamp(std::ceil(best), 1.0, max);
    if (request.clock == CollectiveClock::async)
        return static_cast<int>(more);
    return static_cast<int>(secondsOf(request, fewer) <= secondsOf(request, more) ? fewer : more);
}

Schedule allReduceThroughMiddle(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const int pieces = request.pieces > 0 ? request.pieces : bestPieces(request);
    const ChunkSpace chunks(topology, {.cut = Cut::pieces, .parts = pieces, .even = request.even}, request.elements,
                            request.elementBytes);
    const int chips = topology.chips();
    const auto active = topology.activeAxes();
    const int onlyAxis = active.empty() ? 0 : active.front();
    const auto carries = [=](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        if (axisOf(port) != onlyAxis || topology.neighbour(chip, port) < 0)
            return TransferOp::copy;
        const int fromEnd = isForward(port) ? chip : chips - 1 - chip;
        const int piece = step - fromEnd;
        if (piece >= 0 && piece < pieces)
            runs.push_back({piece, 1});
        const int linksLeft = chips - 1 - 2 * fromEnd; // twice the way to the middle
        return linksLeft > 1 ? TransferOp::reduce : (linksLeft == 1 ? TransferOp::exchange : TransferOp::copy);
    };
    return {Goal::allReduce, topology, chunks, chips > 1 ? pieces + chips - 2 : 0, carries};
}

std::string needsOpenLine(const CollectiveRequest& r)
{
    const auto active = r.topology.activeAxes();
    if (r.topology.wiring == Wiring::throughSwitch || active.size() > 1)
        return "it goes along one axis";
    const bool open = active.empty() || !r.topology.axes[static_cast<std::size_t>(active.front())].wraps;
    return open ? "" : "the axis closes into a ring, which has no center";
}

struct MiddleForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (c.isAlone())
            return ClosedFormOf<typename In::Rep>{};
        const int pieces = c.request.pieces > 0 ? c.request.pieces : bestPieces(c.request);
        return {{formulas::middleReduce(c.in(fact::coll::pieces, pieces), c.n, c.hop, c.array, c.w),
                 CollectiveClock::lockstep}};
    }
};

Recommendation recommended(const CollectiveRequest& r, const Shape& shape)
{
    if (r.topology.wiring == Wiring::throughSwitch || shape.axes != 1 || !shape.allOpen)
        return {};
    return {r.topology.chips() == 2 ? "two chips exchange their arrays in one step"
                                    : "on a line sums can go inwards while results go outwards",
            true};
}

} // namespace

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::middle>()
{
    return {{.kind = CollectiveKind::allReduce,
             .id = CollectiveAlgorithm::middle,
             .rank = 5,
             .title = "Reduce to the center, then broadcast",
             .obstacle = needsOpenLine,
             .schedule = [](const CollectiveRequest& r) { return std::optional(allReduceThroughMiddle(r)); },
             .closedForm = MiddleForm{},
             .recommended = recommended}};
}

} // namespace core
