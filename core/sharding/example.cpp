// SPDX-License-Identifier: GPL-3.0-or-later
// Every dimension gets as many places as all splits of it on the way need, and two at least.
#include "core/sharding/example.h"

#include <algorithm>
#include <numeric>

namespace core
{

namespace
{

constexpr std::int64_t maxDevices = 16;

NamedMesh smallMesh(const NamedMesh& mesh)
{
    NamedMesh small = mesh;
    if (mesh.devices() > maxDevices)
        for (auto& axis : small.axes)
            axis.size = std::min(axis.size, 2);
    return small;
}

/// All ways in which the arrays of a plan lie.
std::vector<ShardedArray> layoutsOf(const ShardingExpression& e, const ShardingPlan& plan)
{
    auto all = e.operands;
    all.insert(all.end(), plan.operands.begin(), plan.operands.end());
    all.push_back(plan.product);
    for (const auto& step : plan.reshards()) {
        all.push_back(step.before);
        all.push_back(step.after);
    }
    return all;
}

Sizes smallSizes(const std::vector<ShardedArray>& layouts, const NamedMesh& mesh)
{
    Sizes sizes;
    for (const auto& array : layouts)
        for (const auto& dim : array.dims) {
            auto& size = sizes.try_emplace(dim.name, 1).first->second;
            size = std::lcm(size, mesh.size(dim.axes));
        }
    for (auto& [dim, size] : sizes)
        size = std::max<std::int64_t>(size, 2);
    return sizes;
}

} // namespace

tl::expected<ShardingExample, std::string> exampleOf(const ShardingReport& report)
{
    if (report.error || report.plans.empty())
        return tl::unexpected(std::string("There is no plan to compute"));
    ShardingExample example;
    const auto& plan = report.plan();
    example.mesh = smallMesh(report.mesh);
    example.sizes = smallSizes(layoutsOf(report.expression, plan), example.mesh);
    auto run = execute(report.expression, plan, example.mesh, example.sizes);
    for (int doubled = 0; !run && doubled < 2; ++doubled) { // chunks of a schedule may need more
        for (auto& [dim, size] : example.sizes)
            size *= 2;
        run = execute(report.expression, plan, example.mesh, example.sizes);
    }
    if (!run)
        return tl::unexpected(run.error());
    example.run = *std::move(run);
    return example;
}

} // namespace core
