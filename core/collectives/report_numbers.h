// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a collective by closed forms where these give what its schedule took, else by the schedule's steps.
#pragma once

#include "core/collectives/algorithms/permute.h"
#include "core/collectives/costs/scaling_book.h"
#include "core/collectives/critical_path.h"
#include "core/collectives/report.h"

#include <cmath>

namespace core
{

/// One collective on its way to its numbers.
template <class In> class CollectivePart
{
public:
    using R = typename In::Rep;

    CollectivePart(const Scenario& s, const CollectiveStudy& study, const Reader<In>& in)
        : m_c(s, study, in), m_request(study.request)
    {
    }

    CollectiveOf<R> numbers() const
    {
        CollectiveOf<R> out;
        const auto& timing = m_c.study.timing;
        out.steps = m_c.in(fact::coll::steps, timing.steps);
        out.bytesPerLink = m_c.in(fact::coll::busiestBytes, timing.busiestLinkBytes);
        out.totalBytes =
            totalBytes() * (m_c.study.copies > 1 ? m_c.in(fact::coll::copies, m_c.study.copies) : m_c.in.one());
        out.hops = m_c.in(fact::coll::hopsInSequence, timing.hops);
        out.book = scalingBookTime(m_c);
        addBinding(out);
        addPaths(out);
        if (m_c.study.addedInSwitch)
            out.inSwitch = formulas::switchReduce(m_c.hop, m_c.n, m_c.array, m_c.w);
        if (m_c.study.matmul)
            addMatmul(out);
        else
            addCollective(out);
        if (plain(out.lowerBound) > 0)
            out.gap = formulas::timeOverBound(out.time, out.lowerBound);
        return out;
    }

private:
    using Count = CountOf<R>;
    using Bytes = BytesOf<R>;
    using Seconds = SecondsOf<R>;
    using Kind = CollectiveKind;

    const AlgorithmRow* row() const { return algorithmRow(m_request.kind, m_c.study.algorithm); }

    Bytes totalBytes() const
    {
        if (m_c.isAlone())
            return m_c.in(fact::coll::movedBytes, Quantity<dim::byte>(0));
        switch (m_request.kind) {
        case Kind::allReduce:
            return row() && row()->spreadsArrays ? formulas::gatherTotal(m_c.n, m_c.n * m_c.array)
                                                 : formulas::reduceTotal(m_c.n, m_c.array);
        case Kind::allToAll:
        case Kind::permute:
            return m_c.in(fact::coll::movedBytes, m_c.study.timing.totalBytes);
        default:
            return formulas::gatherTotal(m_c.n, m_c.array);
        }
    }

    BoundCost<In> bound() const { return {m_c, m_c.study.bound}; }

    /// What binds; products of a matmul have no bytes or hops. The array of an all-reduce is no load of links.
    void addBinding(CollectiveOf<R>& out) const
    {
        const auto& study = m_c.study;
        const bool sends = study.lowerBound.si() <= study.bound.time.si();
        const bool wire = sends && study.bound.links > 0 && study.bound.latency.si() <= study.bound.wire.si();
        if (wire && m_request.kind != Kind::allReduce)
            out.boundBytes = bound().load();
        if (wire)
            out.boundLinks = bound().links();
        if (sends && study.bound.latency.si() > study.bound.wire.si())
            out.boundHops = bound().hops();
    }

    /// Of an array that goes from one chip to another.
    void addPaths(CollectiveOf<R>& out) const
    {
        const bool pair = m_request.kind == Kind::permute && m_request.shift == 0 && m_request.destinations.empty();
        const auto routes = pair && !m_c.isSwitch() ? disjointRoutes(m_request) : std::vector<Route>{};
        if (routes.empty())
            return;
        const auto hops = [](const Route& route) { return static_cast<double>(route.ports.size()); };
        out.paths = m_c.in(fact::coll::paths, static_cast<double>(routes.size()));
        out.shortestPath = m_c.in(fact::coll::shortestPath, hops(routes.front()));
        out.longestPath = m_c.in(fact::coll::longestPath, hops(routes.back()));
    }

    /// A closed form counts where it gives what was found.
    static bool gives(const Seconds& closed, double found)
    {
        return std::abs(plain(closed) - found) <= 1e-9 * std::abs(found);
    }

    // ---- the collective alone

    void addCollective(CollectiveOf<R>& out) const
    {
        const auto& study = m_c.study;
        const auto form = row() ? row()->closedForm(m_c) : std::nullopt;
        const bool isTime = form && study.timing.steps > 0 && gives(form->time, study.time.si());
        out.lowerBound = bound().time();
        out.time = isTime ? form->time : scheduledTime(m_c.s.coll.clock);
        out.barrier = scheduledTime(CollectiveClock::lockstep);
        if (form)
            out.closedForm = form->time;
    }

    Seconds scheduledTime(CollectiveClock clock) const
    {
        return endOfSteps(m_c, clock, m_c.study.timing.steps, m_c.study.timing.by(clock).si());
    }

    // ---- beside a matmul

    MatmulCost<In> matmul(CollectiveClock clock) const { return {m_c, m_c.study.algorithm, clock}; }

    void addMatmul(CollectiveOf<R>& out) const
    {
        if (!m_c.study.matmulTiming)
            return;
        const auto& timing = *m_c.study.matmulTiming;
        const auto clock = m_c.s.coll.clock;
        const auto tc = shardProduct(m_c.in, m_c.s, m_c.n);
        const auto math = formulas::multiplyingTime(m_c.n, tc);
        out.naive = m_c.isAlone() ? math : formulas::matmulThenCollective(m_c.n, tc, collectiveAlone(timing));
        out.pipelined = besides(timing, math, tc, clock);
        out.barrier = besides(timing, math, tc, CollectiveClock::lockstep);
        out.closedForm = matmul(CollectiveClock::async).time(tc);
        out.hidden = timing.hidden(clock);
        out.lowerBound = max(math, bound().time());
        out.time = out.pipelined;
        out.saved = formulas::matmulSaving(out.naive, out.time);
        out.savedShare = formulas::matmulShare.in("%")(out.saved, out.naive);
        if (m_c.isAlone())
            return;
        out.hiddenFrom = matmul(clock).hiddenFrom(m_c.s);
        out.mathRatio = formulas::mathRatio(tc, matmul(clock).shardTransfer());
    }

    /// The closed form where the schedule takes as long.
    Seconds collectiveAlone(const MatmulTiming& timing) const
    {
        const auto clock = m_c.s.coll.clock;
        const double found = timing.inTurn.by(clock).si() - timing.multiplying.si();
        const auto closed = gatherForm(m_c, AxisOrder::rotated, m_c.shard()).time;
        if (gives(closed, found))
            return closed;
        return pathTime(
            m_c, [&] { return pathAlone(m_c.study, clock); }, m_c.nothing(), found, "alone");
    }

    /// The closed form where it gives what was found, else the critical path.
    Seconds besides(const MatmulTiming& timing, const Seconds& math, const Seconds& tc, CollectiveClock clock) const
    {
        if (m_c.isAlone())
            return math;
        const double found = timing.beside.by(clock).si();
        if (const auto closed = matmul(clock).time(tc); gives(closed, found))
            return closed;
        const int steps = m_c.study.schedule.steps;
        return pathTime(
            m_c, [&] { return criticalPath(m_c.study, clock, steps); }, tc, found);
    }

    const CollectiveContext<In> m_c;
    const CollectiveRequest& m_request;
};

} // namespace core
