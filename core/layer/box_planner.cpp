// SPDX-License-Identifier: GPL-3.0-or-later
// Each product takes the cheapest of its plans, beside what the box has moved already.
#include "core/layer/box_planner.h"

#include "core/layer/edited_layer.h"
#include "core/layer/layer_arrays.h"
#include "core/scenario/fields_precision.h"
#include "core/sharding/costs.h"
#include "core/sharding/plan.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

/// Seconds and bytes of one microbatch on one slice, with elements of one format on the wire.
class WireCosts
{
public:
    WireCosts(const Scenario&, Dtype, const NamedMesh&, const Sizes&);
    WireCosts(const WireCosts&) = delete;
    WireCosts& operator=(const WireCosts&) = delete;

    const ShardingCosts<Plain>& all() const { return m_costs; }
    double seconds(const ReshardStep& step) const { return m_costs.seconds(step).si(); }
    double bytes(const ReshardStep& step) const { return m_costs.payload(step).si(); }

private:
    Scenario m_scenario;
    Plain m_plain;
    Reader<Plain> m_in;
    ShardingCosts<Plain> m_costs;
};

namespace
{

/// The scenario with elements of that format on the wire.
Scenario sending(Scenario s, Dtype format)
{
    s.shard.dtype = format;
    return s;
}

ShardedArray gradientOf(ShardedArray array)
{
    array.name = "d" + array.name;
    return array;
}

bool holds(const ShardedArray& array, const std::string& axes)
{
    return std::ranges::any_of(axes, [&](char axis) { return array.axes().find(axis) != std::string::npos; });
}

std::string unplanned(const ShardingExpression& e) { return fmt::format("No plan brings {} together.", e.text()); }

/// Plans that lay tokens anew by all-to-alls or slices suit a product alone, not those that share its input.
bool gathersAndSums(const ShardingPlan& plan)
{
    const auto steps = plan.reshards();
    return std::ranges::none_of(
        steps, [](const ReshardStep& step) { return step.op == ReshardOp::allToAll || step.isFree(); });
}

/// What the devices hold of the gradient when they multiply what they have; nothing where that is no part of it.
std::optional<ShardedArray> terms(const ShardedArray& left, const ShardedArray& right, ShardedArray wanted)
{
    for (auto& dim : wanted.dims)
        dim.axes = (left.find(dim.name) ? left : right).find(dim.name)->axes;
    bool alike = true;
    for (const auto& dim : left.dims)
        if (const auto* same = right.find(dim.name)) {
            alike = alike && same->axes == dim.axes;
            if (!wanted.find(dim.name)) // tokens
                wanted.partial += dim.axes;
        }
    auto axes = wanted.axes();
    std::ranges::sort(axes);
    const bool once = std::ranges::adjacent_find(axes) == axes.end();
    std::ranges::sort(wanted.partial);
    return once && alike ? std::optional(wanted) : std::nullopt;
}

} // namespace

WireCosts::WireCosts(const Scenario& s, Dtype format, const NamedMesh& mesh, const Sizes& sizes)
    : m_scenario(sending(s, format)), m_in(m_plain, m_scenario), m_costs(m_scenario, mesh, sizes, m_in)
{
}

BoxPlanner::BoxPlanner(const Scenario& s, const LayerArrays& layer, const Sizes& sizes)
    : m_s(s), m_mesh(layer.mesh), m_sizes(sizes),
      m_values(std::make_unique<WireCosts>(s, s.prec.comm, layer.mesh, sizes)),
      m_gradients(std::make_unique<WireCosts>(s, s.prec.gradcomm, layer.mesh, sizes)),
      m_whole(s.work.mode == Mode::training && s.work.pass == Pass::step)
{
}

BoxPlanner::~BoxPlanner() = default;

void BoxPlanner::product(const BoxArrays& box, double recomputed, EditedBox& out)
{
    m_out = &out;
    m_sums = box.part == LayerPart::experts || box.part == LayerPart::shared ? box.out.front().partial : "";
    for (const auto& e : box.products()) {
        const auto forward = best(e, *m_values, Moment::forward);
        if (!forward)
            return cannot(unplanned(e));
        add(Moment::forward, *forward, *m_values, m_s.work.micro);
        out.numbers.math += forward->math * m_s.work.micro * (1 + recomputed);
        if (m_whole && !gradients(e, *forward))
            return;
    }
}

void BoxPlanner::reshard(const ShardedArray& from, const ShardedArray& to, EditedBox& out)
{
    m_out = &out;
    auto wanted = from;
    for (std::size_t d = 0; d < wanted.dims.size() && d < to.dims.size(); ++d)
        wanted.dims[d].axes = to.dims[d].axes;
    move(Moment::forward, from, wanted);
    if (!m_whole)
        return;
    move(Moment::backward, gradientOf(wanted), gradientOf(from));
}

void BoxPlanner::share(const ShardedArray& read, ShardedArray gathered, const std::string& sums, EditedBox& out)
{
    m_out = &out;
    move(Moment::forward, read, gathered);
    gathered.partial = sums;
    if (m_whole)
        move(Moment::backward, gradientOf(gathered), gradientOf(read));
}

void BoxPlanner::move(Moment when, const ShardedArray& from, const ShardedArray& to)
{
    for (const auto& dim : to.dims)
        if (const auto size = m_sizes.at(dim.name), ways = m_mesh.size(dim.axes); size % ways != 0) {
            const bool ofMicrobatch = dim.name == "B" || dim.name == "C";
            cannot(fmt::format("{} cannot be brought to {}: {} = {}{} does not divide over {} devices.", from.text(),
                               to.text(), dim.name, size, ofMicrobatch ? " of one microbatch" : "", ways));
            return;
        }
    const auto cost = [this](const ReshardStep& step) { return m_values->seconds(step); };
    const auto path = shortestPath(from, to, longest, m_mesh, m_sizes, cost);
    if (!path) {
        cannot(fmt::format("{} cannot be brought to {}.", from.text(), to.text()));
        return;
    }
    for (const auto& step : *path)
        count(when, step, *m_values, m_s.work.micro);
}

bool BoxPlanner::gradients(const ShardingExpression& e, const ShardingPlan& forward)
{
    auto toInput = backwardOf(e, *e.result, 0);
    if (e.result->partial.empty())
        toInput.result->partial = m_sums;
    const auto input = best(toInput, *m_values, Moment::backward);
    if (!input) {
        cannot(unplanned(toInput));
        return false;
    }
    add(Moment::backward, *input, *m_values, m_s.work.micro);
    auto kept = gradientOf(e.operands[1]);
    for (const Role role : {Role::zero2, Role::zero1})
        split(kept, role);
    if (!weightGradient({input->operands.front(), forward.operands.front()}, kept, e.operands[1]))
        return false;
    m_out->numbers.math += input->math * m_s.work.micro;
    auto updated = kept;
    updated.name = e.operands[1].name;
    const auto cost = [this](const ReshardStep& step) { return m_values->seconds(step); };
    for (const auto& step :
         shortestPath(updated, e.operands[1], 4, m_mesh, m_sizes, cost).value_or(std::vector<ReshardStep>()))
        count(Moment::optimizer, step, *m_values, 1);
    return true;
}

double BoxPlanner::callsOf(const ReshardStep& step, const ShardedArray& weights) const
{
    const bool sums = step.op == ReshardOp::reduceScatter || step.op == ReshardOp::allReduce;
    return sums && holds(weights, step.axes) ? m_s.work.micro : 1;
}

std::optional<ShardingPlan> BoxPlanner::weightPlan(const ShardingExpression& e, const ShardedArray& wanted,
                                                   const ShardedArray& weights) const
{
    const auto share = [&](const ReshardStep& step) {
        return step.before.name == wanted.name ? callsOf(step, weights) / m_s.work.micro : 1;
    };
    const auto cost = [&](const ReshardStep& step) { return m_gradients->seconds(step) * share(step); };
    if (const auto held = terms(e.operands[0], e.operands[1], wanted))
        if (const auto sums = shortestPath(*held, wanted, longest, m_mesh, m_sizes, cost)) {
            ShardingPlan plan;
            plan.operands = e.operands;
            plan.product = *held;
            plan.after = *sums;
            plan.math = mathOf(plan);
            return plan;
        }
    return best(e, *m_gradients, Moment::backward, share);
}

bool BoxPlanner::weightGradient(const std::vector<ShardedArray>& factors, const ShardedArray& wanted,
                                const ShardedArray& weights)
{
    const ShardingExpression e{factors, wanted};
    const auto plan = weightPlan(e, wanted, weights);
    if (!plan) {
        cannot(unplanned(e));
        return false;
    }
    for (const auto& step : plan->before) // tokens once more
        count(Moment::backward, step, *m_values, m_s.work.micro);
    for (const auto& step : plan->after)
        count(Moment::backward, step, *m_gradients, callsOf(step, weights));
    m_out->numbers.math += plan->math * m_s.work.micro;
    return true;
}

double BoxPlanner::mathOf(const ShardingPlan& plan) const
{
    const double rate = m_s.hw.flops[static_cast<std::size_t>(m_s.prec.compute)].si();
    return m_values->all().flops(plan.operands, plan.product).si() / rate;
}

void BoxPlanner::split(ShardedArray& array, Role role) const
{
    const auto dim = std::ranges::find(array.dims, "D", &NamedDim::name);
    for (const auto& axis : m_mesh.axes)
        if (m_s.mesh.axis[static_cast<std::size_t>(axis.name - 'X')].role == role &&
            !holds(array, std::string(1, axis.name)))
            dim->axes += axis.name;
}

std::optional<ShardingPlan> BoxPlanner::best(const ShardingExpression& e, const WireCosts& wire, Moment when,
                                             const StepSeconds& share) const
{
    const PlanCosts price{[&](const ReshardStep& step) {
                              return isFound(when, step) ? 0 : wire.seconds(step) * (share ? share(step) : 1);
                          },
                          [this](const ShardingPlan& plan) { return mathOf(plan); }};
    const auto plans = plansOf(e, m_mesh, m_sizes, price);
    const auto plain = std::ranges::find_if(plans, gathersAndSums);
    const auto found = plain == plans.end() ? plans.begin() : plain;
    return found == plans.end() ? std::nullopt : std::optional(*found);
}

void BoxPlanner::add(Moment when, const ShardingPlan& plan, const WireCosts& wire, double calls)
{
    for (const auto& step : plan.reshards())
        count(when, step, wire, calls);
}

void BoxPlanner::count(Moment when, const ReshardStep& step, const WireCosts& wire, double calls)
{
    if (step.isFree() || isFound(when, step))
        return;
    const auto ranks = static_cast<double>(step.op == ReshardOp::allToAll ? m_mesh.size(step.axes) : 1);
    const double bytes = wire.bytes(step);
    m_out->found.push_back({when, step, bytes, wire.seconds(step), calls, bytes / ranks});
    const auto& found = m_out->found.back();
    m_out->numbers.comms += found.total();
    m_out->numbers.payload += found.rankBytes * calls;
}

void BoxPlanner::cannot(const std::string& why)
{
    if (m_out->absence.empty())
        m_out->absence = why;
}

bool BoxPlanner::isFound(Moment when, const ReshardStep& step) const
{
    return std::ranges::any_of(m_out->found,
                               [&](const FoundCollective& one) { return one.when == when && one.step == step; });
}

} // namespace core
