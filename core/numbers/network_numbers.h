// SPDX-License-Identifier: GPL-3.0-or-later
// net.*: how long bytes take from place to place.
#pragma once

#include "core/quantity/quantity.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

struct Scenario;

/// One path between two places, from near to far.
struct NetworkPath {
    std::string_view id; // "host": net.rate.host, net.time.host
    std::string from, to, over;
    double rate = 0; // B/s, of all its paths together
    double hops = 0; // 0 where none is counted
    double paths = 1;
    double time = 0; // seconds, for net.bytes
};

/// Paths whose bandwidth is known, for TPUs: memory, host, neighbour, farthest chip of the slice, the two chips that
/// are picked, another slice; for GPUs: memory, host, a GPU of the same NVLink domain, the two that are picked, one of
/// another domain.
std::vector<NetworkPath> networkPaths(const Scenario&);
/// Why net.from and net.to have none; empty where they have one or net.to is empty.
std::string whyNoPickedPath(const Scenario&);
/// net.from or net.to where it names no chip; empty where both name one, or net.to none at all.
std::string_view wrongPickedEnd(const Scenario&);

/// Its places along the axes of the slice, as net.from and net.to name it; a GPU has one. Nothing of an empty text.
std::optional<std::vector<int>> chipAt(std::string_view);
/// The chips on one of the shortest paths between the two that are picked, both of them included; axis after axis, the
/// shorter way round a ring. Empty where there is no path.
std::vector<std::vector<int>> pickedPath(const Scenario&);

} // namespace core
