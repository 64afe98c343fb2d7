// SPDX-License-Identifier: GPL-3.0-or-later
// Lower bounds from what every chip must take in, from additions, and from cuts through the network.
#include "core/collectives/costs/bounds.h"

#include "core/collectives/costs/cost_inputs.h"
#include "core/collectives/schedules/chunks.h"
#include "core/formulas/collectives.h"
#include "core/formulas/network.h"
#include "core/inputs/collective_facts.h"
#include "core/scenario/fields_hardware.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Chips have to take in what they lack; all else has to cross links anywhere.
constexpr bool takesIn(CollectiveKind kind)
{
    return kind == CollectiveKind::allGather || kind == CollectiveKind::reduceScatter;
}

/// Takes this load over these links for the bound where they take longer than what was found before.
template <class Reason>
void raise(const CollectiveRequest& request, LowerBound& bound, double load, double links, const Reason& reason)
{
    LowerBound higher{.load = load, .links = links};
    higher.wire = onDoubles(request, [&](const auto& c) { return BoundCost<Plain>{c, higher}.wire(); });
    if (bound.links > 0 && higher.wire.si() <= bound.wire.si())
        return;
    bound = std::move(higher);
    bound.reason = reason();
}

/// The slowest chip to take in everything but its own shard.
LowerBound gatherBound(const CollectiveRequest& request)
{
    LowerBound bound;
    const int chips = request.topology.chips();
    for (int chip = 0; chip < chips; ++chip) {
        const double own = request.even
                               ? request.bytes() / chips
                               : static_cast<double>(split(request.elements, chips, chip)) * request.elementBytes;
        raise(request, bound, request.bytes() - own, request.topology.degree(chip),
              [&] { return fmt::format("chip {} has to take in all but its own shard by its links", chip); });
    }
    return bound;
}

/// V/W: each chip hands in its array and gets the sum, at once.
LowerBound switchBound(const CollectiveRequest& request)
{
    LowerBound bound{.load = request.bytes(), .links = 1, .degree = 1};
    bound.wire = onDoubles(request, [&](const auto& c) { return BoundCost<Plain>{c, bound}.wire(); });
    bound.reason = "every chip hands its array to the switch, which adds up, and takes in the sum";
    return bound;
}

LowerBound reductionBound(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    if (request.inSwitch)
        return switchBound(request);
    LowerBound bound{.load = request.bytes(), .links = 1.0 * topology.links(), .degree = topology.degree(0)};
    for (int chip = 1; chip < topology.chips(); ++chip)
        bound.degree = std::min(bound.degree, topology.degree(chip));
    bound.wire = onDoubles(request, [&](const auto& c) { return BoundCost<Plain>{c, bound}.wire(); });
    bound.reason = "every byte is added up over all chips and sent back, over all links";
    return bound;
}

/// Bytes of the blocks from chips inside to chips outside. Shards have two sizes, so counting is enough.
struct CutTraffic {
    const CollectiveRequest& request;

    template <class Inside> double outwards(Inside inside) const
    {
        const std::int64_t chips = request.topology.chips();
        if (request.even) {
            double within = 0;
            for (int chip = 0; chip < chips; ++chip)
                within += inside(chip) ? 1 : 0;
            const double all = static_cast<double>(chips);
            return within * (all - within) * request.bytes() / all / all;
        }
        std::int64_t elements = 0;
        for (const bool larger : {true, false}) {
            const std::int64_t shard = request.elements / chips + (larger ? 1 : 0);
            std::int64_t sources = 0;
            std::int64_t received = 0;
            for (int chip = 0; chip < chips; ++chip) {
                if (inside(chip))
                    sources += (chip < request.elements % chips) == larger ? 1 : 0;
                else
                    received += split(shard, chips, chip);
            }
            elements += sources * received;
        }
        return static_cast<double>(elements) * request.elementBytes;
    }
};

/// Half an axis on either side: every contiguous half of a ring, both ends of a line.
void raiseByCuts(const CollectiveRequest& request, int axis, LowerBound& bound)
{
    const auto& topology = request.topology;
    const auto& side = topology.axes[place(axis)];
    const int half = side.length / 2;
    const int across = topology.chips() / side.length;
    const int links = across * (side.wraps && !topology.oneWay ? 2 : 1);
    const CutTraffic traffic{request};
    const int starts = request.even ? 1 : side.length; // all alike where all blocks are
    for (int start = 0; start < starts; ++start) {
        if (!side.wraps && start != 0 && start != side.length - half)
            continue;
        for (const bool outside : {false, true}) {
            const double bytes = traffic.outwards([&](int chip) {
                const int at = (topology.coordinates(chip)[place(axis)] - start + side.length) % side.length;
                return (at < half) != outside;
            });
            raise(request, bound, bytes, links,
                  [&] { return fmt::format("blocks have to cross the bisection of axis {}", "XYZ"[axis]); });
        }
    }
}

/// Sum over all blocks of size times shortest way; large networks count every block at the smaller size.
double blockDistance(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const int chips = topology.chips();
    constexpr int maxPairs = 512;
    double sum = 0;
    if (chips <= maxPairs && !request.even) {
        for (int from = 0; from < chips; ++from) {
            const auto shard = split(request.elements, chips, from);
            for (int to = 0; to < chips; ++to)
                sum += static_cast<double>(split(shard, chips, to)) * topology.distance(from, to);
        }
        return sum * request.elementBytes;
    }
    const double all = chips;
    const double block = request.even
                             ? request.bytes() / all / all
                             : std::floor(static_cast<double>(request.elements) / all / all) * request.elementBytes;
    if (topology.wiring == Wiring::throughSwitch)
        return block * all * (all - 1);
    for (const auto& axis : topology.axes) {
        double pairs = 0;
        for (int from = 0; from < axis.length; ++from)
            for (int to = 0; to < axis.length; ++to)
                pairs += hopsOn(axis, topology.oneWay, from, to);
        sum += pairs * (all / axis.length) * (all / axis.length);
    }
    return sum * block;
}

LowerBound exchangeBound(const CollectiveRequest& request)
{
    LowerBound bound;
    const auto& topology = request.topology;
    raise(request, bound, blockDistance(request), std::max(1, topology.links()),
          [] { return "all blocks take shortest paths over all links"; });
    if (topology.wiring == Wiring::torus)
        for (const int axis : topology.activeAxes())
            raiseByCuts(request, axis, bound);
    return bound;
}

/// Arrays that leave a stretch of an axis, or come into it, whichever are more.
double crossing(std::span<const std::pair<int, int>> moves, int start, int length, int all)
{
    const auto isIn = [&](int at) { return (at - start + all) % all < length; };
    double leaving = 0;
    double coming = 0;
    for (const auto& [from, to] : moves) {
        leaving += isIn(from) && !isIn(to) ? 1 : 0;
        coming += !isIn(from) && isIn(to) ? 1 : 0;
    }
    return std::max(leaving, coming);
}

/// Both sides of every cut through an open axis, every stretch of a closed one; of a long one only halves.
template <class Raise> void raiseByStretches(const CollectiveRequest& request, int axis, const Raise& raise)
{
    constexpr int longAxis = 64;
    const auto& topology = request.topology;
    const auto& side = topology.axes[place(axis)];
    const int n = side.length;
    const int links = topology.chips() / n * (side.wraps && !topology.oneWay ? 2 : 1);
    const bool halves = side.wraps && n > longAxis;
    std::vector<std::pair<int, int>> moves; // places on the axis
    for (int chip = 0; chip < topology.chips(); ++chip) {
        const int from = topology.coordinates(chip)[place(axis)];
        const int to = topology.coordinates(request.destinations[place(chip)])[place(axis)];
        if (from != to)
            moves.emplace_back(from, to);
    }
    for (int start = 0; start < (side.wraps ? n : 1); ++start)
        for (int length = halves ? n / 2 : 1; length < (halves ? n / 2 + 1 : n); ++length)
            raise(crossing(moves, start, length, n), links, [&] {
                const auto last = (start + length - 1) % n;
                return length == 1
                           ? fmt::format("arrays have to leave or reach place {} of axis {}", start, "XYZ"[axis])
                           : fmt::format("arrays have to leave or reach places {} to {} of axis {}", start, last,
                                         "XYZ"[axis]);
            });
}

/// Arrays that chips send to others: their own links, all links, and cuts.
LowerBound permutationBound(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    LowerBound bound;
    const auto raiseBy = [&](double arrays, int links, const auto& reason) {
        raise(request, bound, arrays * request.bytes(), links, reason);
    };
    double hops = 0;
    for (int chip = 0; chip < topology.chips(); ++chip) {
        const int to = request.destinations[place(chip)];
        const int links = std::min(topology.degree(chip), topology.degree(to));
        hops += topology.distance(chip, to);
        if (chip != to)
            raiseBy(1, links,
                    [&] { return fmt::format("an array goes from chip {} to chip {} by the links of one", chip, to); });
    }
    raiseBy(hops, std::max(1, topology.links()), [] { return "all arrays take shortest paths over all links"; });
    if (topology.wiring == Wiring::torus)
        for (const int axis : topology.activeAxes())
            raiseByStretches(request, axis, raiseBy);
    return bound;
}

LowerBound sendBound(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    if (!request.destinations.empty())
        return permutationBound(request);
    LowerBound bound;
    if (request.shift > 0) {
        const auto load =
            formulas::shiftBytes(Quantity<dim::count>(request.shift), Quantity<dim::count>(topology.chips()),
                                 Quantity<dim::byte>(request.bytes()));
        raise(request, bound, load.si(), 1, [] { return "shares that load both directions of the ring alike"; });
        return bound;
    }
    raise(request, bound, request.bytes(), std::min(topology.degree(request.from), topology.degree(request.to)),
          [] { return "the array goes by the links of a chip at the ends"; });
    return bound;
}

/// Links to the farthest chip that something has to reach. Of few elements, the first chips have one each.
int farthest(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    const int chips = topology.chips();
    int hops = 0;
    if (request.kind == CollectiveKind::permute && !request.destinations.empty()) {
        for (int chip = 0; chip < chips; ++chip)
            hops = std::max(hops, topology.distance(chip, request.destinations[place(chip)]));
        return hops;
    }
    if (request.kind == CollectiveKind::permute)
        return topology.distance(request.from, request.shift > 0 ? request.from + request.shift : request.to);
    const bool fewBlocks = !request.even && request.elements < static_cast<std::int64_t>(chips) * chips;
    if (request.kind != CollectiveKind::allToAll || !fewBlocks)
        return topology.diameter();
    for (int from = 0; from < chips; ++from)
        for (std::int64_t to = 0; to < std::min<std::int64_t>(chips, split(request.elements, chips, from)); ++to)
            hops = std::max(hops, topology.distance(from, static_cast<int>(to)));
    return hops;
}

LowerBound wireBound(const CollectiveRequest& request)
{
    switch (request.kind) {
    case CollectiveKind::allReduce:
        return reductionBound(request);
    case CollectiveKind::allToAll:
        return exchangeBound(request);
    case CollectiveKind::permute:
        return sendBound(request);
    default:
        return gatherBound(request);
    }
}

/// Of several domains not the rate that the charge of e.8 amounts to: a NIC may bring more than each shard once.
template <class In> ByteRateOf<typename In::Rep> anyPort(const CostInputs<In>& c)
{
    const Domains& domains = c.request.domains;
    if (c.request.inSwitch || !(domains.size > 0) || c.request.kind == CollectiveKind::permute)
        return c.linkRate();
    const auto nic = c.in(field::hw::dcnRate, domains.nic);
    const auto smallest = smallestDomain(c.request, c.in);
    return formulas::anyPort(c.n, smallest, c.in(field::hw::linkRate, domains.inside), nic,
                             takesIn(c.request.kind) ? formulas::groupEgress(smallest, nic) : nic);
}

template <class In> SecondsOf<typename In::Rep> reductionTime(const CostInputs<In>& c, const LowerBound& bound,
                                                              const CountOf<typename In::Rep>& links)
{
    const Domains& domains = c.request.domains;
    if (domains.size > 0)
        return formulas::reduceAcross(c.n, c.in(fact::coll::domains, c.topology().domains()),
                                      smallestDomain(c.request, c.in), c.array,
                                      c.in(field::hw::linkRate, domains.inside), c.in(field::hw::dcnRate, domains.nic));
    return formulas::reduceBound(c.n, c.array, links, c.in(fact::coll::degree, bound.degree), c.w);
}

} // namespace

template <class In> BytesOf<typename In::Rep> BoundCost<In>::load() const
{
    return c.in(fact::coll::load, Bytes(bound.load));
}

template <class In> CountOf<typename In::Rep> BoundCost<In>::links() const
{
    return c.in(takesIn(c.request.kind) ? fact::coll::degree : fact::coll::sharingLinks, bound.links);
}

template <class In> CountOf<typename In::Rep> BoundCost<In>::hops() const
{
    return c.in(fact::coll::farthest, bound.hops);
}

template <class In> SecondsOf<typename In::Rep> BoundCost<In>::wire() const
{
    if (bound.links == 0)
        return c.nothing();
    if (c.request.kind == CollectiveKind::allReduce && !c.request.inSwitch)
        return reductionTime(c, bound, links());
    return takesIn(c.request.kind) ? formulas::intakeBound(load(), links(), anyPort(c))
                                   : formulas::loadBound(load(), links(), anyPort(c));
}

template <class In> SecondsOf<typename In::Rep> BoundCost<In>::latency() const
{
    return formulas::diameterBound(hops(), c.hop);
}

template <class In> SecondsOf<typename In::Rep> BoundCost<In>::time() const
{
    return formulas::noFasterThan(wire(), latency());
}

template struct BoundCost<Plain>;
template struct BoundCost<Recording>;

LowerBound lowerBound(const CollectiveRequest& request)
{
    const bool alone = request.kind == CollectiveKind::permute ? farthest(request) == 0 : request.topology.chips() == 1;
    if (alone)
        return {.reason = "nothing has to move"};
    auto bound = wireBound(request);
    bound.hops = farthest(request);
    onDoubles(request, [&](const auto& c) {
        const BoundCost<Plain> cost{c, bound};
        bound.latency = cost.latency();
        bound.time = cost.time();
    });
    if (bound.latency.si() > bound.wire.si())
        bound.reason = "something has to reach the farthest chip";
    return bound;
}

} // namespace core
