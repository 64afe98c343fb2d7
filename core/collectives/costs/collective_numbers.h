// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a collective by closed forms where these give what its schedule took, else by the schedule's steps.
#pragma once

#include "core/collectives/costs/matmul.h"
#include "core/formulas/network.h"

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
        out.steps = m_c.in.count("coll.steps", timing.steps);
        out.bytesPerLink = m_c.in.bytes("coll.busiest", timing.busiestLinkBytes.si());
        out.totalBytes =
            totalBytes() * (m_c.study.copies > 1 ? m_c.in.count("coll.copies", m_c.study.copies) : m_c.in.one());
        out.hops = m_c.in.count("coll.sequence", m_c.study.timing.hops);
        out.book = bookTime();
        addBinding(out);
        addPaths(out);
        if (m_c.study.addedInSwitch)
            out.inSwitch = formulas::switchReduce(m_c.hop, m_c.n, m_c.array, m_c.w);
        if (m_c.study.matmul)
            CollectiveMatmulPart<In>(m_c).addTo(out, boundOf(m_c.study.bound));
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
    using Algorithm = CollectiveAlgorithm;
    using Kind = CollectiveKind;

    Bytes totalBytes() const
    {
        if (m_c.isAlone())
            return m_c.in.bytes("coll.moved", 0);
        switch (m_request.kind) {
        case Kind::allReduce:
            if (m_c.isOneShot())
                return formulas::gatherTotal(m_c.n, m_c.n * m_c.array);
            return formulas::reduceTotal(m_c.n, m_c.array);
        case Kind::allToAll:
        case Kind::permute:
            return m_c.in.bytes("coll.moved", m_c.study.timing.totalBytes.si());
        default:
            return formulas::gatherTotal(m_c.n, m_c.array);
        }
    }

    /// Hops to the farthest chip.
    Count far(const LowerBound& bound) const { return m_c.in.count("coll.far", bound.hops); }

    Seconds wireBound(const LowerBound& bound) const
    {
        if (bound.links == 0)
            return m_c.in.template constant<dim::second>(0);
        if (m_request.kind == Kind::allReduce)
            return formulas::reduceBound(m_c.n, m_c.array, sharingLinks(bound),
                                         m_c.in.count("coll.degree", leastDegree()), m_c.w);
        const auto load = boundLoad(bound);
        return takesIn() ? formulas::intakeBound(load, sharingLinks(bound), m_c.w)
                         : formulas::loadBound(load, sharingLinks(bound), m_c.w);
    }

    /// Chips have to take in what they lack; all else has to cross links anywhere.
    bool takesIn() const { return m_request.kind == Kind::allGather || m_request.kind == Kind::reduceScatter; }
    Bytes boundLoad(const LowerBound& bound) const { return m_c.in.bytes("coll.load", bound.load); }
    Count sharingLinks(const LowerBound& bound) const
    {
        return m_c.in.count(takesIn() ? "coll.degree" : "coll.links", bound.links);
    }

    /// What binds; products of a matmul have no bytes or hops. The array of an all-reduce is no load of links.
    void addBinding(CollectiveOf<R>& out) const
    {
        const auto& study = m_c.study;
        const bool sends = study.lowerBound.si() <= study.bound.time.si();
        const bool wire = sends && study.bound.links > 0 && study.bound.latency.si() <= study.bound.wire.si();
        const bool hops = sends && study.bound.latency.si() > study.bound.wire.si();
        if (wire && m_request.kind != Kind::allReduce)
            out.boundBytes = boundLoad(study.bound);
        if (wire)
            out.boundLinks = sharingLinks(study.bound);
        if (hops)
            out.boundHops = far(study.bound);
    }

    /// Of an array that goes from one chip to another.
    void addPaths(CollectiveOf<R>& out) const
    {
        const bool pair = m_request.kind == Kind::permute && m_request.shift == 0 && m_request.destinations.empty();
        const auto routes = pair && !m_c.isSwitch() ? disjointRoutes(m_request) : std::vector<Route>{};
        if (routes.empty())
            return;
        const auto hops = [](const Route& route) { return static_cast<double>(route.ports.size()); };
        out.paths = m_c.in.count("coll.paths", static_cast<double>(routes.size()));
        out.shortestPath = m_c.in.count("coll.way.least", hops(routes.front()));
        out.longestPath = m_c.in.count("coll.way.most", hops(routes.back()));
    }

    int leastDegree() const
    {
        int degree = m_request.topology.degree(0);
        for (int chip = 1; chip < m_request.topology.chips(); ++chip)
            degree = std::min(degree, m_request.topology.degree(chip));
        return degree;
    }

    Seconds boundOf(const LowerBound& bound) const
    {
        return formulas::noFasterThan(wireBound(bound), formulas::diameterBound(far(bound), m_c.hop));
    }

    /// All bytes over the links of all axes, or the hops where they take longer.
    Seconds bookTime() const
    {
        const auto& topology = m_request.topology;
        const bool pair = m_request.kind == Kind::permute;
        if (m_c.isAlone() || (pair && m_request.from == m_request.to))
            return m_c.in.template constant<dim::second>(0);
        int links = 0;
        for (const auto& axis : topology.axes)
            links += axis.length > 1 ? (axis.wraps && !topology.oneWay ? 2 : 1) : 0;
        if (m_c.isSwitch())
            links = 1;
        if (pair)
            links = std::min(topology.degree(m_request.from), topology.degree(m_request.to));
        const auto passes = m_c.in.template constant<dim::count>(m_request.kind == Kind::allReduce ? 2 : 1);
        auto share = passes;
        if (m_request.kind == Kind::allToAll)
            share = m_c.isSwitch() ? 1 / m_c.n : m_c.in.template constant<dim::count>(topology.oneWay ? 0.5 : 0.25);
        const auto hops =
            m_c.in.count("coll.far", pair ? topology.distance(m_request.from, m_request.to) : topology.diameter());
        const auto width = formulas::axisBandwidth(m_c.in.count("coll.links.used", links), m_c.w);
        return formulas::withLatency(formulas::axisTime(share, m_c.array, width),
                                     formulas::latencyFloor(passes, hops, m_c.hop));
    }

    // ---- the collective alone

    void addCollective(CollectiveOf<R>& out) const
    {
        out.lowerBound = boundOf(m_c.study.bound);
        const auto closed = CollectiveForms<In>(m_c).closedTime();
        const bool isTime = closed && m_c.study.timing.steps > 0 && m_c.gives(*closed, m_c.study.time.si());
        out.time = isTime ? *closed : scheduledTime(m_c.s.coll.clock);
        out.barrier = scheduledTime(CollectiveClock::lockstep);
        if (closed)
            out.closedForm = *closed;
    }

    /// Steps one after the other, less what the clock lets overlap.
    Seconds scheduledTime(CollectiveClock clock) const
    {
        const auto& timing = m_c.study.timing;
        const auto barrier = formulas::barrierTime(m_c.in.count("coll.steps", timing.steps), m_c.hop,
                                                   m_c.in.bytes("coll.critical", timing.criticalBytes.si()), m_c.w);
        const double saved = timing.lockstep.si() - timing.by(clock).si();
        if (saved <= 1e-12 * timing.lockstep.si())
            return barrier;
        return formulas::overlappedTime(
            barrier, m_c.in.time(clock == CollectiveClock::book ? "coll.shorter" : "coll.saved", saved));
    }

    const CollectiveContext<In> m_c;
    const CollectiveRequest& m_request;
};

} // namespace core
