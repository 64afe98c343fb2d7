// SPDX-License-Identifier: GPL-3.0-or-later
// Arrivals of shards along both ways round, and the messages they make. A scatter is worked out as the gather that it
// is when run backwards.
#include "core/collectives/matmul/own_order_routes.h"

#include "core/collectives/matmul/own_order.h"

#include <algorithm>
#include <climits>
#include <ranges>
#include <tuple>

namespace core
{

namespace
{

constexpr int never = INT_MAX;

/// One half of one shard on its way: crosses the link into `to` in transfer step `step`.
struct Hop {
    int from = 0;
    int to = 0;
    int port = 0; // of `from`
    int shard = 0;
    int half = 0;
    int step = 0;
};

int axisIn(const Topology& topology)
{
    const auto active = topology.activeAxes();
    return active.empty() ? 0 : active.front();
}

/// The step in which each chip first needs each half; as a gather.
class Deadlines
{
public:
    Deadlines(MatmulForm form, const std::vector<ProductRow>& table, int chips)
        : m_chips(chips), m_steps(place(chips) * place(chips) * 2, never)
    {
        const int rows = static_cast<int>(table.size());
        for (int step = 0; step < rows; ++step)
            for (int chip = 0; chip < chips; ++chip)
                for (const auto& product : table[place(step)][place(chip)])
                    for (int half = 0; half < 2; ++half)
                        if (product.half == ShardProduct::wholeShard || product.half == half)
                            m_steps[at(chip, product.shard, half)] =
                                form == MatmulForm::gather ? step : rows - 1 - step;
    }

    int of(int chip, int shard, int half) const { return m_steps[at(chip, shard, half)]; }

private:
    std::size_t at(int chip, int shard, int half) const { return place((chip * m_chips + shard) * 2 + half); }

    int m_chips;
    std::vector<int> m_steps;
};

/// The chips that a half meets one after the other; as far as there are links.
std::vector<Hop> chain(Topology topology, int shard, int half, int port, int length)
{
    topology.oneWay = false; // a one-way reduction, turned round, gathers against the arrows
    std::vector<Hop> hops;
    for (int at = shard; static_cast<int>(hops.size()) < length;) {
        const int next = topology.neighbour(at, port);
        if (next < 0)
            break;
        hops.push_back({.from = at,
                        .to = next,
                        .port = port,
                        .shard = shard,
                        .half = half,
                        .step = static_cast<int>(hops.size())});
        at = next;
    }
    return hops;
}

/// Each hop in time for its product and for the hops behind it.
bool delay(std::vector<Hop>& hops, const Deadlines& deadlines, bool late)
{
    int latest = never;
    for (Hop& hop : std::views::reverse(hops)) {
        latest = std::min(latest, deadlines.of(hop.to, hop.shard, hop.half)) - 1;
        if (latest < hop.step)
            return false;
        if (late)
            hop.step = latest;
    }
    return true;
}

bool linksSuffice(const std::vector<Hop>& hops, int chips, int steps)
{
    std::vector<int> halves(place(steps) * place(chips) * 2, 0);
    for (const auto& hop : hops)
        if (++halves[place((hop.step * chips + hop.from) * 2 + hop.port % 2)] > 2)
            return false;
    return true;
}

std::optional<std::vector<Hop>> hopsFor(const MatmulRequest& request, const std::vector<ProductRow>& table,
                                        const RouteChoice& choice)
{
    const int chips = request.topology.chips();
    const int port = 2 * axisIn(request.topology);
    const Deadlines deadlines(request.form, table, chips);
    std::vector<Hop> all;
    for (int shard = 0; shard < chips; ++shard) {
        for (int half = 0; half < 2; ++half) {
            const int forward = choice.forward[place(half)];
            auto ahead = chain(request.topology, shard, half, port, forward);
            auto back = chain(request.topology, shard, half, port + 1, chips - 1 - static_cast<int>(ahead.size()));
            for (auto* hops : {&ahead, &back}) {
                if (!delay(*hops, deadlines, choice.late))
                    return std::nullopt;
                all.insert(all.end(), hops->begin(), hops->end());
            }
        }
    }
    if (!linksSuffice(all, chips, static_cast<int>(table.size())))
        return std::nullopt;
    return all;
}

/// Hops as messages: what crosses a link in one step goes together.
std::vector<Step> messagesOf(MatmulForm form, const ChunkSpace& chunks, std::vector<Hop> hops, int steps)
{
    const bool gathers = form == MatmulForm::gather;
    for (auto& hop : hops) {
        if (!gathers) {
            std::swap(hop.from, hop.to);
            hop.port ^= 1;
            hop.step = steps - 1 - hop.step;
        }
    }
    std::stable_sort(hops.begin(), hops.end(), [](const Hop& a, const Hop& b) {
        return std::tie(a.step, a.from, a.port) < std::tie(b.step, b.from, b.port);
    });
    std::vector<Step> written(place(steps));
    std::vector<ChunkRun> runs;
    for (auto hop = hops.begin(); hop != hops.end();) {
        const auto first = *hop;
        double bytes = 0;
        runs.clear();
        for (; hop != hops.end() && hop->step == first.step && hop->from == first.from && hop->port == first.port;
             ++hop) {
            if (hop->half >= chunks.form().halves)
                continue;
            runs.push_back({chunks.number({hop->shard, 0, 0, hop->half}), 1});
            bytes += chunks.bytes(runs.back());
        }
        const auto op = gathers ? TransferOp::copy : TransferOp::reduce;
        if (bytes > 0)
            written[place(first.step)].add({first.from, first.to, first.port, op, bytes, 0, 0}, runs);
    }
    return written;
}

} // namespace

bool multipliesHalves(const std::vector<ProductRow>& table)
{
    for (const auto& row : table)
        for (const auto& products : row)
            for (const auto& product : products)
                if (product.half != ShardProduct::wholeShard)
                    return true;
    return false;
}

std::vector<RouteChoice> routeChoices(MatmulForm form, const Topology& topology, bool halves)
{
    const int chips = topology.chips();
    const bool ring = topology.axes[place(axisIn(topology))].wraps;
    int min = 0;
    int max = chips - 1;
    if (ring && topology.oneWay)
        (form == MatmulForm::gather ? min : max) = form == MatmulForm::gather ? max : min;
    if (!ring)
        min = max; // the ends of the axis decide
    std::vector<RouteChoice> choices;
    for (int a = min; a <= max; ++a)
        for (int b = min; b <= (halves ? max : a); ++b)
            for (const bool late : {true, false})
                choices.push_back({{a, b}, late});
    return choices;
}

int hopsToFirst(int chips, const RouteChoice& choice, int shard, int half)
{
    const int forward = (chips - shard) % chips;
    return forward <= choice.forward[place(half)] ? forward : shard;
}

std::optional<CollectiveMatmul> routedOrder(const MatmulRequest& request, const std::vector<ProductRow>& table,
                                            const RouteChoice& choice)
{
    const auto hops = hopsFor(request, table, choice);
    if (!hops)
        return std::nullopt;
    const int steps = std::max(0, static_cast<int>(table.size()) - 1);
    const bool halved = choice.forward[0] != choice.forward[1] || multipliesHalves(table);
    const bool gathers = request.form == MatmulForm::gather;
    CollectiveMatmul plan;
    plan.form = request.form;
    plan.mode = CollectiveAlgorithm::automatic;
    plan.why = "put together by hand";
    plan.alone = collectiveAlone(request);
    plan.transfers.goal = gathers ? Goal::gather : Goal::reduceScatter;
    plan.transfers.topology = request.topology;
    plan.transfers.chunks = ChunkSpace(request.topology, {.halves = halved ? 2 : 1, .even = request.even},
                                       request.elements, request.elementBytes);
    auto messages = messagesOf(request.form, plan.transfers.chunks, *hops, steps);
    plan.transfers = withSteps(std::move(plan.transfers), std::move(messages));
    plan.products = table;
    plan.naiveBuffers = request.topology.chips() - 1;
    plan.buffers = buffersNeeded(plan);
    return plan;
}

} // namespace core
