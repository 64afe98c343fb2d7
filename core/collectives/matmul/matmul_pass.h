// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the messages and products of a collective matmul; its times and its bars both come from here.
#pragma once

#include "core/collectives/clocks/clocks.h"
#include "core/collectives/matmul/collective_matmul.h"

#include <functional>

namespace core
{

/// When a chip multiplies a shard.
struct ProductFlight {
    int chip = 0;
    int step = 0;
    ShardProduct product;
    double start = 0;
    double end = 0;
};

/// Told about every message in the order of steps, and about the products of every chip in theirs.
struct MatmulWatch {
    Watch message;
    std::function<void(const ProductFlight&)> product;
};

/// What a pass takes its times from.
struct MatmulRates {
    LinkRates links;
    Quantity<dim::second> shardTime{0};
    CollectiveClock clock = CollectiveClock::async;
};

/// Each gives the end of the last message or product, in seconds.
/// The whole collective, then the whole matmul; the scatter form the other way round.
double runSerialized(const CollectiveMatmul&, const MatmulRates&, const MatmulWatch& = {});
/// By the asynchronous clock messages and products start as soon as they can; by the others every step of messages
/// starts with the products beside it and waits for the longer of both.
double runOverlapped(const CollectiveMatmul&, const MatmulRates&, const MatmulWatch& = {});

/// Of one shard: 1, or a half.
double shareOf(const ShardProduct&);

} // namespace core
