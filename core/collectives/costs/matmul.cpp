// SPDX-License-Identifier: GPL-3.0-or-later
// Widths, orders and clocks put into the formulas of a collective matmul.
#include "core/collectives/costs/matmul.h"

#include "core/collectives/costs/cost_inputs.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"
#include "core/scenario/fields_collective.h"
#include "core/scenario/fields_hardware.h"

namespace core
{

namespace
{

/// Rate at which a chip multiplies the scenario's format.
template <class In> FlopRateOf<typename In::Rep> matmulRate(const Reader<In>& in, const Scenario& s)
{
    const auto dtype = static_cast<std::size_t>(s.prec.compute);
    return in(field::hw::flops, dtype);
}

/// The width of the matmul that travels.
template <class In> CountOf<typename In::Rep> movingWidth(const Reader<In>& in, const CollectiveRequest& request)
{
    return request.kind == CollectiveKind::allGather ? in(field::coll::D) : in(field::coll::F);
}

} // namespace

template <class In>
SecondsOf<typename In::Rep> shardProduct(const Reader<In>& in, const Scenario& s, const CountOf<typename In::Rep>& n)
{
    const auto flops = formulas::shardFlops(in(field::coll::B), in(field::coll::D), in(field::coll::F), n);
    return formulas::shardTime(flops, matmulRate(in, s));
}

template <class In> BytesOf<typename In::Rep> matmulBytes(const Reader<In>& in, const CollectiveRequest& request)
{
    return formulas::movingBytes(in(fact::coll::elementBytes, Bytes(request.elementBytes)), in(field::coll::B),
                                 movingWidth(in, request));
}

template <class In> SecondsOf<typename In::Rep> MatmulCost<In>::shardTransfer() const
{
    if (order == CollectiveAlgorithm::halves)
        return halfTransfer();
    return clock == CollectiveClock::book ? formulas::bookTransfer(c.hop, c.shard(), c.w)
                                          : formulas::shardTransfer(c.hop, c.shard(), c.w);
}

template <class In> SecondsOf<typename In::Rep> MatmulCost<In>::time(const SecondsOf<R>& tc) const
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

template <class In> CountOf<typename In::Rep> MatmulCost<In>::hiddenFrom(const Scenario& s) const
{
    const auto even = formulas::hidingWidth(c.n, matmulRate(c.in, s), shardTransfer(), c.in(field::coll::B),
                                            movingWidth(c.in, c.request));
    return barriersWait() ? formulas::neverHiding(even, c.in(fact::coll::evenSteps, 0)) : even;
}

template <class In> bool MatmulCost<In>::closes() const
{
    return c.topology().axes[static_cast<std::size_t>(c.topology().activeAxes().front())].wraps;
}

/// On an open axis chips in the middle multiply two shards at once, for which a barrier makes those at the ends wait.
template <class In> bool MatmulCost<In>::barriersWait() const
{
    return clock != CollectiveClock::async && c.topology().chips() > 2 && !closes();
}

template <class In> SecondsOf<typename In::Rep> MatmulCost<In>::halfTransfer() const
{
    return clock == CollectiveClock::book ? formulas::bookTransfer.as("half")(c.hop, c.shard() / 2, c.w)
                                          : formulas::shardTransfer.as("half")(c.hop, c.shard() / 2, c.w);
}

template struct MatmulCost<Plain>;
template struct MatmulCost<Recording>;
template SecondsOf<double> shardProduct(const Reader<Plain>&, const Scenario&, const CountOf<double>&);
template SecondsOf<Traced> shardProduct(const Reader<Recording>&, const Scenario&, const CountOf<Traced>&);
template BytesOf<double> matmulBytes(const Reader<Plain>&, const CollectiveRequest&);
template BytesOf<Traced> matmulBytes(const Reader<Recording>&, const CollectiveRequest&);

} // namespace core
