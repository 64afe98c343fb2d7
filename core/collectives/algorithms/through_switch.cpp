// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU sends to each other GPU in each step.
#include "core/collectives/algorithms/through_switch.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/collectives/algorithms/permute.h"
#include "core/collectives/costs/cost_inputs.h"

namespace core
{

namespace
{

Schedule shards(const CollectiveRequest& request, Goal goal, int steps)
{
    const ChunkSpace chunks(request.topology, {.even = request.even}, request.elements, request.elementBytes);
    Schedule schedule{goal, request.topology, chunks, steps, {}};
    schedule.symmetric = chunks.isUniform();
    return schedule;
}

int ringSteps(const CollectiveRequest& request, SwitchOrder order)
{
    const int others = request.topology.chips() - 1;
    return order == SwitchOrder::ring || others == 0 ? others : 1;
}

} // namespace

Schedule gatherThroughSwitch(const CollectiveRequest& request, SwitchOrder order)
{
    auto schedule = shards(request, Goal::gather, ringSteps(request, order));
    const int chips = request.topology.chips();
    schedule.carries = [=](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        if (order == SwitchOrder::direct)
            runs.push_back({chip, 1});
        else if (port == 0)
            runs.push_back({(chip - step + chips) % chips, 1});
        return TransferOp::copy;
    };
    return schedule;
}

Schedule reduceThroughSwitch(const CollectiveRequest& request, SwitchOrder order)
{
    auto schedule = shards(request, Goal::reduceScatter, ringSteps(request, order));
    const int chips = request.topology.chips();
    schedule.carries = [=](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        if (order == SwitchOrder::direct)
            runs.push_back({(chip + 1 + port) % chips, 1});
        else if (port == 0)
            runs.push_back({(chip - 1 - step + 2 * chips) % chips, 1});
        return TransferOp::reduce;
    };
    return schedule;
}

Schedule allToAllThroughSwitch(const CollectiveRequest& request, SwitchOrder order)
{
    const auto& topology = request.topology;
    const ChunkSpace chunks(topology, {.cut = Cut::blocks, .even = request.even}, request.elements,
                            request.elementBytes);
    const auto carries = [=](int step, int chip, int port, std::vector<ChunkRun>& runs) {
        if (order == SwitchOrder::direct || port == step)
            runs.push_back({chunks.number({topology.neighbour(chip, port), chip, 0, 0}), 1});
        return TransferOp::move;
    };
    Schedule schedule{Goal::exchangeBlocks, topology, chunks, ringSteps(request, order), carries};
    schedule.symmetric = chunks.isUniform();
    return schedule;
}

namespace
{

std::string needsSwitch(const CollectiveRequest& r)
{
    return r.topology.wiring == Wiring::throughSwitch ? "" : "only a switch connects every pair";
}

struct DirectForm {
    template <class In> MaybeForm<In> operator()(const CostInputs<In>& c) const
    {
        return c.isAlone() ? ClosedFormOf<typename In::Rep>{} : switchForm(c, 1);
    }
};

std::optional<Schedule> gather(const CollectiveRequest& r) { return gatherThroughSwitch(r, SwitchOrder::direct); }
std::optional<Schedule> reduce(const CollectiveRequest& r) { return reduceThroughSwitch(r, SwitchOrder::direct); }

} // namespace

template <> AlgorithmRows rowsOf<CollectiveAlgorithm::direct>()
{
    AlgorithmRow row{.kind = CollectiveKind::allGather,
                     .id = CollectiveAlgorithm::direct,
                     .rank = 6,
                     .title = "Straight through the switch",
                     .obstacle = needsSwitch,
                     .schedule = gather,
                     .closedForm = DirectForm{},
                     .recommended = [](const CollectiveRequest& r, const Shape&) {
                         if (!needsSwitch(r).empty())
                             return Recommendation{};
                         return Recommendation{r.topology.domains() > 1 ? "switches and NICs connect every pair"
                                                                        : "the switch connects every pair",
                                               true};
                     }};
    auto rows = gatherAndReduceRows(
        row, reduce, [](const CollectiveRequest& r) { return std::optional(reduceThenGather(*reduce(r), *gather(r))); },
        DirectForm{});
    row.kind = CollectiveKind::allToAll;
    row.schedule = [](const CollectiveRequest& r) {
        return std::optional(allToAllThroughSwitch(r, SwitchOrder::direct));
    };
    rows.push_back(row);
    rows.push_back(permuteRow());
    return rows;
}

} // namespace core
