// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts the operands, runs the plan, and compares every block with the unsharded product.
#include "core/sharding/execute.h"

#include "core/quantity/nth.h"
#include "core/sharding/device_collectives.h"
#include "core/sharding/named_mesh.h"

#include <numeric>

#include <fmt/format.h>

namespace core
{

namespace
{

using Index = std::map<std::string, std::int64_t>; // by dimension

/// Calls `visit` for every combination of indices below `sizes`.
template <class Visit> void overAll(const Sizes& sizes, Visit visit)
{
    Index index;
    for (const auto& [dim, size] : sizes)
        index[dim] = 0;
    for (;;) {
        visit(index);
        auto next = sizes.begin();
        while (next != sizes.end() && ++index[next->first] == next->second)
            index[(next++)->first] = 0;
        if (next == sizes.end())
            return;
    }
}

std::int64_t offsetIn(const ShardedArray& array, const Sizes& sizes, const Index& index)
{
    std::int64_t offset = 0;
    for (const auto& dim : array.dims)
        offset = offset * sizes.at(dim.name) + index.at(dim.name);
    return offset;
}

std::int64_t elementsOf(const ShardedArray& array, const Sizes& sizes)
{
    std::int64_t elements = 1;
    for (const auto& dim : array.dims)
        elements *= sizes.at(dim.name);
    return elements;
}

/// einsum of whole arrays or blocks, whose dimensions have these sizes.
Numbers product(const std::vector<ShardedArray>& layouts, const std::vector<const Numbers*>& arrays,
                const ShardedArray& result, const Sizes& sizes)
{
    Sizes ranges;
    for (const auto& array : layouts)
        for (const auto& dim : array.dims)
            ranges[dim.name] = sizes.at(dim.name);
    Numbers out(nth(elementsOf(result, ranges)), 0);
    overAll(ranges, [&](const Index& index) {
        std::int64_t term = 1;
        for (std::size_t i = 0; i < layouts.size(); ++i)
            term *= (*arrays[i])[nth(offsetIn(layouts[i], sizes, index))];
        out[nth(offsetIn(result, sizes, index))] += term;
    });
    return out;
}

/// The block of a device. Of partial sums the first device of the axes holds the rest, every other one its number.
Numbers blockOn(const Numbers& whole, const ShardedArray& layout, const NamedMesh& mesh, const Sizes& sizes, int device)
{
    Sizes local;
    for (const auto& dim : layout.dims)
        local[dim.name] = sizes.at(dim.name) / mesh.size(dim.axes);
    Numbers block(nth(elementsOf(layout, local)));
    const auto terms = mesh.size(layout.partial);
    const auto term = blockOf(mesh, layout.partial, device);
    overAll(local, [&](const Index& index) {
        Index global = index;
        for (const auto& dim : layout.dims)
            global[dim.name] += blockOf(mesh, dim.axes, device) * local.at(dim.name);
        const auto value = whole[nth(offsetIn(layout, sizes, global))];
        block[nth(offsetIn(layout, local, index))] = term > 0 ? term : value - terms * (terms - 1) / 2;
    });
    return block;
}

DeviceArray cut(const Numbers& whole, const ShardedArray& layout, const NamedMesh& mesh, const Sizes& sizes)
{
    DeviceArray array{layout, {}};
    for (int device = 0; device < static_cast<int>(mesh.devices()); ++device)
        array.blocks.push_back(blockOn(whole, layout, mesh, sizes, device));
    return array;
}

DeviceArray multiplied(const std::vector<DeviceArray>& operands, const ShardedArray& result, const NamedMesh& mesh,
                       const Sizes& sizes)
{
    DeviceArray out{result, {}};
    std::vector<ShardedArray> layouts;
    Sizes local;
    for (const auto& array : operands) {
        layouts.push_back(array.layout);
        for (const auto& dim : array.layout.dims)
            local[dim.name] = sizes.at(dim.name) / mesh.size(dim.axes);
    }
    for (std::size_t device = 0; device < nth(mesh.devices()); ++device) {
        std::vector<const Numbers*> blocks;
        for (const auto& array : operands)
            blocks.push_back(&array.blocks[device]);
        out.blocks.push_back(product(layouts, blocks, result, local));
    }
    return out;
}

std::optional<std::string> tooLarge(const ShardingExpression& e, const ShardingPlan& plan, const NamedMesh& mesh,
                                    const Sizes& sizes)
{
    if (mesh.devices() > maxExecutedDevices)
        return fmt::format("{} devices are too many to compute on; up to {} are.", mesh.devices(), maxExecutedDevices);
    auto arrays = e.operands;
    arrays.push_back(plan.result());
    for (const auto& array : arrays)
        if (const auto elements = elementsOf(array, sizes); elements > maxExecutedElements)
            return fmt::format("{} has {} elements, too many to compute with; up to {} are.", array.name, elements,
                               maxExecutedElements);
    double products = 1;
    for (const auto& [dim, size] : sizes)
        products *= static_cast<double>(size);
    if (products > maxExecutedProducts)
        return fmt::format("{:.0f} products are too many to compute with; up to {:.0f} are.", products,
                           maxExecutedProducts);
    return std::nullopt;
}

/// Takes the steps on the array of their name and notes what then lies where.
tl::expected<void, std::string> take(const std::vector<ReshardStep>& steps, std::vector<DeviceArray>& arrays,
                                     const NamedMesh& mesh, const Sizes& sizes, Execution& out)
{
    for (const auto& step : steps)
        for (auto& array : arrays)
            if (array.layout.name == step.before.name) {
                auto next = resharded(array, step, mesh, sizes);
                if (!next)
                    return tl::unexpected(next.error());
                array = *std::move(next);
                out.steps.push_back({step.text(), arrays});
                break;
            }
    return {};
}

} // namespace

tl::expected<Execution, std::string> execute(const ShardingExpression& e, const ShardingPlan& plan,
                                             const NamedMesh& mesh, const Sizes& sizes)
{
    if (auto why = tooLarge(e, plan, mesh, sizes))
        return tl::unexpected(*std::move(why));
    Execution out;
    std::vector<DeviceArray> arrays;
    std::vector<const Numbers*> whole;
    for (const auto& array : e.operands) {
        auto& numbers = out.operands.emplace_back(nth(elementsOf(array, sizes)));
        std::iota(numbers.begin(), numbers.end(), 1);
        arrays.push_back(cut(numbers, array, mesh, sizes));
    }
    for (const auto& numbers : out.operands)
        whole.push_back(&numbers);
    const auto& wanted = plan.result();
    out.product = product(e.operands, whole, wanted, sizes);
    out.steps.push_back({"start", arrays});
    if (auto taken = take(plan.before, arrays, mesh, sizes, out); !taken)
        return tl::unexpected(taken.error());
    if (e.operands.size() > 1) {
        arrays = {multiplied(arrays, plan.product, mesh, sizes)};
        out.steps.push_back({plan.steps()[plan.before.size()], arrays});
    } else {
        arrays = {multiplied(arrays, plan.product, mesh, sizes)}; // the same numbers by the result's name and order
    }
    if (auto taken = take(plan.after, arrays, mesh, sizes, out); !taken)
        return tl::unexpected(taken.error());
    const auto& result = arrays.front();
    if (wanted.partial.empty()) {
        out.correct = result.blocks == cut(out.product, wanted, mesh, sizes).blocks;
        return out;
    }
    // Terms of a sum: they have to add up.
    ReshardStep sum{ReshardOp::allReduce, wanted.partial, result.layout, result.layout};
    sum.after.partial.clear();
    const auto added = resharded(result, sum, mesh, sizes);
    out.correct = added && added->blocks == cut(out.product, sum.after, mesh, sizes).blocks;
    return out;
}

} // namespace core
