// SPDX-License-Identifier: GPL-3.0-or-later
// Routes, and what each of their links carries.
#include "core/collectives/algorithms/permute.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/permutation.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/collectives/networks/disjoint_paths.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <set>

namespace core
{

namespace
{

double hopSeconds(const CollectiveRequest& request) { return request.rates.hop.si(); }
double wireSeconds(const CollectiveRequest& request) { return request.bytes() / request.rates.bandwidth.si(); }

std::size_t linksOf(const std::vector<PortPath>& paths)
{
    return std::accumulate(paths.begin(), paths.end(), std::size_t{0},
                           [](std::size_t sum, const PortPath& path) { return sum + path.size(); });
}

/// Of the sets, the one whose paths, ending together, end first: all bytes over all paths, and their mean length.
std::vector<PortPath> quickest(const CollectiveRequest& request, std::vector<std::vector<PortPath>> sets)
{
    const auto end = [&](const std::vector<PortPath>& paths) {
        return (wireSeconds(request) + static_cast<double>(linksOf(paths)) * hopSeconds(request)) /
               static_cast<double>(paths.size());
    };
    const auto best = std::min_element(sets.begin(), sets.end(),
                                       [&](const auto& a, const auto& b) { return end(a) < end(b) * (1 - 1e-12); });
    return *best;
}

/// A path that is this much longer than the first would end later than the first alone.
double longestUse(const CollectiveRequest& request)
{
    const int first = request.topology.distance(request.from, request.to);
    const double hop = hopSeconds(request);
    return hop > 0 ? first + wireSeconds(request) / hop : std::numeric_limits<double>::infinity();
}

/// Pieces of a path.
int piecesOf(const CollectiveRequest& request, const std::vector<PortPath>& paths)
{
    if (request.pieces > 0)
        return request.pieces;
    std::size_t hops = 1;
    for (const auto& path : paths)
        hops = std::max(hops, path.size());
    const auto elements = request.elements / static_cast<std::int64_t>(paths.size());
    const auto max = static_cast<int>(std::clamp<std::int64_t>(elements, 1, maxPieces));
    return std::clamp(100 * (static_cast<int>(hops) - 1), 1, max);
}

/// Pieces of equal size dealt out by length: the more the shorter.
std::vector<Route> dealt(const CollectiveRequest& request, std::vector<PortPath> paths)
{
    using Count = Quantity<dim::count>;
    std::stable_sort(paths.begin(), paths.end(),
                     [](const PortPath& a, const PortPath& b) { return a.size() < b.size(); });
    const auto count = static_cast<int>(paths.size());
    const int all = count * piecesOf(request, paths);
    const Count links(static_cast<double>(linksOf(paths)));
    std::vector<Route> routes;
    double share = 0;
    int given = 0;
    for (auto& path : paths) {
        share += formulas::pathShare(Count(count), links, Count(static_cast<double>(path.size())), request.rates.hop,
                                     request.rates.bandwidth, Quantity<dim::byte>(request.bytes()))
                     .si();
        const int until = std::min(all, static_cast<int>(std::lround(share * all)));
        if (until > given)
            routes.push_back({std::move(path), until - given});
        given = std::max(given, until);
    }
    return routes;
}

int piecesInAll(const std::vector<Route>& routes)
{
    return std::accumulate(routes.begin(), routes.end(), 0, [](int sum, const Route& r) { return sum + r.pieces; });
}

bool areAlike(const std::vector<Route>& routes)
{
    return std::all_of(routes.begin(), routes.end(),
                       [&](const Route& route) { return route.pieces == routes.front().pieces; });
}

/// So many of all pieces of the array, one after the other along a path.
template <class In>
SecondsOf<typename In::Rep> pathTime(const CostInputs<In>& c, std::size_t hops, int pieces, int allPieces)
{
    const auto own = c.in(fact::coll::pieces, pieces);
    return formulas::pathTime(c.in(fact::coll::pathHops, static_cast<double>(hops)), c.hop, own,
                              c.array * own / c.in(fact::coll::allPieces, allPieces), c.w);
}

Quantity<dim::second> timeOf(const CollectiveRequest& request, const Route& route, int all)
{
    return onDoubles(request, [&](const auto& c) { return pathTime(c, route.ports.size(), route.pieces, all); });
}

} // namespace

std::vector<int> portsAlong(const Topology& topology, int axis, int from, int to, bool shorter)
{
    const auto& side = topology.axes[place(axis)];
    const int forward = side.wraps ? (to - from + side.length) % side.length : to - from;
    bool up = forward > 0 && (!side.wraps || topology.oneWay || 2 * forward <= side.length);
    if (!shorter)
        up = !up;
    const int hops = side.wraps ? (up ? forward : side.length - forward) : std::abs(forward);
    return std::vector<int>(place(hops), 2 * axis + (up ? 0 : 1));
}

std::vector<Route> disjointRoutes(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    if (request.from == request.to)
        return {};
    if (topology.wiring == Wiring::throughSwitch) {
        const std::vector<PortPath> through{{topology.portThrough(request.from, request.to)}};
        return dealt(request, through);
    }
    auto sets = disjointPaths(topology, request.from, request.to, longestUse(request));
    if (topology.oneWay) { // as in a pipeline, where links off the shortest ways are taken by others
        const auto shortest = static_cast<std::size_t>(topology.distance(request.from, request.to));
        std::erase_if(sets, [&](const auto& paths) { return linksOf(paths) > paths.size() * shortest; });
    }
    return dealt(request, quickest(request, std::move(sets)));
}

SlowestRoute slowestRoute(const CollectiveRequest& request)
{
    const auto routes = disjointRoutes(request);
    const int all = piecesInAll(routes);
    const auto end = [&](const Route& route) { return timeOf(request, route, all).si(); };
    const auto last =
        std::max_element(routes.begin(), routes.end(), [&](const Route& a, const Route& b) { return end(a) < end(b); });
    if (last == routes.end())
        return {};
    return {static_cast<int>(last->ports.size()), last->pieces, all};
}

std::string routesText(const CollectiveRequest& request)
{
    const auto routes = disjointRoutes(request);
    if (routes.empty())
        return "nothing has to move";
    const auto& topology = request.topology;
    const int ways = std::min(topology.degree(request.from), topology.degree(request.to));
    std::string text = routes.size() == 1 ? "the bytes take one path" : "paths that share no link add up";
    if (routes.front().ports.size() < routes.back().ports.size())
        text += ", with the more bytes the shorter";
    if (static_cast<int>(routes.size()) < ways)
        text += "; there are more, but for so few bytes longer ones would end later";
    return text;
}

Schedule sendBetween(const CollectiveRequest& request)
{
    const auto routes = disjointRoutes(request);
    const bool equal = areAlike(routes);
    const int paths = std::max(1, static_cast<int>(routes.size()));
    const int all = std::max(1, piecesInAll(routes));
    const ChunkSpace chunks(
        request.topology,
        {.cut = Cut::pieces, .parts = equal ? paths : 1, .halves = equal ? all / paths : all, .even = request.even},
        request.elements, request.elementBytes);
    struct Hop {
        int port = 0;
        int index = 0;
        ChunkNumber firstPiece = 0;
        ChunkNumber pieces = 0;
    };
    std::vector<std::vector<Hop>> hops(place(request.topology.chips())); // by chip; routes share no link
    std::set<int> senders{request.from};
    ChunkNumber first = 0;
    int steps = 0;
    for (const auto& route : routes) {
        int chip = request.from;
        for (std::size_t i = 0; i < route.ports.size(); ++i) {
            hops[place(chip)].push_back({route.ports[i], static_cast<int>(i), first, route.pieces});
            senders.insert(chip);
            chip = request.topology.neighbour(chip, route.ports[i]);
        }
        steps = std::max(steps, static_cast<int>(route.ports.size()) + route.pieces - 1);
        first += route.pieces;
    }
    const auto carries = [hops](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        for (const auto& hop : hops[place(chip)])
            if (hop.port == port && step >= hop.index && step - hop.index < hop.pieces)
                runs.push_back({hop.firstPiece + step - hop.index, 1});
        return TransferOp::move;
    };
    Schedule schedule{Goal::deliver, request.topology, chunks, steps, carries};
    schedule.senders.assign(senders.begin(), senders.end());
    schedule.deliveries.assign(static_cast<std::size_t>(chunks.count()), {request.from, request.to});
    return schedule;
}

Schedule shiftRound(const CollectiveRequest& request, int places)
{
    const auto& topology = request.topology;
    const int axis = topology.activeAxes().front();
    const int chips = topology.chips();
    const int forward = chips - places; // parts of every shard that go in +
    const ChunkSpace chunks(topology, {.parts = chips, .ownerFirst = true, .even = request.even}, request.elements,
                            request.elementBytes);
    const auto carries = [=](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        if (port == 2 * axis && step < places)
            runs.push_back({static_cast<ChunkNumber>((chip - step + chips) % chips) * chips, forward});
        if (port == 2 * axis + 1 && step < forward)
            runs.push_back({static_cast<ChunkNumber>((chip + step) % chips) * chips + forward, places});
        return TransferOp::move;
    };
    Schedule schedule{Goal::deliver, topology, chunks, std::max(places, forward), carries};
    for (ChunkNumber i = 0; i < chunks.count(); ++i) {
        const int owner = chunks.name(i).owner;
        schedule.deliveries.push_back({owner, (owner + places) % chips});
    }
    return schedule;
}

bool canShift(const Topology& topology)
{
    const auto active = topology.activeAxes();
    return topology.wiring == Wiring::torus && !topology.oneWay && active.size() == 1 &&
           topology.axes[place(active.front())].wraps && topology.chips() <= longestShiftRing;
}

Schedule shiftByPlaces(const CollectiveRequest& request)
{
    auto all = request;
    all.elements *= request.topology.chips();
    return shiftRound(all, request.shift);
}

namespace
{

std::string needsRingToShift(const CollectiveRequest& r)
{
    return r.shift == 0 || canShift(r.topology) ? "" : "every chip sends round one closed axis in both directions";
}

std::optional<Schedule> sendDirect(const CollectiveRequest& r)
{
    if (!r.destinations.empty())
        return permuteChips(r);
    return r.shift > 0 ? shiftByPlaces(r) : sendBetween(r);
}

struct SendForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        if (!c.request.destinations.empty())
            return std::nullopt;
        if (const int shift = c.request.shift; shift > 0) {
            const auto bytes = formulas::shiftBytes(c.in(fact::coll::shift, shift), c.n, c.array);
            const auto hops = c.in(fact::coll::steps, std::max(shift, c.topology().chips() - shift));
            return {{formulas::barrierTime(hops, c.hop, bytes, c.w)}};
        }
        const auto slowest = slowestRoute(c.request);
        if (slowest.hops == 0)
            return ClosedFormOf<typename In::Rep>{};
        return {{pathTime(c, place(slowest.hops), slowest.pieces, slowest.allPieces)}};
    }
};

Recommendation permuteRecommended(const CollectiveRequest& r, const Shape&)
{
    if (r.topology.wiring == Wiring::throughSwitch)
        return {"the switch connects every pair", true};
    if (!r.destinations.empty())
        return {"arrays go axis after axis, and on every link the farthest to go first", true};
    return {r.shift > 0 ? "both directions carry the same bytes" : routesText(r), true};
}

} // namespace

AlgorithmRow permuteRow()
{
    return {.kind = CollectiveKind::permute,
            .id = CollectiveAlgorithm::direct,
            .rank = 6,
            .title = "From chip to chip",
            .obstacle = needsRingToShift,
            .schedule = sendDirect,
            .closedForm = SendForm{},
            .recommended = permuteRecommended};
}

} // namespace core
