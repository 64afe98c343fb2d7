// SPDX-License-Identifier: GPL-3.0-or-later
// A matmul with its collective beside it: products, transfers, and how far one hides the other.
#pragma once

#include "core/quantity/quantity.h"
#include "core/scenario/choices.h"

namespace core
{

enum class CollectiveClock;
struct CollectiveRequest;
struct Scenario;
template <class In> struct CostInputs;
template <class In> class Reader;

/// Product of one shard on one of `n` chips, of A[B, D]·W[D, F].
template <class In>
SecondsOf<typename In::Rep> shardProduct(const Reader<In>&, const Scenario&, const CountOf<typename In::Rep>& n);
/// Bytes that travel.
template <class In> BytesOf<typename In::Rep> matmulBytes(const Reader<In>&, const CollectiveRequest&);

/// Of an order of products: uni, halves or whole.
template <class In> struct MatmulCost {
    using R = typename In::Rep;

    const CostInputs<In>& c;
    CollectiveAlgorithm order;
    CollectiveClock clock;

    /// What travels while one shard is multiplied.
    SecondsOf<R> shardTransfer() const;
    /// Closed form of the whole, for shards that are all alike; `tc` is the product of one.
    SecondsOf<R> time(const SecondsOf<R>& tc) const;
    /// The width that does not travel, `F` or `D`, at which a product takes as long as a transfer.
    CountOf<R> hiddenFrom(const Scenario&) const;

private:
    bool closes() const;
    bool barriersWait() const;
    SecondsOf<R> halfTransfer() const;
};

} // namespace core
