// SPDX-License-Identifier: GPL-3.0-or-later
// The quickest transfers of an order, the buffers they need, and the quickest end of an order that was begun.
#include "core/collectives/matmul/own_order.h"

#include "core/collectives/matmul/own_order_routes.h"

#include <algorithm>
#include <utility>

namespace core
{

namespace
{

constexpr double rounding = 1e-12;

bool isRing(const Topology& topology)
{
    const auto active = topology.activeAxes();
    return active.empty() || (active.size() == 1 && topology.axes[place(active.front())].wraps);
}

bool isShorter(Quantity<dim::second> a, Quantity<dim::second> b) { return a.si() < b.si() * (1 - rounding); }

/// An order with transfers, and what it takes.
struct Candidate {
    CollectiveMatmul plan;
    ClockTimes times;
};

bool isQuicker(CollectiveClock clock, const Candidate& a, const Candidate& b)
{
    return isShorter(a.times.by(clock), b.times.by(clock));
}

/// Sooner done, or as soon with less.
bool isBetter(CollectiveClock clock, const Candidate& a, const Candidate& b)
{
    if (isQuicker(clock, a, b) || isQuicker(clock, b, a))
        return isQuicker(clock, a, b);
    if (a.plan.buffers != b.plan.buffers)
        return a.plan.buffers < b.plan.buffers;
    return isShorter(a.times.lockstep, b.times.lockstep);
}

Candidate timed(const MatmulRequest& request, CollectiveMatmul plan)
{
    const auto times = timeOverlapped(request, plan);
    return {std::move(plan), times};
}

/// The halves that a step multiplies, sorted.
std::vector<std::pair<int, int>> halvesIn(const std::vector<ShardProduct>& products)
{
    std::vector<std::pair<int, int>> halves;
    for (const auto& product : products)
        for (int half = 0; half < 2; ++half)
            if (product.half == ShardProduct::wholeShard || product.half == half)
                halves.emplace_back(product.shard, half);
    std::sort(halves.begin(), halves.end());
    return halves;
}

/// The quickest of all routes; nothing where there is none.
std::optional<Candidate> quickest(const MatmulRequest& request, const std::vector<ProductRow>& table)
{
    std::optional<Candidate> best;
    for (const auto& choice : routeChoices(request.form, request.topology, multipliesHalves(table))) {
        auto plan = routedOrder(request, table, choice);
        if (!plan)
            continue;
        auto own = timed(request, std::move(*plan));
        if (!best || isBetter(request.clock, own, *best))
            best = std::move(own);
    }
    return best;
}

/// An order that is being completed, as a gather.
class Completion
{
public:
    Completion(const ChipOrder& begun, int chips, bool mayGrow) : m_order(begun), m_chips(chips), m_mayGrow(mayGrow)
    {
        for (const auto& step : begun)
            m_given.push_back(!step.empty());
    }

    /// Every half that is left, in the first step that is free when it has arrived; `apart` keeps those that arrive
    /// later from holding up the others. False where there is no room.
    bool fill(const RouteChoice& choice, bool apart)
    {
        int from = 0;
        for (int hops = 0; hops < m_chips; ++hops) {
            const auto arriving = left(choice, hops);
            if (arriving.empty())
                continue;
            const auto step = freeStep(std::max(from, hops), hops);
            if (!step)
                return false;
            for (const auto& [shard, half] : arriving)
                add(*step, shard, half);
            from = apart ? *step + 1 : 0;
        }
        return true;
    }

    const ChipOrder& order() const { return m_order; }

private:
    std::vector<std::pair<int, int>> left(const RouteChoice& choice, int hops) const
    {
        std::vector<bool> done(place(m_chips) * 2, false);
        for (const auto& step : m_order)
            for (const auto& [shard, half] : halvesIn(step))
                done[place(shard * 2 + half)] = true;
        std::vector<std::pair<int, int>> halves;
        for (int shard = 0; shard < m_chips; ++shard)
            for (int half = 0; half < 2; ++half)
                if (!done[place(shard * 2 + half)] && hopsToFirst(m_chips, choice, shard, half) == hops)
                    halves.emplace_back(shard, half);
        return halves;
    }

    std::optional<int> freeStep(int from, int soonest)
    {
        for (int step = from; step < static_cast<int>(m_order.size()); ++step)
            if (!m_given[place(step)])
                return step;
        const int last = static_cast<int>(m_order.size()) - 1;
        if (!m_mayGrow)
            return last >= soonest ? std::optional(last) : std::nullopt;
        m_order.resize(place(std::max(from, last + 1)) + 1);
        m_given.resize(m_order.size(), false);
        return static_cast<int>(m_order.size()) - 1;
    }

    void add(int step, int shard, int half)
    {
        auto& products = m_order[place(step)];
        const auto other = std::find(products.begin(), products.end(), ShardProduct{shard, 1 - half});
        if (other != products.end())
            other->half = ShardProduct::wholeShard;
        else
            products.push_back({shard, half});
    }

    ChipOrder m_order;
    std::vector<bool> m_given;
    int m_chips;
    bool m_mayGrow;
};

ChipOrder turned(ChipOrder order, MatmulForm form)
{
    if (form == MatmulForm::scatter)
        std::reverse(order.begin(), order.end());
    return order;
}

ChipOrder withoutIdleEnd(ChipOrder order)
{
    while (!order.empty() && order.back().empty())
        order.pop_back();
    return order;
}

struct Finish {
    ChipOrder order;
    Candidate own;
};

std::optional<Finish> quickestCompletion(const MatmulRequest& request, const ChipOrder& begun)
{
    const int chips = request.topology.chips();
    const bool gathers = request.form == MatmulForm::gather;
    std::optional<Finish> best;
    for (const auto& choice : routeChoices(request.form, request.topology, true)) {
        for (const bool apart : {false, true}) {
            Completion completion(turned(begun, request.form), chips, gathers);
            if (!choice.late || !completion.fill(choice, apart))
                continue;
            const auto order = withoutIdleEnd(turned(completion.order(), request.form));
            const auto table = rotated(order, chips);
            auto plan =
                firstFault(request.form, request.topology, table) ? std::nullopt : routedOrder(request, table, choice);
            if (!plan)
                continue;
            auto own = timed(request, std::move(*plan));
            if (!best || isBetter(request.clock, own, best->own))
                best = Finish{order, std::move(own)};
        }
    }
    return best;
}

/// Chip 0's part of an engine's order that begins like this.
std::optional<Finish> enginesOrder(MatmulRequest request, CollectiveAlgorithm mode, const ChipOrder& begun)
{
    request.mode = mode;
    auto engine = request;
    engine.topology.oneWay = false; // its products alone are taken
    const auto plan = planMatmul(engine);
    if (!plan)
        return std::nullopt;
    ChipOrder order;
    for (const auto& row : plan->products)
        order.push_back(row.front());
    const auto given = withoutIdleEnd(begun);
    for (std::size_t step = 0; step < given.size(); ++step)
        if (!given[step].empty() && (step >= order.size() || halvesIn(given[step]) != halvesIn(order[step])))
            return std::nullopt;
    for (std::size_t step = 0; step < given.size(); ++step)
        if (!given[step].empty())
            order[step] = given[step]; // as it was written
    auto own = quickest(request, rotated(order, request.topology.chips()));
    return own ? std::optional(Finish{order, std::move(*own)}) : std::nullopt;
}

} // namespace

tl::expected<OwnMatmul, std::string> planOwnOrder(const MatmulRequest& request, const std::vector<ProductRow>& table)
{
    if (auto reason = matmulObstacle(request.topology); !reason.empty())
        return tl::unexpected(std::move(reason));
    for (const auto& row : table)
        if (row.size() != place(request.topology.chips()))
            return tl::unexpected(std::string("A step of the order does not name every chip; give each chip a list"));
    if (const auto fault = firstFault(request.form, request.topology, table))
        return tl::unexpected(faultText(request.form, *fault));
    auto own = quickest(request, table);
    if (!own)
        return tl::unexpected(std::string("No transfers were found for this order; put products into later steps"));
    auto timing = timeMatmul(request, own->plan);
    return OwnMatmul{std::move(own->plan), timing};
}

tl::expected<ChipOrder, std::string> finishOrder(const MatmulRequest& request, const ChipOrder& begun)
{
    const int chips = request.topology.chips();
    if (auto reason = matmulObstacle(request.topology); !reason.empty())
        return tl::unexpected(std::move(reason));
    if (!isRing(request.topology) && chips > 2)
        return tl::unexpected(
            std::string("On an open axis each chip has an order of its own; set coll.wrap to \"ring\""));
    const auto fault = firstFault(request.form, request.topology, rotated(begun, chips));
    if (fault && fault->kind != OrderFault::Kind::missing)
        return tl::unexpected(faultText(request.form, *fault));
    if (!fault)
        return begun;
    auto best = quickestCompletion(request, begun);
    for (const auto mode : {CollectiveAlgorithm::uni, CollectiveAlgorithm::whole, CollectiveAlgorithm::halves}) {
        auto engines = enginesOrder(request, mode, begun);
        if (engines && (!best || !isQuicker(request.clock, best->own, engines->own)))
            best = std::move(engines);
    }
    if (!best)
        return tl::unexpected(std::string("No step is left for the other products; add steps, or clear some"));
    return best->order;
}

} // namespace core
