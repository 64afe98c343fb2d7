// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a collective beside a matmul: products, transfers, and how far one hides the other.
#pragma once

#include "core/collectives/costs/closed_forms.h"

#include <algorithm>

namespace core
{

template <class In> class CollectiveMatmulPart
{
public:
    using R = typename In::Rep;
    using Count = CountOf<R>;
    using Bytes = BytesOf<R>;
    using Seconds = SecondsOf<R>;

    explicit CollectiveMatmulPart(const CollectiveContext<In>& context) : m_c(context), m_request(context.study.request)
    {
    }

    /// `bound`: of the collective alone.
    void addTo(CollectiveOf<R>& out, const Seconds& bound) const
    {
        if (!m_c.study.matmulTiming)
            return;
        const auto& timing = *m_c.study.matmulTiming;
        const auto tc = shardProduct();
        const auto math = formulas::multiplyingTime(m_c.n, tc);
        const bool alone = m_c.isAlone();
        const auto clock = m_c.s.coll.clock;
        const double collective = timing.inTurn.by(clock).si() - timing.multiplying.si();
        out.naive = alone ? math : formulas::matmulThenCollective(m_c.n, tc, collectiveAlone(collective));
        out.pipelined = besides(math, tc, clock, timing.beside);
        out.barrier = besides(math, tc, CollectiveClock::lockstep, timing.beside);
        out.closedForm = alone ? math : pipelinedTime(tc, CollectiveClock::async);
        out.hidden = timing.hidden(clock);
        out.lowerBound = max(math, bound);
        out.time = out.pipelined;
        out.saved = formulas::matmulSaving(out.naive, out.time);
        out.savedShare = formulas::matmulShare.in("%")(out.saved, out.naive);
        if (alone)
            return;
        out.hiddenFrom = hiddenFrom();
        out.mathRatio = formulas::mathRatio(tc, shardTransfer(clock));
    }

    /// Product of one shard on one chip.
    Seconds shardProduct() const
    {
        const auto& c = m_c.s.coll;
        const auto flops = formulas::shardFlops(m_c.in.count("coll.B", c.B), m_c.in.count("coll.D", c.D),
                                                m_c.in.count("coll.F", c.F), m_c.n);
        return formulas::shardTime(flops, flopRate());
    }

private:
    using Algorithm = CollectiveAlgorithm;
    using Kind = CollectiveKind;

    auto flopRate() const
    {
        const auto dtype = static_cast<std::size_t>(m_c.s.prec.compute);
        return m_c.in.flopRate(flopRateKeys[dtype], m_c.s.hw.flops[dtype]);
    }

    /// What travels while one shard is multiplied.
    Seconds shardTransfer(CollectiveClock clock) const
    {
        return m_c.study.algorithm == Algorithm::halves ? halfTransfer(clock)
               : clock == CollectiveClock::book         ? formulas::bookTransfer(m_c.hop, m_c.shard(), m_c.w)
                                                        : formulas::shardTransfer(m_c.hop, m_c.shard(), m_c.w);
    }

    Seconds halfTransfer(CollectiveClock clock) const
    {
        return clock == CollectiveClock::book ? formulas::bookTransfer.as("half")(m_c.hop, m_c.shard() / 2, m_c.w)
                                              : formulas::shardTransfer.as("half")(m_c.hop, m_c.shard() / 2, m_c.w);
    }

    /// The width that does not travel, at which a product takes as long as a transfer.
    Count hiddenFrom() const
    {
        const auto& c = m_c.s.coll;
        const auto width =
            m_request.kind == Kind::allGather ? m_c.in.count("coll.D", c.D) : m_c.in.count("coll.F", c.F);
        const auto even = formulas::hidingWidth(m_c.n, flopRate(), shardTransfer(m_c.s.coll.clock),
                                                m_c.in.count("coll.B", c.B), width);
        return barriersWait() ? formulas::neverHiding(even, m_c.in.count("coll.even", 0)) : even;
    }

    /// On an open axis chips in the middle multiply two shards at once, for which a barrier makes those at the ends
    /// wait.
    bool barriersWait() const
    {
        const auto& topology = m_request.topology;
        return m_c.s.coll.clock != CollectiveClock::async && topology.chips() > 2 &&
               !topology.axes[static_cast<std::size_t>(topology.activeAxes().front())].wraps;
    }

    /// The closed form where the schedule takes as long.
    Seconds collectiveAlone(double found) const
    {
        const auto closed = CollectiveForms<In>(m_c).gatherTime();
        return m_c.gives(closed, found) ? closed : m_c.in.time("coll.alone", found);
    }

    /// The closed form where it gives what was found, else the products and the waiting that was found.
    Seconds besides(const Seconds& math, const Seconds& tc, CollectiveClock clock, const ClockTimes& times) const
    {
        if (m_c.isAlone())
            return math;
        const double found = times.by(clock).si();
        if (const auto closed = pipelinedTime(tc, clock); m_c.gives(closed, found))
            return closed;
        return formulas::waitingMatmul(math, m_c.in.time("coll.wait", std::max(0.0, found - plain(math))));
    }

    Seconds pipelinedTime(const Seconds& tc, CollectiveClock clock) const
    {
        const auto& topology = m_request.topology;
        const bool ring = topology.axes[static_cast<std::size_t>(topology.activeAxes().front())].wraps;
        const auto ts = shardTransfer(clock);
        if (m_c.study.algorithm != Algorithm::whole || !ring)
            return formulas::pipelinedMatmul(m_c.n, tc, ts);
        const int hops = topology.chips() / 2;
        const auto half = m_c.in.count("coll.far", hops);
        return topology.chips() % 2 == 1 ? formulas::wholeMatmulOdd(m_c.n, half, tc, ts)
                                         : formulas::wholeMatmulEven(m_c.n, half, tc, ts, halfTransfer(clock));
    }

    const CollectiveContext<In>& m_c;
    const CollectiveRequest& m_request;
};

} // namespace core
