// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the axis or the dimension that makes the case.
#include "core/sharding/remark.h"

#include "core/sharding/report.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

namespace
{

/// An axis that splits two dimensions of the product in different operands.
struct Clash {
    char axis;
    std::size_t first, second; // operands
    std::string firstDim, secondDim;
};

std::optional<Clash> clashOf(const ShardingExpression& e)
{
    for (std::size_t i = 0; i < e.operands.size(); ++i)
        for (const auto& dim : e.operands[i].dims)
            for (const char axis : dim.axes)
                for (std::size_t j = i + 1; j < e.operands.size(); ++j)
                    for (const auto& other : e.operands[j].dims)
                        if (other.name != dim.name && other.axes.find(axis) != std::string::npos &&
                            !e.contracts(dim.name) && !e.contracts(other.name))
                            return Clash{axis, i, j, dim.name, other.name};
    return std::nullopt;
}

std::string without(ShardingExpression e, std::size_t operand, const std::string& dim, char axis)
{
    for (auto& one : e.operands[operand].dims)
        if (one.name == dim)
            std::erase(one.axes, axis);
    return e.text();
}

NotationError bothSplit(const ShardingReport& report, const Clash& clash)
{
    const auto& e = report.expression;
    const auto& a = e.operands[clash.first];
    const auto& b = e.operands[clash.second];
    return {
        "BOTH_NONCONTRACT",
        1,
        fmt::format("Case 4: {0} splits {1} of {2} and {3} of {4}, so a device could make only a part of its "
                    "result; one operand is gathered first.",
                    clash.axis, clash.firstDim, a.name, clash.secondDim, b.name),
        {without(e, clash.first, clash.firstDim, clash.axis), without(e, clash.second, clash.secondDim, clash.axis)}};
}

/// Nothing says where the sum is to be made.
NotationError unreduced(const ShardingReport& report, const ShardedArray& result)
{
    NotationError error{"UNREDUCED", 1, {}, {}};
    error.sentence =
        fmt::format("Each device ends with a term of a sum over {0}, {1}: an all-reduce or a reduce-scatter "
                    "is missing. Write the result that is wanted.",
                    result.partial, result.text());
    auto whole = result;
    whole.partial.clear();
    const auto text = report.expression.text();
    error.repairs.push_back(text + " -> " + whole.text());
    for (auto& dim : whole.dims) {
        auto scattered = whole;
        scattered.dims[static_cast<std::size_t>(&dim - whole.dims.data())].axes += result.partial;
        auto repair = text + " -> " + scattered.text();
        if (error.repairs.size() < 3 && !checkExpression(repair, report.mesh, report.sizes))
            error.repairs.push_back(std::move(repair));
    }
    return error;
}

std::string axesOf(const ShardingExpression& e, std::string_view dim)
{
    for (const auto& array : e.operands)
        if (const auto* found = array.find(dim); found && !found->axes.empty())
            return found->axes;
    return {};
}

/// Of the contracted dimensions: which is split alike everywhere, or not.
std::string contractedText(const ShardingExpression& e)
{
    for (const auto& name : e.dims()) {
        const auto axes = axesOf(e, name);
        if (!e.contracts(name) || axes.empty())
            continue;
        const bool alike = std::ranges::all_of(e.operands, [&](const ShardedArray& array) {
            const auto* dim = array.find(name);
            return !dim || dim->axes == axes;
        });
        if (alike)
            return fmt::format(
                "Case 3: {0} is split over {1} in every operand, so each device gets a term of the sum; the "
                "terms are added up afterwards.",
                name, axes);
        return fmt::format("Case 2: {0} is not split alike in the operands, and a device has no matching pieces; what "
                           "{1} splits is gathered first.",
                           name, axes);
    }
    return "Case 1: no contracted dimension is split, so each device multiplies what it has.";
}

} // namespace

std::optional<NotationError> remarkOf(const ShardingReport& report)
{
    if (report.error || report.plans.empty() || report.expression.operands.size() < 2)
        return std::nullopt;
    if (const auto clash = clashOf(report.expression))
        return bothSplit(report, *clash);
    const auto& result = report.plans.front().result();
    if (!report.expression.result && !result.partial.empty())
        return unreduced(report, result);
    return NotationError{"CASE", 1, contractedText(report.expression), {}};
}

std::string withAxis(ShardingExpression e, std::size_t array, char axis, int dim)
{
    auto& one = array >= e.operands.size() && e.result ? *e.result : e.operands[std::min(array, e.operands.size() - 1)];
    auto* to = dim >= 0 && dim < static_cast<int>(one.dims.size()) ? &one.dims[static_cast<std::size_t>(dim)].axes
               : dim == -1                                         ? &one.partial
                                                                   : nullptr;
    const bool takesOff = to && to->find(axis) != std::string::npos;
    for (auto& each : one.dims)
        std::erase(each.axes, axis);
    std::erase(one.partial, axis);
    if (to && !takesOff)
        *to += axis;
    return e.text();
}

} // namespace core
