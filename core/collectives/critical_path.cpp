// SPDX-License-Identifier: GPL-3.0-or-later
// Goes back from the end: to the message that brought the data, to the one that held the link, to the product before.
#include "core/collectives/critical_path.h"

#include "core/collectives/analysis.h"
#include "core/collectives/context.h"
#include "core/collectives/costs/matmul.h"
#include "core/collectives/matmul/matmul_pass.h"
#include "core/collectives/path_events.h"
#include "core/formulas/collectives.h"
#include "core/inputs/collective_facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_collective.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace core
{

namespace
{

/// Goes back by the asynchronous clock.
class Backwards
{
public:
    Backwards(const Events& events, const LinkRates& rates)
        : m_events(events), m_rates(rates), m_wires(events.schedule().topology)
    {
        m_wires.oneWay = false; // to find who sends to a chip over a link that carries nothing back
    }

    std::vector<PathTerm> from(const std::optional<PathTerm>& last) const
    {
        return chain(last, [this](const PathTerm& term) { return before(term); });
    }

private:
    const Topology& topology() const { return m_events.schedule().topology; }
    static bool meet(double end, double start) { return std::abs(end - start) <= 1e-12 * start; }

    std::optional<PathTerm> before(const PathTerm& term) const
    {
        if (term.start <= 0)
            return std::nullopt;
        for (const auto& product : m_events.productsOf(term.from))
            if (meet(product.end, term.start) && product.start < term.start)
                return termOf(product);
        const bool multiplies = term.kind == PathKind::product;
        std::optional<PathTerm> together; // came at that moment, with other chunks
        for (int step = multiplies ? std::min(term.step, m_events.schedule().steps) - 1 : term.step - 1; step >= 0;
             --step)
            for (int port = 0; port < topology().ports(); ++port) {
                if (auto found = arriving(term, step, port); found && (multiplies || passesOn(term, *found)))
                    return found;
                else if (found && !together)
                    together = found;
                if (auto found = multiplies ? std::nullopt : leaving(term, step, port))
                    return found;
            }
        return together;
    }

    /// Whether a message carries chunks that another one brought.
    bool passesOn(const PathTerm& message, const PathTerm& brought) const
    {
        const auto sent = chunksOf(message);
        const auto came = chunksOf(brought);
        return std::any_of(sent.begin(), sent.end(), [&](const ChunkRun& a) {
            return std::any_of(came.begin(), came.end(), [&](const ChunkRun& b) {
                return a.first < b.first + b.count && b.first < a.first + a.count;
            });
        });
    }

    std::vector<ChunkRun> chunksOf(const PathTerm& message) const
    {
        Step step;
        addSends(m_events.schedule(), message.step, message.from, step);
        for (const auto& sent : step.transfers)
            if (sent.port == message.port)
                return {step.chunks(sent).begin(), step.chunks(sent).end()};
        return {};
    }

    /// The message that comes in by a port as the term begins.
    std::optional<PathTerm> arriving(const PathTerm& term, int step, int port) const
    {
        const int chip = m_wires.neighbour(term.from, port);
        if (chip < 0)
            return std::nullopt;
        const int back = m_wires.portBack(term.from, port);
        const auto* sent = m_events.find(step, chip, back);
        if (!sent || !meet(sent->arrival, term.start))
            return std::nullopt;
        return termOf(m_events, m_rates, step, chip, back, *sent);
    }

    /// The message that leaves the link, or the port of a switch, as the term begins.
    std::optional<PathTerm> leaving(const PathTerm& term, int step, int port) const
    {
        if (port != term.port && topology().wiring == Wiring::torus)
            return std::nullopt;
        const auto* sent = m_events.find(step, term.from, port);
        if (!sent || !meet(sent->sent, term.start))
            return std::nullopt;
        auto found = termOf(m_events, m_rates, step, term.from, port, *sent);
        found.kind = PathKind::wire;
        found.end = sent->sent;
        return found;
    }

    const Events& m_events;
    const LinkRates& m_rates;
    Topology m_wires;
};

/// The last message of the first `steps` steps to arrive.
std::optional<PathTerm> lastOf(const Events& events, const LinkRates& rates, int steps)
{
    const Sent* last = nullptr;
    int lastStep = 0;
    for (int step = 0; step < steps; ++step)
        for (const auto& sent : events.of(step))
            if (!last || sent.arrival > last->arrival) {
                last = &sent;
                lastStep = step;
            }
    return last ? std::optional(termOf(events, rates, lastStep, last->from, last->port, *last)) : std::nullopt;
}

std::optional<PathTerm> lastProduct(const Events& events)
{
    const ProductFlight* last = nullptr;
    for (const auto& chip : events.products())
        for (const auto& product : chip)
            if (!last || product.end > last->end)
                last = &product;
    return last ? std::optional(termOf(*last)) : std::nullopt;
}

/// By clocks with barriers: every step takes its hop and its bytes, or the longer of both.
PathKind kindOf(CollectiveClock clock, const LinkRates& rates, double bytes)
{
    if (clock != CollectiveClock::book)
        return PathKind::message;
    return bytes / rates.bandwidth.si() >= rates.hop.si() ? PathKind::wire : PathKind::hop;
}

/// Beside a matmul with barriers: in every step the message or the products of a chip that take longest.
class MatmulSteps
{
public:
    MatmulSteps(const Events& events, const LinkRates& rates, CollectiveClock clock)
        : m_events(events), m_rates(rates), m_clock(clock), m_ends(endsOf(events))
    {
    }

    /// Back from the last term over everything that ends as it begins, whoever does it.
    std::vector<PathTerm> from(const std::optional<PathTerm>& last) const
    {
        auto path = chain(last, [this](const PathTerm& term) { return before(term); });
        for (auto& term : path)
            if (term.kind == PathKind::message)
                term.kind = kindOf(m_clock, m_rates, term.bytes);
        return path;
    }

private:
    std::optional<PathTerm> before(const PathTerm& term) const
    {
        const double slack = 1e-12 * term.start;
        const auto ends = [&](const auto& flight) { return std::abs(flight.end - term.start) <= slack; };
        if (term.start <= 0)
            return std::nullopt;
        if (term.kind == PathKind::product)
            for (const auto& product : m_events.productsOf(term.from)) // of the same step, one after the other
                if (ends(product) && product.start < term.start)
                    return termOf(product);
        auto at = std::ranges::lower_bound(m_ends, term.start - slack, {}, &End::end);
        const End* found = nullptr;
        for (; at != m_ends.end() && ends(*at); ++at)
            if (at->start < term.start && (!found || at->rank < found->rank))
                found = &*at;
        if (!found)
            return std::nullopt;
        return found->product
                   ? termOf(*found->product)
                   : termOf(m_events, m_rates, found->step, found->sent->from, found->sent->port, *found->sent);
    }

    /// What ended when: products first, then the messages of the latest step.
    struct End {
        double end = 0;
        double start = 0;
        std::size_t rank = 0;
        const ProductFlight* product = nullptr;
        const Sent* sent = nullptr;
        int step = 0;
    };

    static std::vector<End> endsOf(const Events& events)
    {
        std::vector<End> ends;
        for (const auto& chip : events.products())
            for (const auto& product : chip)
                ends.push_back({.end = product.end, .start = product.start, .rank = ends.size(), .product = &product});
        for (int step = events.schedule().steps - 1; step >= 0; --step)
            for (const auto& sent : events.of(step))
                ends.push_back(
                    {.end = sent.arrival, .start = sent.start, .rank = ends.size(), .sent = &sent, .step = step});
        std::ranges::sort(ends, {}, &End::end);
        return ends;
    }

    const Events& m_events;
    const LinkRates& m_rates;
    CollectiveClock m_clock;
    std::vector<End> m_ends;
};

std::vector<PathTerm> besideMatmul(const CollectiveAnalysis& analysis, CollectiveClock clock, int steps)
{
    if (!analysis.matmul || !analysis.matmulTiming)
        return {};
    const auto& rates = analysis.request.rates;
    Events events(analysis.schedule);
    MatmulWatch watch;
    watch.message = [&](const Transfer& t, const Flight& f) { events.add(t, f); };
    watch.product = [&](const ProductFlight& p) { events.add(p); };
    runOverlapped(*analysis.matmul, {rates, analysis.matmulTiming->shardTime, clock}, watch);
    events.sort();
    auto last = lastOf(events, rates, steps);
    if (const auto product = lastProduct(events);
        steps == analysis.schedule.steps && product && (!last || product->end >= last->end))
        last = product;
    return clock == CollectiveClock::async ? Backwards(events, rates).from(last)
                                           : MatmulSteps(events, rates, clock).from(last);
}

std::vector<PathTerm> ofMessages(const Schedule& schedule, const CollectiveTiming& timing, const LinkRates& rates,
                                 CollectiveClock clock, int steps)
{
    if (clock != CollectiveClock::async)
        return stepByStep(timing, rates, clock, steps);
    Events events(schedule);
    events.follow(rates);
    return Backwards(events, rates).from(lastOf(events, rates, steps));
}

} // namespace

std::vector<PathTerm> stepByStep(const CollectiveTiming& timing, const LinkRates& rates, CollectiveClock clock,
                                 int steps)
{
    std::vector<PathTerm> path;
    double now = 0;
    for (int step = 0; step < steps; ++step) {
        PathTerm term;
        term.step = term.lastStep = step;
        term.bytes = timing.stepBytes[place(step)];
        term.kind = kindOf(clock, rates, term.bytes);
        term.start = now;
        term.end = now += stepSeconds(clock, rates, term.bytes);
        path.push_back(term);
    }
    return path;
}

PathCache::Path PathCache::of(CollectiveClock clock, const std::function<Path()>& find)
{
    const std::scoped_lock lock(m_mutex);
    auto known = m_known.find(clock);
    if (known == m_known.end())
        known = m_known.emplace(clock, find()).first;
    return known->second;
}

std::vector<PathTerm> criticalPath(const CollectiveAnalysis& analysis, CollectiveClock clock, int steps)
{
    const auto find = [&] {
        return analysis.matmul ? besideMatmul(analysis, clock, steps)
                               : ofMessages(analysis.schedule, analysis.timing, analysis.request.rates, clock, steps);
    };
    return analysis.paths && steps == analysis.schedule.steps ? analysis.paths->of(clock, find) : find();
}

std::vector<PathTerm> pathAlone(const CollectiveAnalysis& analysis, CollectiveClock clock)
{
    if (!analysis.matmul)
        return {};
    const auto& alone = analysis.matmul->alone;
    return ofMessages(alone, timeSchedule(alone, analysis.request.rates), analysis.request.rates, clock, alone.steps);
}

template <class In> SecondsOf<typename In::Rep> endOfSteps(const CollectiveContext<In>& c, CollectiveClock clock,
                                                           int steps, double found, std::string_view where)
{
    const auto& analysis = c.analysis;
    const auto& rates = analysis.request.rates;
    double critical = 0;
    for (int step = 0; step < steps; ++step)
        critical += analysis.timing.stepBytes[static_cast<std::size_t>(step)];
    const double lockstep = steps * rates.hop.si() + critical / rates.bandwidth.si();
    if (std::abs(lockstep - found) <= 1e-12 * lockstep) {
        const auto all = [&] { return stepByStep(analysis.timing, rates, CollectiveClock::lockstep, steps); };
        const bool part = steps < analysis.timing.steps;
        return formulas::barrierTime.as(where)(c.in(part ? fact::coll::stepsDone : fact::coll::steps, steps), c.hop,
                                               criticalBytes(c, all, critical), c.w);
    }
    return pathTime(
        c, [&] { return criticalPath(analysis, clock, steps); },
        analysis.matmul ? shardProduct(c.in, c.s, c.n) : c.nothing(), found);
}

template SecondsOf<double> endOfSteps(const CollectiveContext<Plain>&, CollectiveClock, int, double, std::string_view);
template SecondsOf<Traced> endOfSteps(const CollectiveContext<Recording>&, CollectiveClock, int, double,
                                      std::string_view);

} // namespace core
