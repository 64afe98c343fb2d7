// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a collective by closed forms where these give what its schedule took, else by the schedule's steps.
#pragma once

#include "core/collectives/permute.h"
#include "core/collectives/phases.h"
#include "core/evaluate/collective.h"
#include "core/formulas/collectives.h"
#include "core/formulas/network.h"

#include <cmath>
#include <limits>
#include <optional>

namespace core
{

/// One collective on its way to its numbers.
template <class R, class In> class CollectivePart
{
public:
    CollectivePart(const Scenario& s, const CollectiveStudy& study, const Reader<In>& in)
        : m_scenario(s), m_study(study), m_request(study.request), m_in(in), m_n(chips()),
          m_hop(in.time("hw.hop", m_request.rates.hop.si())),
          m_w(in.byteRate("hw.link.rate", m_request.rates.bandwidth.si())), m_bytes(wholeBytes())
    {
    }

    CollectiveOf<R> numbers() const
    {
        CollectiveOf<R> out;
        const auto& timing = m_study.timing;
        out.steps = m_in.count("coll.steps", timing.steps);
        out.bytesPerLink = m_in.bytes("coll.busiest", timing.busiestLinkBytes.si());
        out.totalBytes = totalBytes() * (m_study.copies > 1 ? m_in.count("coll.copies", m_study.copies) : m_in.one());
        out.hops = m_in.count("coll.sequence", m_study.hops);
        out.book = bookTime();
        out.naive = out.pipelined = out.saved = m_in.template constant<dim::second>(notANumber);
        out.hiddenFrom = m_in.template constant<dim::count>(notANumber);
        if (m_study.matmul)
            addMatmul(out);
        else
            addCollective(out);
        out.gap = plain(out.lowerBound) > 0 ? formulas::timeOverBound(out.time, out.lowerBound)
                                            : m_in.template constant<dim::count>(notANumber);
        return out;
    }

private:
    using Count = CountOf<R>;
    using Bytes = BytesOf<R>;
    using Seconds = SecondsOf<R>;
    using Algorithm = CollectiveAlgorithm;
    using Kind = CollectiveKind;
    static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

    Count chips() const { return m_in.count("coll.chips", m_request.topology.chips()); }
    bool isOneShot() const { return m_study.algorithm == Algorithm::oneShot; } // every chip's array is a shard
    Bytes shard() const { return isOneShot() ? m_bytes : formulas::shardBytes(m_bytes, m_n); }
    bool isSwitch() const { return m_request.topology.wiring == Wiring::throughSwitch; }
    static double number(const Seconds& q) { return plain(q); }

    Bytes wholeBytes() const
    {
        if (!m_study.matmul)
            return m_in.bytes("coll.bytes", m_request.bytes());
        const auto& c = m_scenario.coll;
        const bool gathers = m_request.kind == Kind::allGather;
        return formulas::movingBytes(m_in.bytes("coll.element", m_request.elementBytes), m_in.count("coll.B", c.B),
                                     gathers ? m_in.count("coll.D", c.D) : m_in.count("coll.F", c.F));
    }

    Bytes totalBytes() const
    {
        if (m_request.topology.chips() == 1)
            return m_in.bytes("coll.moved", 0);
        switch (m_request.kind) {
        case Kind::allReduce:
            if (isOneShot())
                return formulas::gatherTotal(m_n, m_n * m_bytes);
            return formulas::reduceTotal(m_n, m_bytes);
        case Kind::allToAll:
        case Kind::permute:
            return m_in.bytes("coll.moved", m_study.timing.totalBytes.si());
        default:
            return formulas::gatherTotal(m_n, m_bytes);
        }
    }

    /// Hops to the farthest chip.
    Count far(const LowerBound& bound) const { return m_in.count("coll.far", bound.hops); }

    Seconds wireBound(const LowerBound& bound) const
    {
        if (bound.links == 0)
            return m_in.template constant<dim::second>(0);
        if (m_request.kind == Kind::allReduce)
            return formulas::reduceBound(m_n, m_bytes, m_in.count("coll.links", bound.links),
                                         m_in.count("coll.degree", leastDegree()), m_w);
        const auto load = m_in.bytes("coll.load", bound.load);
        if (m_request.kind == Kind::allToAll || m_request.kind == Kind::permute)
            return formulas::loadBound(load, m_in.count("coll.links", bound.links), m_w);
        return formulas::intakeBound(load, m_in.count("coll.degree", bound.links), m_w);
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
        return formulas::noFasterThan(wireBound(bound), formulas::diameterBound(far(bound), m_hop));
    }

    /// All bytes over the links of all axes, or the hops where they take longer.
    Seconds bookTime() const
    {
        const auto& topology = m_request.topology;
        const bool pair = m_request.kind == Kind::permute;
        if (topology.chips() == 1 || (pair && m_request.from == m_request.to))
            return m_in.template constant<dim::second>(0);
        int links = 0;
        for (const auto& axis : topology.axes)
            links += axis.length > 1 ? (axis.wraps && !topology.oneWay ? 2 : 1) : 0;
        if (isSwitch())
            links = 1;
        if (pair)
            links = std::min(topology.degree(m_request.from), topology.degree(m_request.to));
        const auto passes = m_in.template constant<dim::count>(m_request.kind == Kind::allReduce ? 2 : 1);
        auto share = passes;
        if (m_request.kind == Kind::allToAll)
            share = isSwitch() ? 1 / m_n : m_in.template constant<dim::count>(topology.oneWay ? 0.5 : 0.25);
        const auto hops =
            m_in.count("coll.far", pair ? topology.distance(m_request.from, m_request.to) : topology.diameter());
        const auto width = formulas::axisBandwidth(m_in.count("coll.links.used", links), m_w);
        return formulas::withLatency(formulas::axisTime(share, m_bytes, width),
                                     formulas::latencyFloor(passes, hops, m_hop));
    }

    // ---- the collective alone

    void addCollective(CollectiveOf<R>& out) const
    {
        out.lowerBound = boundOf(m_study.bound);
        const double found = m_study.time.si();
        if (m_request.topology.chips() > 1 && m_study.timing.steps > 0)
            if (const auto closed = closedTime(); closed && near(number(*closed), found)) {
                out.time = *closed;
                return;
            }
        out.time = scheduledTime(m_scenario.coll.clock);
    }

    static bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

    /// Steps one after the other, less what the clock lets overlap.
    Seconds scheduledTime(CollectiveClock clock) const
    {
        const auto& timing = m_study.timing;
        const auto barrier = formulas::barrierTime(m_in.count("coll.steps", timing.steps), m_hop,
                                                   m_in.bytes("coll.critical", timing.criticalBytes.si()), m_w);
        const double saved = timing.lockstep.si() - timing.by(clock).si();
        if (saved <= 1e-12 * timing.lockstep.si())
            return barrier;
        return formulas::overlappedTime(
            barrier, m_in.time(clock == CollectiveClock::book ? "coll.shorter" : "coll.saved", saved));
    }

    std::optional<Seconds> closedTime() const
    {
        if (m_request.kind == Kind::permute)
            return !m_request.destinations.empty() ? std::nullopt : m_request.shift > 0 ? shiftTime() : pathTime();
        if (m_study.algorithm == Algorithm::trees)
            return std::nullopt;
        if (isSwitch())
            return portTime();
        if (m_study.algorithm == Algorithm::middle)
            return formulas::middleReduce(m_in.count("coll.pieces", m_study.schedule.chunks.form().parts), m_n, m_hop,
                                          m_bytes, m_w);
        if (m_request.kind == Kind::allToAll)
            return exchangeTime();
        const auto one = gatherTime();
        return m_request.kind == Kind::allReduce && !isOneShot() ? formulas::reduceThenGatherTime(one) : one;
    }

    std::optional<Seconds> shiftTime() const
    {
        const int chips = m_request.topology.chips();
        const auto bytes = formulas::shiftBytes(m_in.count("coll.places", m_request.shift), m_n, m_bytes);
        const auto hops = m_in.count("coll.steps", std::max(m_request.shift, chips - m_request.shift));
        return formulas::barrierTime(hops, m_hop, bytes, m_w);
    }

    Seconds portTime() const
    {
        const bool blocks = m_request.kind == Kind::allToAll;
        const auto piece = blocks ? formulas::blockBytes(m_bytes, m_n) : shard();
        const auto once = (m_n - 1) * piece;
        const auto steps = m_in.count("coll.steps", m_study.timing.steps);
        return formulas::portTime(steps, m_hop, m_request.kind == Kind::allReduce ? 2 * once : once, m_w);
    }

    std::optional<Seconds> pathTime() const
    {
        const auto route = slowestRoute(m_request);
        if (route.hops == 0)
            return std::nullopt;
        const auto pieces = m_in.count("coll.pieces", route.pieces);
        return formulas::pathTime(m_in.count("coll.way", route.hops), m_hop, pieces,
                                  m_bytes * pieces / m_in.count("coll.pieces.all", route.allPieces), m_w);
    }

    struct Side {
        Count length, hops;
        bool bothWays;
    };

    Side side(int axis) const
    {
        static constexpr std::array lengths{"coll.length.0", "coll.length.1", "coll.length.2"};
        static constexpr std::array hops{"coll.hops.0", "coll.hops.1", "coll.hops.2"};
        const auto a = static_cast<std::size_t>(axis);
        const auto& side = m_request.topology.axes[a];
        const bool oneWay = m_request.topology.oneWay && side.wraps;
        return {m_in.count(lengths[a], side.length), m_in.count(hops[a], longestHops(side, oneWay)),
                side.wraps && !oneWay};
    }

    Seconds gatherTime() const
    {
        const auto active = m_request.topology.activeAxes();
        if (m_study.algorithm == Algorithm::offsets)
            return formulas::offsetsGather(m_in.count("coll.steps", m_study.timing.steps) / stepsOver(), m_hop, m_n,
                                           shard(), m_in.count("coll.degree", m_request.topology.degree(0)), m_w);
        if (active.size() > 1)
            return overPhases(true);
        const auto axis = side(active.front());
        return axis.bothWays ? formulas::ringGather(axis.hops, m_hop, m_n, shard(), m_w)
                             : formulas::lineGather(m_n, m_hop, shard(), m_w);
    }

    /// An all-reduce gathers in half its steps.
    Count stepsOver() const { return m_in.template constant<dim::count>(m_request.kind == Kind::allReduce ? 2 : 1); }

    Seconds exchangeTime() const
    {
        const auto active = m_request.topology.activeAxes();
        if (active.size() > 1)
            return overPhases(false);
        const auto axis = side(active.front());
        const auto block = formulas::blockBytes(m_bytes, m_n);
        if (axis.bothWays)
            return formulas::ringExchange(axis.hops, m_hop, m_n, block, m_w);
        return m_study.algorithm == Algorithm::timeSlots ? formulas::slotExchange(m_n, m_hop, block, m_w)
                                                         : formulas::bundledExchange(m_n, m_hop, block, m_w);
    }

    Bytes phaseBytes(const Side& axis, const Bytes& held, bool gathers) const
    {
        if (gathers)
            return axis.bothWays ? formulas::ringPhaseBytes(axis.length, held)
                                 : formulas::linePhaseBytes(axis.length, held);
        return axis.bothWays ? formulas::exchangePhaseBytes(axis.length, held)
                             : formulas::ringPhaseBytes(axis.length, held);
    }

    /// Every part follows its own order of axes; an axis serves the parts one after the other.
    Seconds overPhases(bool gathers) const
    {
        static constexpr std::array<std::array<std::string_view, 3>, 3> places{
            {{"part 1, axis 1", "part 1, axis 2", "part 1, axis 3"},
             {"part 2, axis 1", "part 2, axis 2", "part 2, axis 3"},
             {"part 3, axis 1", "part 3, axis 2", "part 3, axis 3"}}};
        const auto& topology = m_request.topology;
        const bool rotates = m_study.algorithm != Algorithm::axisByAxis;
        const int parts = rotates ? static_cast<int>(topology.activeAxes().size()) : 1;
        const Phases phases(topology, parts, [](const TorusAxis&) { return 1; });
        const auto none = m_in.template constant<dim::second>(0);
        std::array<Seconds, 3> done{none, none, none};
        std::array<Seconds, 3> free = done;
        std::array<Bytes, 3> held;
        held.fill(rotates ? shard() / m_in.count("coll.parts", parts) : shard());
        for (int phase = 0; phase < phases.count(); ++phase) {
            for (int part = 0; part < parts; ++part) {
                const auto p = static_cast<std::size_t>(part);
                const auto a = static_cast<std::size_t>(phases.axis(part, phase));
                const auto axis = side(static_cast<int>(a));
                done[p] = formulas::phaseEnd.as(places[p][a])(done[p], free[a], axis.hops, m_hop,
                                                              phaseBytes(axis, held[p], gathers), m_w);
                free[a] = done[p] - m_hop;
                if (gathers)
                    held[p] = held[p] * axis.length;
            }
        }
        return max(max(done[0], done[1]), done[2]);
    }

    // ---- beside a matmul

    auto flopRate() const
    {
        const auto dtype = static_cast<std::size_t>(m_scenario.prec.compute);
        return m_in.flopRate(flopRateKeys[dtype], m_scenario.hw.flops[dtype]);
    }

    Seconds shardProduct() const
    {
        const auto& c = m_scenario.coll;
        const auto flops =
            formulas::shardFlops(m_in.count("coll.B", c.B), m_in.count("coll.D", c.D), m_in.count("coll.F", c.F), m_n);
        return formulas::shardTime(flops, flopRate());
    }

    /// What travels while one shard is multiplied.
    Seconds shardTransfer() const
    {
        return m_study.algorithm == Algorithm::halves ? halfTransfer()
               : countsHopOrBytes()                   ? formulas::bookTransfer(m_hop, shard(), m_w)
                                                      : formulas::shardTransfer(m_hop, shard(), m_w);
    }

    Seconds halfTransfer() const
    {
        return countsHopOrBytes() ? formulas::bookTransfer.as("half")(m_hop, shard() / 2, m_w)
                                  : formulas::shardTransfer.as("half")(m_hop, shard() / 2, m_w);
    }

    bool countsHopOrBytes() const { return m_scenario.coll.clock == CollectiveClock::book; }

    /// The width that does not travel, at which a product takes as long as a transfer.
    Count hiddenFrom() const
    {
        const auto& c = m_scenario.coll;
        const auto width = m_request.kind == Kind::allGather ? m_in.count("coll.D", c.D) : m_in.count("coll.F", c.F);
        return formulas::hidingWidth(m_n, flopRate(), shardTransfer(), m_in.count("coll.B", c.B), width);
    }

    /// The closed form where the schedule takes as long.
    Seconds collectiveAlone(double found) const
    {
        const auto closed = gatherTime();
        return near(number(closed), found) ? closed : m_in.time("coll.alone", found);
    }

    void addMatmul(CollectiveOf<R>& out) const
    {
        const auto& timing = *m_study.matmulTiming;
        const auto tc = shardProduct();
        const auto math = formulas::multiplyingTime(m_n, tc);
        const bool alone = m_request.topology.chips() == 1;
        const auto clock = m_scenario.coll.clock;
        const double collective = timing.inTurn.by(clock).si() - timing.multiplying.si();
        out.naive = alone ? math : formulas::matmulThenCollective(m_n, tc, collectiveAlone(collective));
        out.pipelined = besides(math, tc, timing.beside.by(clock).si());
        out.hidden = timing.hidden(clock);
        out.lowerBound = max(math, boundOf(m_study.bound));
        out.time = out.pipelined;
        out.saved = formulas::matmulSaving(out.naive, out.time);
        if (!alone)
            out.hiddenFrom = hiddenFrom();
    }

    /// The closed form where it gives `found`, else the products and the waiting that was found.
    Seconds besides(const Seconds& math, const Seconds& tc, double found) const
    {
        if (m_request.topology.chips() == 1)
            return math;
        if (const auto closed = pipelinedTime(tc); near(number(closed), found))
            return closed;
        return formulas::waitingMatmul(math, m_in.time("coll.wait", std::max(0.0, found - number(math))));
    }

    Seconds pipelinedTime(const Seconds& tc) const
    {
        const auto& topology = m_request.topology;
        const bool ring = topology.axes[static_cast<std::size_t>(topology.activeAxes().front())].wraps;
        const auto ts = shardTransfer();
        if (m_study.algorithm != Algorithm::whole || !ring)
            return formulas::pipelinedMatmul(m_n, tc, ts);
        const auto half = m_in.count("coll.far", topology.chips() / 2);
        return topology.chips() % 2 == 1 ? formulas::wholeMatmulOdd(m_n, half, tc, ts)
                                         : formulas::wholeMatmulEven(m_n, half, tc, ts, halfTransfer());
    }

    const Scenario& m_scenario;
    const CollectiveStudy& m_study;
    const CollectiveRequest& m_request;
    const Reader<In>& m_in;
    Count m_n;
    Seconds m_hop;
    ByteRateOf<R> m_w;
    Bytes m_bytes;
};

} // namespace core
