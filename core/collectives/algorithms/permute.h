// SPDX-License-Identifier: GPL-3.0-or-later
// From one chip to another along paths that share no link, and a shift of everything round a ring.
#pragma once

#include "core/collectives/schedules/request.h"
#include "core/collectives/schedules/schedule.h"

#include <string>
#include <vector>

namespace core
{

struct AlgorithmRow;

/// Of one message, which follow each other.
inline constexpr int maxPieces = 512;

/// Ports from chip to chip, starting at the sender.
struct Route {
    std::vector<int> ports;
    int pieces = 1; // of the array, all of one size
};

/// Ports from one place of an axis to a different one, the shorter way or the other.
std::vector<int> portsAlong(const Topology&, int axis, int from, int to, bool shorter);

/// As many paths that share no link as make the transfer quickest, with pieces so that all end together; shorter ones
/// first. Of a request with 0 pieces: as many as keep filling a path under 1 %.
std::vector<Route> disjointRoutes(const CollectiveRequest&);
/// Why just these, in words without amounts.
std::string routesText(const CollectiveRequest&);

/// The route that ends last, by the asynchronous clock; no hops where nothing has to move.
struct SlowestRoute {
    int hops = 0;
    int pieces = 0;
    int allPieces = 0; // of all routes
};
SlowestRoute slowestRoute(const CollectiveRequest&);

/// Sends in pieces that follow each other along every route.
Schedule sendBetween(const CollectiveRequest&);

/// Every chip of the ring sends all elements of the request `shift` places further.
Schedule shiftByPlaces(const CollectiveRequest&);
/// Longest ring for it: every array is cut into as many parts as there are chips.
inline constexpr int longestShiftRing = 256;
/// One closed axis, no longer than that, that sends both ways.
bool canShift(const Topology&);

AlgorithmRow permuteRow();

/// Every chip of a closed axis sends its shard to the chip `places` further, a share of it the other way round.
Schedule shiftRound(const CollectiveRequest&, int places);

} // namespace core
