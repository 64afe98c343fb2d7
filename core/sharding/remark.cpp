// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the axis or the dimension that makes the case.
#include "core/sharding/remark.h"

#include "core/sharding/report.h"

#include <algorithm>
#include <set>

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

/// "X splits I of A and K of B".
std::string clashText(const ShardingExpression& e, const Clash& clash)
{
    return fmt::format("Case 4: {} splits {} of {} and {} of {}, so a device could make only a part of its result.",
                       clash.axis, clash.firstDim, e.operands[clash.first].name, clash.secondDim,
                       e.operands[clash.second].name);
}

/// Whole expressions in which one of the two no longer has the axis.
std::vector<std::string> withoutClash(const ShardingExpression& e, const Clash& clash)
{
    return {without(e, clash.first, clash.firstDim, clash.axis), without(e, clash.second, clash.secondDim, clash.axis)};
}

/// Whole expressions with a result that is no partial sum.
std::vector<std::string> completed(const ShardingReport& report, const ShardedArray& result)
{
    auto whole = result;
    whole.partial.clear();
    const auto text = report.expression.text();
    std::vector<std::string> repairs{text + " -> " + whole.text()};
    for (auto& dim : whole.dims) {
        auto scattered = whole;
        scattered.dims[static_cast<std::size_t>(&dim - whole.dims.data())].axes += result.partial;
        auto repair = text + " -> " + scattered.text();
        if (repairs.size() < maxRepairs && !checkExpression(repair, report.mesh, report.sizes))
            repairs.push_back(std::move(repair));
    }
    return repairs;
}

/// "over X in A, whole in B".
std::string splitsText(const ShardingExpression& e, std::string_view name)
{
    std::string text;
    for (const auto& array : e.operands)
        if (const auto* dim = array.find(name))
            text += fmt::format("{}{} in {}", text.empty() ? "" : ", ",
                                dim->axes.empty() ? "whole" : "over " + dim->axes, array.name);
    return text;
}

/// Of the contracted dimensions: which is split alike everywhere, or not.
std::string contractedText(const ShardingExpression& e)
{
    std::string alike;
    for (const auto& name : e.dims()) {
        if (!e.contracts(name))
            continue;
        std::set<std::string> splits;
        for (const auto& array : e.operands)
            if (const auto* dim = array.find(name))
                splits.insert(dim->axes);
        if (splits.size() > 1)
            return fmt::format("Case 2: {} is not split alike: {}. A device has no matching pieces to multiply.", name,
                               splitsText(e, name));
        if (alike.empty() && !splits.begin()->empty())
            alike = fmt::format("Case 3: {} is split over {} in every operand, so each device's product is a term of "
                                "the sum.",
                                name, *splits.begin());
    }
    return alike.empty() ? "Case 1: no contracted dimension is split, so each device multiplies what it has." : alike;
}

/// What the devices do about it.
std::string planText(const ShardingReport& report)
{
    const auto of = [](const ShardingPlan& plan) {
        const bool isFree = std::ranges::all_of(plan.reshards(), &ReshardStep::isFree);
        return plan.text() + (isFree ? ", without a collective" : "");
    };
    const auto cheapest = of(report.plans.front());
    return report.chosen == 0 ? fmt::format(" The cheapest here: {}.", cheapest)
                              : fmt::format(" Chosen: {}. The cheapest here: {}.", of(report.plan()), cheapest);
}

} // namespace

std::optional<NotationError> remarkOf(const ShardingReport& report)
{
    const auto& e = report.expression;
    if (report.error || report.plans.empty() || e.operands.size() < 2)
        return std::nullopt;
    const auto& plan = report.plan();
    NotationError remark{"CASE", 1, {}, {}};
    if (const auto clash = clashOf(e))
        remark = {"BOTH_NONCONTRACT", 1, clashText(e, *clash), withoutClash(e, *clash)};
    else
        remark.sentence = contractedText(e);
    remark.sentence += planText(report);
    const auto& result = plan.result();
    if (e.result || result.partial.empty())
        return remark;
    remark.code = "UNREDUCED";
    remark.sentence += fmt::format(" Each device ends with a term of a sum over {}, {}: an all-reduce or a "
                                   "reduce-scatter is missing. Write the result that is wanted.",
                                   result.partial, result.text());
    remark.repairs = completed(report, result);
    return remark;
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
