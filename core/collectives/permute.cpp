// SPDX-License-Identifier: GPL-3.0-or-later
// Routes, and what each of their links carries.
#include "core/collectives/permute.h"

#include "core/formulas/collectives.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace core
{

namespace
{

constexpr int mostPieces = 512;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

std::vector<Route> bothWaysRound(const CollectiveRequest& request, int axis, int from, int to)
{
    Route shorter{portsAlong(request.topology, axis, from, to, true)};
    Route longer{portsAlong(request.topology, axis, from, to, false)};
    const auto share =
        formulas::shortWayShare(Quantity<dim::count>(request.topology.axes[place(axis)].length),
                                Quantity<dim::count>(static_cast<double>(shorter.ports.size())), request.rates.hop,
                                request.rates.bandwidth, Quantity<dim::byte>(request.bytes()));
    shorter.share = std::min(1.0, share.si()); // few bytes go the shorter way alone
    longer.share = 1 - shorter.share;
    return longer.share > 0 ? std::vector<Route>{shorter, longer} : std::vector<Route>{shorter};
}

int chosenPieces(const CollectiveRequest& request, const std::vector<Route>& routes)
{
    if (request.pieces > 0)
        return request.pieces;
    std::size_t hops = 0;
    for (const auto& route : routes)
        hops = std::max(hops, route.ports.size());
    return std::clamp(100 * (static_cast<int>(hops) - 1), 1, mostPieces);
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
    if (topology.wiring == Wiring::throughSwitch)
        return {{{(request.to - request.from + topology.chips()) % topology.chips() - 1}, 1}};
    const auto from = topology.coordinates(request.from);
    const auto to = topology.coordinates(request.to);
    std::vector<int> axes;
    for (const int axis : topology.activeAxes())
        if (from[place(axis)] != to[place(axis)])
            axes.push_back(axis);
    const auto first = place(axes.front());
    if (axes.size() == 1 && topology.axes[first].wraps && !topology.oneWay)
        return bothWaysRound(request, axes.front(), from[first], to[first]);
    std::vector<Route> routes;
    for (std::size_t start = 0; start < axes.size(); ++start) {
        Route route{{}, 1.0 / static_cast<double>(axes.size())};
        for (std::size_t k = 0; k < axes.size(); ++k) {
            const int axis = axes[(start + k) % axes.size()];
            const auto ports = portsAlong(topology, axis, from[place(axis)], to[place(axis)], true);
            route.ports.insert(route.ports.end(), ports.begin(), ports.end());
        }
        routes.push_back(std::move(route));
    }
    return routes;
}

Schedule sendBetween(const CollectiveRequest& request)
{
    const auto routes = disjointRoutes(request);
    const bool equal = routes.empty() || routes.size() == 1 || routes.front().share == routes.back().share;
    const int paths = std::max(1, static_cast<int>(routes.size()));
    const int each = chosenPieces(request, routes);
    const int parts = equal ? paths : 1;
    const int halves = equal ? each : 2 * each; // pieces of equal size, dealt out by share where shares differ
    const ChunkSpace chunks(request.topology,
                            {.cut = Cut::pieces, .parts = parts, .halves = halves, .even = request.even},
                            request.elements, request.elementBytes);
    struct Hop {
        int port = 0;
        int index = 0;
        ChunkNumber firstPiece = 0;
        ChunkNumber pieces = 0;
    };
    std::vector<std::vector<Hop>> hops(place(request.topology.chips())); // by chip; routes share no link
    std::set<int> senders{request.from};
    ChunkNumber dealt = 0;
    int steps = 0;
    for (std::size_t r = 0; r < routes.size(); ++r) {
        const auto byShare = static_cast<ChunkNumber>(std::llround(routes[r].share * halves));
        const ChunkNumber pieces = equal ? each : (r + 1 == routes.size() ? halves - dealt : byShare);
        int chip = request.from;
        for (std::size_t i = 0; i < routes[r].ports.size(); ++i) {
            hops[place(chip)].push_back({routes[r].ports[i], static_cast<int>(i), dealt, pieces});
            senders.insert(chip);
            chip = request.topology.neighbour(chip, routes[r].ports[i]);
        }
        if (pieces > 0)
            steps = std::max(steps, static_cast<int>(routes[r].ports.size()) + static_cast<int>(pieces) - 1);
        dealt += pieces;
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

Quantity<dim::second> shiftTime(const CollectiveRequest& request)
{
    using Count = Quantity<dim::count>;
    const int chips = request.topology.chips();
    const auto bytes = formulas::shiftBytes(Count(request.shift), Count(chips), Quantity<dim::byte>(request.bytes()));
    const Count hops(std::max(request.shift, chips - request.shift));
    return formulas::barrierTime(hops, request.rates.hop, bytes, request.rates.bandwidth);
}

} // namespace core
