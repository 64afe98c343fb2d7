// SPDX-License-Identifier: GPL-3.0-or-later
// A matmul with its collective beside it: products, transfers, and how far one hides the other.
#pragma once

#include "core/collectives/costs/cost_inputs.h"

namespace core
{

/// Rate at which a chip multiplies the scenario's format.
template <class In> FlopRateOf<typename In::Rep> matmulRate(const Reader<In>& in, const Scenario& s)
{
    return in(field::hw::flops, static_cast<std::size_t>(s.prec.compute));
}

/// Product of one shard on one of `n` chips, of A[B, D]·W[D, F].
template <class R> SecondsOf<R> shardProduct(const CountOf<R>& B, const CountOf<R>& D, const CountOf<R>& F,
                                             const CountOf<R>& n, const FlopRateOf<R>& rate)
{
    return formulas::shardTime(formulas::shardFlops(B, D, F, n), rate);
}

template <class In>
SecondsOf<typename In::Rep> shardProduct(const Reader<In>& in, const Scenario& s, const CountOf<typename In::Rep>& n)
{
    return shardProduct<typename In::Rep>(in(field::coll::B), in(field::coll::D), in(field::coll::F), n,
                                          matmulRate(in, s));
}

/// Bytes that travel.
template <class In> BytesOf<typename In::Rep> matmulBytes(const Reader<In>& in, const CollectiveRequest& request)
{
    const bool gathers = request.kind == CollectiveKind::allGather;
    return formulas::movingBytes(in(fact::coll::elementBytes, Bytes(request.elementBytes)), in(field::coll::B),
                                 gathers ? in(field::coll::D) : in(field::coll::F));
}

/// Of an order of products: uni, halves or whole.
template <class In> struct MatmulCost {
    using R = typename In::Rep;

    const CostInputs<In>& c;
    CollectiveAlgorithm order;
    CollectiveClock clock;

    /// What travels while one shard is multiplied.
    SecondsOf<R> shardTransfer() const
    {
        if (order == CollectiveAlgorithm::halves)
            return halfTransfer();
        return clock == CollectiveClock::book ? formulas::bookTransfer(c.hop, c.shard(), c.w)
                                              : formulas::shardTransfer(c.hop, c.shard(), c.w);
    }

    /// Closed form of the whole, for shards that are all alike; `tc` is the product of one.
    SecondsOf<R> time(const SecondsOf<R>& tc) const
    {
        if (c.isAlone())
            return formulas::multiplyingTime(c.n, tc);
        const auto ts = shardTransfer();
        if (order != CollectiveAlgorithm::whole || !closes())
            return formulas::pipelinedMatmul(c.n, tc, ts);
        const int chips = c.topology().chips();
        const int farthest = chips / 2;
        const auto half = c.in(fact::coll::farthest, farthest);
        return chips % 2 == 1 ? formulas::wholeMatmulOdd(c.n, half, tc, ts)
                              : formulas::wholeMatmulEven(c.n, half, tc, ts, halfTransfer());
    }

    /// The width that does not travel, `F` or `D`, at which a product takes as long as a transfer.
    CountOf<R> hiddenFrom(const Scenario& s) const
    {
        const bool gathers = c.request.kind == CollectiveKind::allGather;
        const auto even = formulas::hidingWidth(c.n, matmulRate(c.in, s), shardTransfer(), c.in(field::coll::B),
                                                gathers ? c.in(field::coll::D) : c.in(field::coll::F));
        return barriersWait() ? formulas::neverHiding(even, c.in(fact::coll::evenSteps, 0)) : even;
    }

private:
    bool closes() const { return c.topology().axes[static_cast<std::size_t>(c.topology().activeAxes().front())].wraps; }

    /// On an open axis chips in the middle multiply two shards at once, for which a barrier makes those at the ends
    /// wait.
    bool barriersWait() const { return clock != CollectiveClock::async && c.topology().chips() > 2 && !closes(); }

    SecondsOf<R> halfTransfer() const
    {
        return clock == CollectiveClock::book ? formulas::bookTransfer.as("half")(c.hop, c.shard() / 2, c.w)
                                              : formulas::shardTransfer.as("half")(c.hop, c.shard() / 2, c.w);
    }
};

} // namespace core
