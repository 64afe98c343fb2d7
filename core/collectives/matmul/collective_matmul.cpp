// SPDX-License-Identifier: GPL-3.0-or-later
// Orders of products and the transfers beside them.
#include "core/collectives/matmul/collective_matmul.h"

#include "core/collectives/algorithms/gather.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/collectives/costs/matmul.h"
#include "core/collectives/matmul/matmul_pass.h"
#include "core/collectives/matmul/own_order.h"
#include "core/formulas/collectives.h"
#include "core/inputs/inputs.h"
#include "core/scenario/choices.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

namespace
{

using Order = CollectiveAlgorithm;

const TorusAxis& onlyAxis(const Topology& topology)
{
    const auto active = topology.activeAxes();
    return topology.axes[active.empty() ? 0 : place(active.front())];
}

CollectiveRequest transferRequest(const MatmulRequest& request)
{
    CollectiveRequest r;
    r.kind = request.form == MatmulForm::gather ? CollectiveKind::allGather : CollectiveKind::reduceScatter;
    r.topology = request.topology;
    r.elements = request.elements;
    r.elementBytes = request.elementBytes;
    r.even = request.even;
    r.rates = request.rates;
    return r;
}

/// Half a of every shard goes round in +, half b in −.
Schedule gatherInHalves(const CollectiveRequest& request)
{
    const int chips = request.topology.chips();
    const int axis = request.topology.activeAxes().front();
    const ChunkSpace chunks(request.topology, {.halves = 2, .even = request.even}, request.elements,
                            request.elementBytes);
    const auto carries = [=](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        if (axisOf(port) == axis) {
            const int owner = isForward(port) ? chip - step + chips : chip + step;
            runs.push_back({owner % chips + (isForward(port) ? 0 : chunks.plane()), 1});
        }
        return TransferOp::copy;
    };
    Schedule schedule{Goal::gather, request.topology, chunks, chips - 1, carries};
    schedule.symmetric = chunks.isUniform();
    return schedule;
}

Schedule transfersOf(const MatmulRequest& request, Order mode)
{
    auto transfer = transferRequest(request);
    const bool scatters = request.form == MatmulForm::scatter;
    transfer.topology.oneWay = mode == Order::uni;
    const auto gather =
        mode == Order::halves ? gatherInHalves(transfer) : gatherAlongAxes(transfer, AxisOrder::rotated, scatters);
    return scatters ? reversed(gather) : gather;
}

/// Products of the gather form in step t on one chip.
std::vector<ShardProduct> productsAt(const TorusAxis& axis, Order mode, int t, int chip)
{
    const int n = axis.length;
    if (t == 0)
        return {{chip}};
    if (!axis.wraps) {
        std::vector<ShardProduct> products;
        for (const int shard : {chip - t, chip + t})
            if (shard >= 0 && shard < n)
                products.push_back({shard});
        return products;
    }
    const int before = (chip - t + n) % n;
    const int behind = (chip + t) % n;
    if (mode == Order::uni)
        return {{before}};
    if (mode == Order::halves && before != behind)
        return {{before, 0}, {behind, 1}};
    return before == behind ? std::vector<ShardProduct>{{before}} : std::vector<ShardProduct>{{before}, {behind}};
}

std::vector<ProductRow> productTable(const MatmulRequest& request, Order mode, int rows)
{
    const auto& axis = onlyAxis(request.topology);
    const int chips = request.topology.chips();
    const bool scatters = request.form == MatmulForm::scatter;
    std::vector<ProductRow> table;
    for (int t = 0; t < rows; ++t) {
        ProductRow row(place(chips));
        for (int chip = 0; chip < chips; ++chip) {
            row[place(chip)] = productsAt(axis, mode, t, chip);
            if (scatters && mode == Order::uni) // partials travel in +, so shards are met from the other side
                row[place(chip)] = {{(chip + t) % chips}};
        }
        table.push_back(std::move(row));
    }
    if (scatters)
        std::reverse(table.begin(), table.end());
    return table;
}

/// As many as any number of chips needs; few chips are done before they need so many.
int buffersOf(const CollectiveMatmul& plan, int chips)
{
    constexpr int fewChips = 4;
    if (chips <= fewChips)
        return buffersNeeded(plan);
    return (plan.form == MatmulForm::gather ? 2 : 3) * (plan.mode == Order::whole ? 2 : 1);
}

struct ModeChoice {
    Order mode;
    std::string why;
};

ModeChoice chosenMode(const MatmulRequest& request)
{
    if (request.topology.chips() == 1)
        return {Order::whole, "there is one chip"};
    if (!onlyAxis(request.topology).wraps)
        return {Order::whole, "without a ring shards come from both sides as far as there are any"};
    if (request.topology.oneWay)
        return {Order::uni, "shards go round in one direction"};
    const auto halves = closedFormOf(request, Order::halves);
    MatmulRequest whole = request;
    whole.mode = Order::whole;
    whole.even = true;
    const auto planned = planMatmul(whole);
    if (planned && runOverlapped(*planned, {request.rates, request.shardTime}) < halves.si() * (1 - 1e-9))
        return {Order::whole, "half the hops count more than the first shard coming late"};
    return {Order::halves, "both directions carry half-shards, which hides twice the bytes of one direction"};
}

/// Why an order does not go along the axis; empty where it does.
std::string modeObstacle(const Topology& topology, Order mode)
{
    const auto& axis = onlyAxis(topology);
    if (mode != Order::whole && axis.length < 3)
        return fmt::format("coll.algorithm is \"{}\", but a ring takes three chips or more; choose \"whole\" or more "
                           "chips in coll.torus",
                           nameOf(mode));
    if (mode != Order::whole && !axis.wraps)
        return fmt::format("coll.algorithm is \"{}\", but the axis does not close into a ring; choose \"whole\" or "
                           "set coll.wrap to \"ring\"",
                           nameOf(mode));
    if (mode != Order::uni && axis.wraps && topology.oneWay)
        return fmt::format("coll.algorithm is \"{}\", which is bidirectional, but coll.direction is \"one\"; "
                           "choose \"uni\" or set coll.direction to \"both\"",
                           nameOf(mode));
    return {};
}

} // namespace

Schedule collectiveAlone(const MatmulRequest& request)
{
    const bool scatters = request.form == MatmulForm::scatter;
    const auto gather = gatherAlongAxes(transferRequest(request), AxisOrder::rotated, scatters);
    return scatters ? reversed(gather) : gather;
}

std::string matmulObstacle(const Topology& topology)
{
    if (topology.wiring == Wiring::throughSwitch)
        return fmt::format(
            "coll.torus is \"switch{}\", but shards of a collective matmul go from chip to chip along one "
            "axis, which a switch has not; set coll.torus to one side such as \"4\"",
            topology.chips());
    if (const auto active = topology.activeAxes(); active.size() > 1)
        return fmt::format("coll.torus and coll.axes give {} axes, but a collective matmul goes along one axis; set "
                           "coll.axes to one of them, or coll.torus to one side such as \"4\"",
                           active.size());
    return {};
}

tl::expected<CollectiveMatmul, std::string> planMatmul(const MatmulRequest& request)
{
    if (auto obstacle = matmulObstacle(request.topology); !obstacle.empty())
        return tl::unexpected(std::move(obstacle));
    const auto choice = request.mode == Order::automatic ? chosenMode(request) : ModeChoice{request.mode, "given"};
    const Order mode = choice.mode;
    if (mode != Order::uni && mode != Order::halves && mode != Order::whole)
        return tl::unexpected(fmt::format("coll.algorithm is \"{}\"; a collective matmul takes \"auto\", \"halves\", "
                                          "\"whole\" or \"uni\"",
                                          nameOf(mode)));
    if (auto obstacle = modeObstacle(request.topology, mode); !obstacle.empty())
        return tl::unexpected(std::move(obstacle));
    CollectiveMatmul plan;
    plan.form = request.form;
    plan.mode = mode;
    plan.why = choice.why;
    plan.alone = collectiveAlone(request);
    plan.transfers = transfersOf(request, mode);
    plan.products = productTable(request, mode, plan.transfers.steps + 1);
    plan.buffers = buffersOf(plan, request.topology.chips());
    plan.naiveBuffers = request.topology.chips() - 1;
    return plan;
}

Quantity<dim::second> closedFormOf(const MatmulRequest& request, CollectiveAlgorithm order)
{
    return onDoubles(transferRequest(request), [&](const auto& c) {
        return MatmulCost<Plain>{c, order, CollectiveClock::async}.time(request.shardTime);
    });
}

Quantity<dim::second> shardProductTime(double B, double D, double F, int chips, Quantity<dim::flopPerSecond> rate)
{
    using Count = Quantity<dim::count>;
    return formulas::shardTime(formulas::shardFlops(Count(B), Count(D), Count(F), Count(chips)), rate);
}

} // namespace core
