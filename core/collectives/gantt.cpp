// SPDX-License-Identifier: GPL-3.0-or-later
// Collects bars while a schedule is timed.
#include "core/collectives/gantt.h"

#include "core/collectives/analysis.h"
#include "core/collectives/clocks/link_bytes.h"
#include "core/collectives/matmul/matmul_pass.h"
#include "core/collectives/networks/representatives.h"

#include <algorithm>

namespace core
{

namespace
{

/// Bars by chip and port as they come.
class Bars
{
public:
    Bars(const Schedule& schedule, std::optional<int> chip) : m_schedule(schedule), m_chip(chip)
    {
        m_perChip = static_cast<std::size_t>(schedule.topology.ports()) + 1;
        m_bars.resize((chip ? 1 : static_cast<std::size_t>(schedule.topology.chips())) * m_perChip);
    }

    bool wants(int chip) const { return !m_chip || *m_chip == chip; }

    /// A message out of `from` with the chunks of `transfer`.
    void addMessage(const Transfer& transfer, int from, const Flight& flight)
    {
        const int to = m_schedule.topology.neighbour(from, transfer.port);
        lane(from, transfer.port)
            .push_back({.step = flight.step,
                        .start = flight.start,
                        .end = flight.sent,
                        .arrival = flight.arrival,
                        .bytes = transfer.bytes,
                        .to = to,
                        .op = transfer.op,
                        .chunks = chunksOf(flight.step, from, transfer.port)});
    }

    void addProduct(const ProductFlight& p)
    {
        lane(p.chip, static_cast<int>(m_perChip) - 1)
            .push_back({.step = p.step, .start = p.start, .end = p.end, .arrival = p.end, .product = p.product});
    }

    Gantt finished(double end)
    {
        Gantt gantt;
        gantt.end = end;
        for (std::size_t i = 0; i < m_bars.size(); ++i) {
            if (m_bars[i].empty())
                continue;
            const int port = static_cast<int>(i % m_perChip);
            const bool unit = port + 1 == static_cast<int>(m_perChip);
            gantt.lanes.push_back(
                {{m_chip.value_or(static_cast<int>(i / m_perChip)), unit ? GanttRow::matrixUnit : port},
                 std::move(m_bars[i])});
        }
        return gantt;
    }

private:
    std::vector<GanttBar>& lane(int chip, int place)
    {
        return m_bars[(m_chip ? 0 : static_cast<std::size_t>(chip)) * m_perChip + static_cast<std::size_t>(place)];
    }

    std::vector<ChunkRun> chunksOf(int step, int chip, int port)
    {
        if (step != m_step || chip != m_sender) {
            m_sends.clear();
            addSends(m_schedule, step, chip, m_sends);
            m_step = step;
            m_sender = chip;
        }
        for (const auto& sent : m_sends.transfers)
            if (sent.port == port) {
                const auto runs = m_sends.chunks(sent);
                return {runs.begin(), runs.end()};
            }
        return {};
    }

    const Schedule& m_schedule;
    std::optional<int> m_chip;
    std::size_t m_perChip = 1;
    std::vector<std::vector<GanttBar>> m_bars; // the matrix unit behind the links of its chip
    Step m_sends;                              // of m_sender in m_step
    int m_step = -1;
    int m_sender = -1;
};

/// Steps one after the other, every message of a step leaving at its beginning.
void moveToBarriers(Gantt& gantt, const CollectiveTiming& timing, const LinkRates& rates, CollectiveClock clock)
{
    std::vector<double> starts{0};
    for (const double bytes : timing.stepBytes)
        starts.push_back(starts.back() + stepSeconds(clock, rates, bytes));
    for (auto& lane : gantt.lanes)
        for (auto& bar : lane.bars) {
            const double wire = bar.end - bar.start; // through a switch messages of a step share the port
            bar.start = starts[static_cast<std::size_t>(bar.step)];
            bar.end = bar.start + wire;
            bar.arrival = bar.start + stepSeconds(clock, rates, wire * rates.bandwidth.si());
        }
    gantt.end = starts.back();
}

/// Null where they are still to be timed.
const LinksOfChip* keptLinks(const CollectiveAnalysis& analysis, CollectiveClock clock, int chip)
{
    const auto* kept = analysis.busiest.get();
    return kept && kept->chip == chip && kept->clock == clock ? kept : nullptr;
}

struct MatmulEnds {
    std::vector<double> messages; // when the last one of each step and of those before is there
    double products = 0;
};

MatmulEnds matmulEnds(const CollectiveAnalysis& analysis, CollectiveClock clock)
{
    std::vector<double> ends(static_cast<std::size_t>(analysis.schedule.steps), 0);
    if (!analysis.matmul || !analysis.matmulTiming)
        return {};
    MatmulWatch watch;
    watch.message = [&](const Transfer&, const Flight& flight) {
        auto& end = ends[static_cast<std::size_t>(flight.step)];
        end = std::max(end, flight.arrival);
    };
    const double end =
        runOverlapped(*analysis.matmul, {analysis.request.rates, analysis.matmulTiming->shardTime, clock}, watch);
    for (std::size_t step = 1; step < ends.size(); ++step)
        ends[step] = std::max(ends[step], ends[step - 1]);
    return {std::move(ends), end};
}

} // namespace

Gantt matmulGantt(const CollectiveAnalysis& analysis, MatmulMode mode, CollectiveClock clock, std::optional<int> chip)
{
    if (!analysis.matmul || !analysis.matmulTiming)
        return {};
    const auto& plan = *analysis.matmul;
    const MatmulRates rates{analysis.request.rates, analysis.matmulTiming->shardTime, clock};
    Bars bars(mode == MatmulMode::serialized ? plan.alone : plan.transfers, chip);
    MatmulWatch watch;
    watch.message = [&](const Transfer& transfer, const Flight& flight) {
        if (bars.wants(transfer.from))
            bars.addMessage(transfer, transfer.from, flight);
    };
    watch.product = [&](const ProductFlight& product) {
        if (bars.wants(product.chip))
            bars.addProduct(product);
    };
    return bars.finished(mode == MatmulMode::serialized ? runSerialized(plan, rates, watch)
                                                        : runOverlapped(plan, rates, watch));
}

bool hasLinks(const CollectiveAnalysis& analysis, CollectiveClock clock, int chip)
{
    return !analysis.busiest || keptLinks(analysis, clock, chip);
}

Gantt linkGantt(const CollectiveAnalysis& analysis, CollectiveClock clock, int chip)
{
    if (const auto* kept = keptLinks(analysis, clock, chip))
        return kept->gantt;
    const auto& schedule = analysis.schedule;
    const auto& rates = analysis.request.rates;
    Bars bars(schedule, chip);
    Representatives::Stand stand{chip};
    if (schedule.symmetric)
        stand.chip = 0;
    else if (!schedule.phases.empty())
        stand = Representatives(schedule.topology).of(chip);
    const auto keep = [&](Transfer transfer, const Flight& flight) {
        transfer.port = stand.port(transfer.port);
        if (transfer.from == stand.chip)
            bars.addMessage(transfer, chip, flight);
    };
    const auto timing = timeSchedule(schedule, rates, keep);
    auto gantt = bars.finished(timing.async.si());
    if (clock != CollectiveClock::async)
        moveToBarriers(gantt, timing, rates, clock);
    return gantt;
}

int busiestChip(const CollectiveAnalysis& analysis)
{
    if (analysis.busiest)
        return analysis.busiest->chip;
    if (analysis.schedule.symmetric)
        return 0;
    LinkBytes carried(analysis.schedule);
    carried.moveTo(analysis.schedule.steps);
    const auto& topology = analysis.schedule.topology;
    int busiest = 0;
    double max = -1;
    for (int chip = 0; chip < topology.chips(); ++chip) {
        double sum = 0;
        for (int port = 0; port < topology.ports(); ++port)
            sum += topology.neighbour(chip, port) < 0 ? 0 : carried.at(chip, port);
        if (sum > max) {
            max = sum;
            busiest = chip;
        }
    }
    return busiest;
}

void keepBusiestLinks(CollectiveAnalysis& analysis, CollectiveClock clock)
{
    if (analysis.matmul)
        return;
    const int chip = busiestChip(analysis);
    analysis.busiest = std::make_shared<const LinksOfChip>(LinksOfChip{chip, clock, linkGantt(analysis, clock, chip)});
}

std::vector<GanttSpan> exposedParts(const Gantt& gantt, const GanttRow& row, const GanttBar& bar)
{
    std::vector<GanttSpan> parts;
    const auto unit = std::find_if(gantt.lanes.begin(), gantt.lanes.end(), [&](const GanttLane& lane) {
        return lane.row.chip == row.chip && lane.row.multiplies();
    });
    if (unit == gantt.lanes.end() || row.multiplies())
        return parts;
    const double min = 1e-9 * gantt.end; // what rounding leaves between two products
    double from = bar.start;
    for (const auto& product : unit->bars) {
        if (product.end <= from)
            continue;
        if (product.start >= bar.end)
            break;
        if (product.start - from > min)
            parts.push_back({from, product.start});
        from = product.end;
    }
    if (bar.end - from > min)
        parts.push_back({from, bar.end});
    return parts;
}

double exposedSeconds(const Gantt& gantt, const GanttRow& row, const GanttBar& bar)
{
    double sum = 0;
    for (const auto& part : exposedParts(gantt, row, bar))
        sum += part.to - part.from;
    return sum;
}

std::vector<double> rowEnds(const CollectiveAnalysis& analysis, CollectiveClock clock)
{
    if (!analysis.matmul)
        return stepEnds(analysis, clock);
    auto found = matmulEnds(analysis, clock);
    found.messages.push_back(found.products);
    return std::move(found.messages);
}

std::vector<double> stepEnds(const CollectiveAnalysis& analysis, CollectiveClock clock)
{
    if (analysis.matmul) {
        auto found = matmulEnds(analysis, clock);
        if (!found.messages.empty())
            found.messages.back() = found.products;
        return std::move(found.messages);
    }
    if (clock == CollectiveClock::async)
        return analysis.timing.asyncEnds;
    std::vector<double> ends;
    double now = 0;
    for (const double bytes : analysis.timing.stepBytes)
        ends.push_back(now += stepSeconds(clock, analysis.request.rates, bytes));
    return ends;
}

} // namespace core
