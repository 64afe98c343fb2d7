// SPDX-License-Identifier: GPL-3.0-or-later
// A matmul whose shards are multiplied while the next ones travel: orders, transfers, times, buffers.
#pragma once

#include "core/collectives/clocks/timing.h"
#include "core/collectives/networks/link_rates.h"
#include "core/collectives/schedules/schedule.h"
#include "core/scenario/scenario.h"

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// gather: each shard is multiplied as it arrives. scatter: each partial product is added to the one that arrives and
/// passed on.
enum class MatmulForm { gather, scatter };

/// One product: a whole shard (or output block), or one half of it.
struct ShardProduct {
    int shard = 0;
    int half = wholeShard;

    static constexpr int wholeShard = -1;
    bool operator==(const ShardProduct&) const = default;
};

struct MatmulRequest {
    MatmulForm form = MatmulForm::gather;
    CollectiveAlgorithm mode = CollectiveAlgorithm::automatic; // uni, halves, whole
    Topology topology;                                         // one axis
    std::int64_t elements = 0;                                 // that travel: all shards, or all output blocks
    double elementBytes = 2;
    bool even = false;
    Quantity<dim::second> shardTime{0}; // product of one shard on one chip
    LinkRates rates;
    CollectiveClock clock = CollectiveClock::async; // by which orders of one's own are the quickest
};

/// Products of every chip in one step, in the order in which they are done.
using ProductRow = std::vector<std::vector<ShardProduct>>;

struct CollectiveMatmul {
    MatmulForm form = MatmulForm::gather;
    CollectiveAlgorithm mode = CollectiveAlgorithm::halves;
    std::string why;
    Schedule alone;                   // the collective when nothing runs beside it
    Schedule transfers;               // step t runs beside products t (gather) or t + 1 (scatter)
    std::vector<ProductRow> products; // one row more than transfer steps
    int buffers = 0;                  // shards in memory beyond inputs and result
    int naiveBuffers = 0;             // the same without overlap
};

struct MatmulTiming {
    Quantity<dim::second> shardTime{0};   // product of one shard on one chip
    Quantity<dim::second> multiplying{0}; // all products, nothing else
    ClockTimes serialized;                // collective and matmul one after the other
    ClockTimes overlapped;                // at the same time

    /// The transfers cost nothing.
    bool hidden(CollectiveClock clock) const { return overlapped.by(clock).si() <= multiplying.si() * (1 + 1e-12); }
    /// By the overlap: below 0 where it takes longer, 0 but for rounding.
    Quantity<dim::second> saved(CollectiveClock) const;
};

/// The collective when nothing runs beside it.
Schedule collectiveAlone(const MatmulRequest&);
/// Why no collective matmul goes over a network; empty where one does.
std::string matmulObstacle(const Topology&);
tl::expected<CollectiveMatmul, std::string> planMatmul(const MatmulRequest&);
MatmulTiming timeMatmul(const MatmulRequest&, const CollectiveMatmul&);
/// Closed form of the matmul with its collective beside it, by the asynchronous clock, shards all alike.
Quantity<dim::second> closedFormOf(const MatmulRequest&, CollectiveAlgorithm order);
/// Of `timeMatmul` only the matmul with its collective beside it.
ClockTimes timeOverlapped(const MatmulRequest&, const CollectiveMatmul&);

/// Time of one shard's product and bytes that travel, of A[B, D]·W[D, F] on n chips.
Quantity<dim::second> shardProductTime(double B, double D, double F, int chips, Quantity<dim::flopPerSecond> rate);

} // namespace core
