// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the fields shard.*, plans, and computes the numbers of the chosen plan on doubles or traced numbers.
#include "core/sharding/report.h"

#include "core/derive/traced.h"
#include "core/scenario/shard_size.h"
#include "core/sharding/costs.h"
#include "core/sharding/syntax_repairs.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core
{

namespace
{

constexpr std::size_t maxAxes = 3;

std::optional<NotationError> refused(const ShardingReport& r)
{
    if (r.mesh.axes.size() > maxAxes)
        return NotationError{
            "AXIS",
            1,
            fmt::format("The mesh has {} axes; up to {} can be laid on a slice.", r.mesh.axes.size(), maxAxes),
            {}};
    return std::nullopt;
}

/// The chip's rate for operands of that format; of formats that it cannot multiply, not a number.
double mathRate(const Scenario& s)
{
    const double rate = s.hw.flops[static_cast<std::size_t>(s.shard.dtype)].si();
    return rate > 0 ? rate : std::numeric_limits<double>::quiet_NaN();
}

template <class In> ShardingOf<typename In::Rep> numbersOf(const Scenario& s, const ShardingReport& report,
                                                           const ShardingPlan& plan,
                                                           const std::vector<ShardedArray>& arrays, const In& inputs)
{
    namespace f = formulas;
    using R = typename In::Rep;
    const Reader<In> in(inputs, s);
    const ShardingCosts<In> costs(s, report.mesh, report.sizes, in);
    ShardingOf<R> out;
    const auto rate = s.hw.flops[static_cast<std::size_t>(s.shard.dtype)].si() > 0
                          ? in(field::hw::flops, static_cast<std::size_t>(s.shard.dtype))
                          : in.template constant<dim::flopPerSecond>(std::numeric_limits<double>::quiet_NaN());
    out.flops =
        plan.operands.size() > 1 ? costs.flops(plan.operands, plan.product) : in.template constant<dim::flop>(0);
    out.math = f::operationMath(out.flops, rate);
    out.comms = in.template constant<dim::second>(0);
    out.payload = in.template constant<dim::byte>(0);
    bool first = true;
    for (const auto* steps : {&plan.before, &plan.after})
        for (const auto& step : *steps) {
            if (step.isFree()) {
                out.steps.push_back({in.template constant<dim::byte>(0), in.template constant<dim::second>(0)});
                continue;
            }
            out.steps.push_back({costs.payload(step), costs.seconds(step)});
            const auto& [bytes, time] = out.steps.back();
            out.comms = first ? time : f::planComms.as(in.lasting(step.text()))(out.comms, time);
            out.payload = first ? bytes : out.payload + bytes;
            first = false;
        }
    out.time = f::planTime(out.math, out.comms);
    for (const auto& array : arrays) {
        out.bytes.push_back(costs.localBytes(array));
        std::string split;
        for (const auto& dim : array.dims)
            split += dim.axes;
        const auto name = in.lasting(array.text());
        out.copies.push_back(f::copiesOfPiece.as(name)(in(fact::shard::all, double(report.mesh.devices())),
                                                       in.placed(fact::shard::devices, double(report.mesh.size(split)),
                                                                 split.empty() ? name : in.lasting(split))));
    }
    return out;
}

} // namespace

std::vector<ShardedArray> ShardingReport::arrays() const
{
    auto all = expression.operands;
    if (!plans.empty() && (expression.operands.size() > 1 || expression.result))
        all.push_back(expression.result.value_or(plan().result()));
    return all;
}

std::vector<std::int64_t> ShardingReport::localShape(const ShardedArray& array) const
{
    std::vector<std::int64_t> shape;
    for (const auto& dim : array.dims)
        shape.push_back(sizes.at(dim.name) / mesh.size(dim.axes));
    return shape;
}

namespace
{

/// What the text may have meant and the mesh can carry.
std::vector<std::string> meant(const Sharding& shard)
{
    const auto mesh = readNamedMesh(shard.mesh).value_or(NamedMesh());
    auto repairs = syntaxRepairs(shard.expression);
    std::erase_if(repairs, [&](const std::string& repair) {
        return checkExpression(repair, mesh, sizesOf(readExpression(repair).value(), shard));
    });
    return repairs;
}

/// All but the plans.
ShardingReport readSharding(const Sharding& shard)
{
    ShardingReport report;
    report.error = namedMeshError(shard.mesh); // the first to mend: over it all else is judged
    if (report.error)
        return report;
    auto read = readExpression(shard.expression);
    if (!read) {
        report.error = read.error();
        report.error->repairs = meant(shard);
        return report;
    }
    report.expression = *std::move(read);
    report.mesh = readNamedMesh(shard.mesh).value_or(NamedMesh());
    report.sizes = sizesOf(report.expression, shard);
    report.error = refused(report);
    if (!report.error)
        report.error = checkExpression(shard.expression, report.mesh, report.sizes);
    return report;
}

} // namespace

std::string unreadSize(const Sharding& shard, std::string_view id)
{
    const auto dimension = shardDimension(id);
    const bool isSet = dimension && shard.sizes.contains(std::string(*dimension)); // not where it is forgotten
    return isSet ? noSuchDimension(shard, id) : std::string();
}

std::string noSuchDimension(const Sharding& shard, std::string_view id)
{
    const auto dimension = shardDimension(id);
    if (!dimension)
        return {};
    const auto expression = readExpression(shard.expression);
    if (!expression)
        return {};
    const auto dims = expression->dims();
    if (std::ranges::find(dims, *dimension) != dims.end())
        return {};
    return fmt::format("{} is the size of no dimension: shard.expr names {}.", id,
                       dims.empty() ? "none" : fmt::format("{}", fmt::join(dims, ", ")));
}

std::optional<NotationError> shardingError(const Sharding& shard) { return readSharding(shard).error; }

ShardingReport shardingOf(const Scenario& s, const PlanChoice* picked)
{
    auto report = readSharding(s.shard);
    if (report.error)
        return report;
    const Plain plain;
    const Reader<Plain> in(plain, s);
    const ShardingCosts<Plain> costs(s, report.mesh, report.sizes, in);
    const PlanCosts price{
        [&costs](const ReshardStep& step) { return costs.seconds(step).si(); },
        [&](const ShardingPlan& plan) { return costs.flops(plan.operands, plan.product).si() / mathRate(s); }};
    report.plans = plansOf(report.expression, report.mesh, report.sizes, price);
    if (picked && picked->expression == s.shard.expression) {
        const auto like = [&](const ShardingPlan& plan) { return plan.isLike(picked->plan); };
        const auto found = std::ranges::find_if(report.plans, like);
        report.chosen = found == report.plans.end() ? 0 : static_cast<std::size_t>(found - report.plans.begin());
    }
    if (report.plans.empty() || report.expression.operands.size() < 2)
        return report;
    const auto& result = report.plan().result();
    for (std::size_t i = 0; i < report.expression.operands.size(); ++i)
        report.back.push_back(plansOf(backwardOf(report.expression, result, i), report.mesh, report.sizes, price));
    return report;
}

namespace
{

/// Operands as given and the result that the plan ends with; none of a gradient, whose arrays are others.
std::vector<ShardedArray> arraysOf(const ShardingReport& report, const ShardingPlan& plan)
{
    const auto& all = report.plans;
    if (std::ranges::none_of(all, [&](const ShardingPlan& one) { return &one == &plan; }))
        return {};
    auto arrays = report.arrays();
    if (arrays.size() > report.expression.operands.size() && !report.expression.result)
        arrays.back() = plan.result();
    return arrays;
}

} // namespace

ShardingOf<double> planNumbers(const Scenario& s, const ShardingReport& report, const ShardingPlan& plan)
{
    return numbersOf(s, report, plan, arraysOf(report, plan), Plain{});
}

ShardingOf<Traced> tracedPlan(const Scenario& s, const ShardingReport& report, const ShardingPlan& plan,
                              const Recording& in)
{
    return numbersOf(s, report, plan, arraysOf(report, plan), in);
}

ShardingOf<double> shardingNumbers(const Scenario& s, const ShardingReport& report)
{
    return planNumbers(s, report, report.plan());
}

ShardingOf<Traced> tracedSharding(const Scenario& s, const ShardingReport& report, const Recording& in)
{
    return tracedPlan(s, report, report.plan(), in);
}

} // namespace core
