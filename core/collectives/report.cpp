// SPDX-License-Identifier: GPL-3.0-or-later
// Plans, times and explains the single collective of a scenario.
#include "core/collectives/report.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/permute.h"
#include "core/collectives/analysis.h"
#include "core/collectives/context.h"
#include "core/collectives/costs/matmul.h"
#include "core/collectives/critical_path.h"
#include "core/formulas/collectives.h"
#include "core/formulas/network.h"
#include "core/inputs/collective_facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/step/group_network.h"

#include <cmath>

namespace core
{

namespace
{

/// One-way links of a chip that send at once.
int linksUsed(const CollectiveRequest& request)
{
    const auto& topology = request.topology;
    if (request.kind == CollectiveKind::permute)
        return std::min(topology.degree(request.from), topology.degree(request.to));
    if (topology.wiring == Wiring::throughSwitch)
        return 1;
    int links = 0;
    for (const auto& axis : topology.axes)
        links += axis.length > 1 ? (axis.wraps && !topology.oneWay ? 2 : 1) : 0;
    return links;
}

/// Of several domains the slower level carries the whole array, as the step has it at book rates.
template <class In> ByteRateOf<typename In::Rep> bookRate(const CostInputs<In>& c)
{
    const auto& domains = c.request.domains;
    if (!(domains.size > 0) || c.request.kind == CollectiveKind::permute)
        return c.w;
    const auto nic = c.in(field::hw::dcnRate, domains.nic);
    const bool blocks = c.request.kind == CollectiveKind::allToAll; // those of a GPU leave through its own NIC
    const auto out = blocks ? nic : formulas::groupEgress(smallestDomain(c.request, c.in), nic);
    return domains.size > 1 ? formulas::slowerLevel(c.in(field::hw::linkRate, domains.inside), out) : out;
}

/// Blocks go straight along each axis, and the axis whose links take longest binds, as in the step (e.4).
template <class In> SecondsOf<typename In::Rep> bookExchange(const CostInputs<In>& c)
{
    static constexpr std::array<std::string_view, 3> places{"axis 1", "axis 2", "axis 3"};
    auto slowest = c.nothing();
    for (const int axis : c.topology().activeAxes()) {
        const auto a = static_cast<std::size_t>(axis);
        const auto& side = c.topology().axes[a];
        const bool turns = side.wraps && c.topology().oneWay; // no shorter way back
        const bool whole = side.length == c.topology().chips();
        const auto p = whole ? c.n : c.in(fact::coll::length[a], side.length);
        const auto share = exchangeShare<typename In::Rep>(Rates::book, side.wraps, p, c.n, places[a]);
        const auto links = c.in(fact::coll::linksUsed, side.wraps && !turns ? 2 : 1);
        const auto width = formulas::axisBandwidth.as(places[a])(links, c.w);
        const auto time = formulas::axisTime.as(places[a])(turns ? 2 * share : share, c.array, width);
        if (plain(time) > plain(slowest))
            slowest = time;
    }
    return slowest;
}

/// The Scaling Book's time: all bytes over the bandwidth of all axes, or the hops where they take longer.
template <class In> SecondsOf<typename In::Rep> scalingBookTime(const CostInputs<In>& c)
{
    const auto& topology = c.topology();
    const bool pair = c.request.kind == CollectiveKind::permute;
    if (c.isAlone() || (pair && c.request.from == c.request.to))
        return c.nothing();
    const auto passes = c.in.template constant<dim::count>(c.passes());
    auto share = passes;
    const bool exchange = c.request.kind == CollectiveKind::allToAll;
    if (exchange)
        share = 1 / c.n;
    const auto hops =
        c.in(fact::coll::farthest, pair ? topology.distance(c.request.from, c.request.to) : topology.diameter());
    const auto floor = formulas::latencyFloor(passes, hops, c.hop);
    if (c.request.inSwitch)
        return formulas::withLatency(formulas::reduceInSwitch(c.in.one(), c.array, c.linkRate()), floor);
    if (exchange && !c.isSwitch())
        return formulas::withLatency(bookExchange(c), floor);
    const auto width = formulas::axisBandwidth(c.in(fact::coll::linksUsed, linksUsed(c.request)), bookRate(c));
    return formulas::withLatency(formulas::axisTime(share, c.array, width), floor);
}

/// One collective on its way to its numbers.
template <class In> class CollectivePart
{
public:
    using R = typename In::Rep;

    CollectivePart(const Scenario& s, const CollectiveAnalysis& analysis, const Reader<In>& in)
        : m_c(s, analysis, in), m_request(analysis.request)
    {
    }

    CollectiveOf<R> numbers() const
    {
        CollectiveOf<R> out;
        const auto& timing = m_c.analysis.timing;
        out.steps = m_c.in(fact::coll::steps, timing.steps);
        out.bytesPerLink =
            m_request.inSwitch ? switchBytes() : m_c.in(fact::coll::busiestBytes, timing.busiestLinkBytes);
        out.totalBytes =
            totalBytes() * (m_c.analysis.copies > 1 ? m_c.in(fact::coll::copies, m_c.analysis.copies) : m_c.in.one());
        out.hops = m_c.in(fact::coll::hopsInSequence, timing.hops);
        out.book = scalingBookTime(m_c);
        addBinding(out);
        addPaths(out);
        if (m_c.analysis.addedInSwitch)
            out.inSwitch = formulas::switchReduce(m_c.hop, m_c.n, m_c.array, m_c.linkRate());
        if (m_c.analysis.matmul)
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

    const AlgorithmRow* row() const { return algorithmRow(m_request.kind, m_c.analysis.algorithm); }

    /// Of one port each way: the messages that are shown stand for them.
    Bytes switchBytes() const { return formulas::wireBytes(formulas::switchShare(m_c.n), m_c.array); }

    Bytes totalBytes() const
    {
        if (m_request.inSwitch)
            return m_c.n * switchBytes();
        if (m_c.isAlone())
            return m_c.in(fact::coll::movedBytes, Quantity<dim::byte>(0));
        switch (m_request.kind) {
        case Kind::allReduce:
            return row() && row()->spreadsArrays ? formulas::gatherTotal(m_c.n, m_c.n * m_c.array)
                                                 : formulas::reduceTotal(m_c.n, m_c.array);
        case Kind::allToAll:
        case Kind::permute:
            return m_c.in(fact::coll::movedBytes, m_c.analysis.timing.totalBytes);
        default:
            return formulas::gatherTotal(m_c.n, m_c.array);
        }
    }

    BoundCost<In> bound() const { return {m_c, m_c.analysis.bound}; }

    /// What binds; products of a matmul have no bytes or hops. The array of an all-reduce is no load of links.
    void addBinding(CollectiveOf<R>& out) const
    {
        const auto& analysis = m_c.analysis;
        const bool sends = analysis.lowerBound.si() <= analysis.bound.time.si();
        const bool wire = sends && analysis.bound.links > 0 && analysis.bound.latency.si() <= analysis.bound.wire.si();
        if (wire && m_request.kind != Kind::allReduce)
            out.boundBytes = bound().load();
        if (wire)
            out.boundLinks = bound().links();
        if (sends && analysis.bound.latency.si() > analysis.bound.wire.si())
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
        const auto& analysis = m_c.analysis;
        const auto form = row() ? row()->closedForm(m_c) : std::nullopt;
        const bool isTime = form && analysis.timing.steps > 0 && gives(form->time, analysis.time.si());
        out.lowerBound = bound().time();
        out.time = isTime ? form->time : scheduledTime(m_c.s.coll.clock);
        out.barrier = scheduledTime(CollectiveClock::lockstep);
        if (form)
            out.closedForm = form->time;
    }

    Seconds scheduledTime(CollectiveClock clock) const
    {
        return endOfSteps(m_c, clock, m_c.analysis.timing.steps, m_c.analysis.timing.by(clock).si());
    }

    // ---- beside a matmul

    MatmulCost<In> matmul(CollectiveClock clock) const { return {m_c, m_c.analysis.algorithm, clock}; }

    void addMatmul(CollectiveOf<R>& out) const
    {
        if (!m_c.analysis.matmulTiming)
            return;
        const auto& timing = *m_c.analysis.matmulTiming;
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
        const bool same = timing.saved(clock).si() == 0;
        out.saved = formulas::matmulSaving(out.naive, same ? out.naive : out.time);
        out.savedShare = formulas::matmulShare(out.saved, out.naive);
        if (m_c.isAlone())
            return;
        out.hiddenFrom = matmul(clock).hiddenFrom(m_c.s);
        out.mathRatio = formulas::mathRatio(tc, matmul(clock).shardTransfer());
    }

    /// The closed form where the schedule takes as long.
    Seconds collectiveAlone(const MatmulTiming& timing) const
    {
        const auto clock = m_c.s.coll.clock;
        const double found = timing.serialized.by(clock).si() - timing.multiplying.si();
        const auto closed = gatherForm(m_c, AxisOrder::rotated, m_c.shard()).time;
        if (gives(closed, found))
            return closed;
        return pathTime(
            m_c, [&] { return pathAlone(m_c.analysis, clock); }, m_c.nothing(), found, "alone");
    }

    /// The closed form where it gives what was found, else the critical path.
    Seconds besides(const MatmulTiming& timing, const Seconds& math, const Seconds& tc, CollectiveClock clock) const
    {
        if (m_c.isAlone())
            return math;
        const double found = timing.overlapped.by(clock).si();
        if (const auto closed = matmul(clock).time(tc); gives(closed, found))
            return closed;
        const int steps = m_c.analysis.schedule.steps;
        return pathTime(
            m_c, [&] { return criticalPath(m_c.analysis, clock, steps); }, tc, found);
    }

    const CollectiveContext<In> m_c;
    const CollectiveRequest& m_request;
};

} // namespace

template <class In> CollectiveOf<typename In::Rep>
collectiveNumbers(const Scenario& s, const CollectiveAnalysis& analysis, const Reader<In>& in)
{
    return CollectivePart<In>(s, analysis, in).numbers();
}

template CollectiveOf<double> collectiveNumbers(const Scenario&, const CollectiveAnalysis&, const Reader<Plain>&);
template CollectiveOf<Traced> collectiveNumbers(const Scenario&, const CollectiveAnalysis&, const Reader<Recording>&);

CollectiveReport evaluateCollective(const Scenario& s)
{
    return evaluateCollective(s, [](CollectiveAnalysis&) {});
}

CollectiveReport evaluateCollective(const Scenario& s, const std::function<void(CollectiveAnalysis&)>& complete)
{
    CollectiveReport report;
    auto analysis = analyseCollective(s);
    if (!analysis) {
        report.problem = analysis.error();
        return report;
    }
    complete(*analysis);
    report.analysis = std::make_shared<const CollectiveAnalysis>(*std::move(analysis));
    const Plain inputs;
    const Reader<Plain> in(inputs, s);
    report.numbers = collectiveNumbers(s, *report.analysis, in);
    return report;
}

CollectiveOf<Traced> tracedCollective(const Scenario& s, const CollectiveReport& report, const Recording& inputs)
{
    if (!report.analysis)
        return {};
    const Reader<Recording> in(inputs, s);
    return collectiveNumbers(s, *report.analysis, in);
}

} // namespace core
