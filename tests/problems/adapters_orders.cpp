// SPDX-License-Identifier: GPL-3.0-or-later
// Problems about the order of products in a pipelined matmul (MODEL.md, section i), read off the schedules themselves.
#include "problems/adapter.h"

#include "core/collectives/matmul/collective_matmul.h"
#include "support/steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

namespace tests
{

namespace
{

core::CollectiveMatmul onRing(const Inputs& in, core::CollectiveAlgorithm mode)
{
    core::MatmulRequest request;
    request.mode = mode;
    request.topology.axes[0] = {static_cast<int>(in["n"]), true};
    request.elements = 1024;
    request.rates.bandwidth = core::Quantity<core::dim::bytePerSecond>(1);
    auto plan = core::planMatmul(request);
    if (!plan)
        throw std::runtime_error(plan.error());
    return *std::move(plan);
}

/// "0,3,2,1": the shard of each step.
std::string ordered(const core::CollectiveMatmul& plan, int chip)
{
    std::vector<int> shards;
    for (const auto& row : plan.products)
        shards.push_back(row[core::place(chip)].at(0).shard);
    return fmt::format("{}", fmt::join(shards, ","));
}

/// Whether a chip gets this shard from more than one side.
bool comesInHalves(const core::CollectiveMatmul& plan, int chip, int shard)
{
    int sides = 0;
    for (const auto& step : allSteps(plan.transfers))
        for (const auto& transfer : step.transfers)
            for (const auto& run : step.chunks(transfer))
                for (core::ChunkNumber i = run.first; transfer.to == chip && i < run.first + run.count; ++i) {
                    const auto name = plan.transfers.chunks.name(i);
                    sides |= name.owner == shard ? 1 << transfer.port : 0;
                }
    return sides == 3;
}

/// "0; 3+1; 2 (half each way)": what arrives together is multiplied together.
std::string orderedFromBothSides(const core::CollectiveMatmul& plan, int chip)
{
    std::vector<std::string> steps;
    for (const auto& row : plan.products) {
        std::vector<int> shards;
        for (const auto& product : row[core::place(chip)])
            shards.push_back(product.shard);
        const bool halves = shards.size() == 1 && comesInHalves(plan, chip, shards.front());
        steps.push_back(fmt::format("{}{}", fmt::join(shards, "+"), halves ? " (half each way)" : ""));
    }
    return fmt::format("{}", fmt::join(steps, "; "));
}

std::string rule(const core::CollectiveMatmul& plan, int chips)
{
    for (int t = 0; t < chips; ++t)
        for (int i = 0; i < chips; ++i)
            if (plan.products.at(core::place(t))[core::place(i)] !=
                std::vector<core::ShardProduct>{{(i - t + chips) % chips}})
                return fmt::format("no rule holds for chip {} in step {}", i, t);
    return "block (i - t) mod n at step t";
}

} // namespace

Adapters orderAdapters()
{
    constexpr auto uni = core::CollectiveAlgorithm::uni;
    const auto oneWay = [](int chip) { return [=](auto&, auto& in) { return ordered(onRing(in, uni), chip); }; };
    return {{"hpl.s04.q1",
             [](auto&) { return Case(); },
             {{"unidirectional_chip0", oneWay(0)},
              {"unidirectional_chip1", oneWay(1)},
              {"bidirectional_chip0",
               [](auto&, auto& in) { return orderedFromBothSides(onRing(in, core::CollectiveAlgorithm::whole), 0); }},
              {"rule", [](auto&, auto& in) { return rule(onRing(in, uni), static_cast<int>(in["n"])); }}}}};
}

} // namespace tests
