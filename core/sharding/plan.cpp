// SPDX-License-Identifier: GPL-3.0-or-later
// Plans are found by trying every single step on each operand, and the shortest path of steps to the asked result.
#include "core/sharding/plan.h"

#include "core/sharding/named_mesh.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace core
{

namespace
{

/// What devices hold after they multiplied what they have; nothing where that is no part of the product.
std::optional<ShardedArray> multiplied(const ShardingExpression& e, const std::vector<ShardedArray>& operands)
{
    std::map<char, std::string> spentOn; // axis -> dimension
    std::map<std::string, std::string> axesOf;
    ShardedArray product;
    product.name = e.result ? e.result->name : "C";
    for (const auto& array : operands)
        for (const auto& dim : array.dims) {
            const auto [known, isNew] = axesOf.emplace(dim.name, dim.axes);
            if (!isNew && known->second != dim.axes)
                return std::nullopt; // pieces of different ranges
            for (const char axis : dim.axes)
                if (const auto [spent, first] = spentOn.emplace(axis, dim.name); !first && spent->second != dim.name)
                    return std::nullopt; // case 4
        }
    std::string sums;
    for (const auto& array : operands) {
        if (!array.partial.empty() && !sums.empty())
            return std::nullopt; // a product of sums is no sum of products
        sums += array.partial;
    }
    for (const char axis : sums)
        if (spentOn.contains(axis))
            return std::nullopt;
    product.partial = sums;
    for (const auto& name : e.dims())
        if (e.contracts(name))
            product.partial += axesOf[name];
        else
            product.dims.push_back({name, axesOf[name]});
    if (e.result) { // in the order that is asked for
        std::vector<NamedDim> ordered;
        for (const auto& dim : e.result->dims)
            ordered.push_back({dim.name, axesOf[dim.name]});
        product.dims = std::move(ordered);
    }
    std::ranges::sort(product.partial);
    return product;
}

/// Whether both can be factors of one product, as far as the two of them can tell; what multiplied() asks of all.
bool agree(const ShardedArray& one, const ShardedArray& other)
{
    for (const auto& dim : one.dims) {
        const auto* same = other.find(dim.name);
        if (same ? same->axes != dim.axes : other.axes().find_first_of(dim.axes) != std::string::npos)
            return false;
    }
    const auto& sums = one.partial;
    return sums.empty() || (other.partial.empty() && other.axes().find_first_of(sums) == std::string::npos);
}

/// One operand as it is, or after some steps.
struct Choice {
    ShardedArray array;
    std::vector<ReshardStep> steps;
};

/// Whether each dimension that is split is then as another array has it, or one begins like the other: minor axes of
/// the result may move on, and what follows may split further.
bool leadsToAnother(const ReshardStep& step, const ShardingExpression& e)
{
    return std::ranges::all_of(splitDims(step), [&](std::size_t d) {
        const auto& after = step.after.dims[d];
        const auto hasIt = [&after](const ShardedArray& array) {
            const auto* dim = array.find(after.name);
            return dim && !dim->axes.empty() &&
                   (after.axes.starts_with(dim->axes) || dim->axes.starts_with(after.axes));
        };
        return std::ranges::any_of(e.operands, hasIt) || (e.result && hasIt(*e.result));
    });
}

/// A slice or a reduce-scatter over several axes at once leads to another array; other rows of axes would only make the
/// choices of many operands multiply. A sum may always be scattered into one dimension in the order of its axes.
bool isWorthTrying(const ReshardStep& step, const ShardingExpression& e)
{
    const bool splits = step.op == ReshardOp::slice || step.op == ReshardOp::reduceScatter;
    if (!splits || step.axes.size() < 2 || (splitDims(step).size() == 1 && step.axes == step.before.partial))
        return step.op != ReshardOp::zeros;
    return leadsToAnother(step, e);
}

/// All that so many steps lead to. Slices are free, and several of them count as one where each leads to another array.
std::vector<Choice> choices(const ShardingExpression& e, const ShardedArray& array, const NamedMesh& mesh,
                            const Sizes& sizes, int steps)
{
    std::vector<Choice> all{{array, {}}};
    const auto go = [&](std::size_t from, const ReshardStep& step) {
        const bool seen = std::ranges::any_of(all, [&](const Choice& c) { return c.array == step.after; });
        if (seen && from > 0)
            return;
        auto path = all[from].steps;
        path.push_back(step);
        all.push_back({step.after, std::move(path)});
    };
    const auto leads = [&e](const ReshardStep& step) { return step.op == ReshardOp::slice && leadsToAnother(step, e); };
    for (std::size_t i = 0, end = 1; steps > 0; --steps, end = all.size())
        for (; i < end; ++i)
            for (const auto& step : stepsFrom(all[i].array, mesh, sizes))
                if (isWorthTrying(step, e))
                    go(i, step);
    for (std::size_t i = 1; i < all.size(); ++i)
        if (std::ranges::all_of(all[i].steps, leads))
            for (const auto& step : stepsFrom(all[i].array, mesh, sizes))
                if (leads(step))
                    go(i, step);
    return all;
}

class Planner
{
public:
    Planner(const ShardingExpression& e, const NamedMesh& mesh, const Sizes& sizes, const PlanCosts& costs)
        : m_expression(e), m_mesh(mesh), m_sizes(sizes), m_costs(costs)
    {
    }

    std::vector<ShardingPlan> all()
    {
        const bool multiplies = m_expression.operands.size() > 1; // else what follows finds the path
        constexpr int mostSteps = 3;
        for (int steps = multiplies ? 1 : 0; m_plans.empty() && steps <= mostSteps; ++steps) {
            std::vector<std::vector<Choice>> each;
            for (const auto& array : m_expression.operands)
                each.push_back(choices(m_expression, array, m_mesh, m_sizes, steps));
            m_products.clear();
            ShardingPlan plan;
            combine(each, plan);
            // One step on the result; more only where none will do: at most a sum, a gather and a slice for each axis.
            for (std::size_t longest = 1; m_plans.empty() && longest <= m_mesh.axes.size() + 2; ++longest)
                for (const auto& product : m_products)
                    finish(product, longest);
        }
        std::ranges::stable_sort(m_plans, {}, [](const ShardingPlan& p) {
            return std::tuple(p.time(), p.math + p.comms, p.before.size() + p.after.size());
        });
        std::set<std::string> texts; // of plans that differ in the dimension that they split, the cheapest
        std::erase_if(m_plans, [&texts](const ShardingPlan& p) { return !texts.insert(p.text()).second; });
        return std::move(m_plans);
    }

private:
    void combine(const std::vector<std::vector<Choice>>& each, ShardingPlan& plan)
    {
        const auto at = plan.operands.size();
        if (at == each.size()) {
            if (const auto product = multiplied(m_expression, plan.operands)) {
                plan.product = *product;
                m_products.push_back(plan);
            }
            return;
        }
        for (const auto& choice : each[at]) {
            const auto fits = [&](const ShardedArray& before) { return agree(before, choice.array); };
            if (!std::ranges::all_of(plan.operands, fits))
                continue;
            plan.operands.push_back(choice.array);
            plan.before.insert(plan.before.end(), choice.steps.begin(), choice.steps.end());
            combine(each, plan);
            plan.operands.pop_back();
            plan.before.resize(plan.before.size() - choice.steps.size());
        }
    }

    void finish(ShardingPlan plan, std::size_t longest)
    {
        if (m_expression.result) {
            const auto path =
                shortestPath(plan.product, *m_expression.result, longest, m_mesh, m_sizes, m_costs.seconds);
            if (!path)
                return;
            plan.after = *path;
            sliceFirst(plan);
        }
        if (plan.operands.size() > 1)
            multiply(plan);
        for (const auto* steps : {&plan.before, &plan.after})
            for (const auto& step : *steps)
                plan.comms += step.isFree() ? 0 : m_costs.seconds(step);
        if (std::ranges::none_of(m_plans, [&](const ShardingPlan& one) { return one.isLike(plan); }))
            m_plans.push_back(std::move(plan));
    }

    /// A slice that follows the product is taken of the operands: it is free there too, and leaves less to multiply.
    static void sliceFirst(ShardingPlan& plan)
    {
        while (plan.operands.size() > 1 && !plan.after.empty() && plan.after.front().op == ReshardOp::slice) {
            const ReshardStep step = plan.after.front();
            for (auto& array : plan.operands) {
                auto sliced = array;
                std::string axes;
                for (const std::size_t d : splitDims(step))
                    for (auto& dim : sliced.dims)
                        if (const auto& wanted = step.after.dims[d]; dim.name == wanted.name) {
                            axes += wanted.axes.substr(dim.axes.size());
                            dim.axes = wanted.axes;
                        }
                if (axes.empty())
                    continue;
                const auto last = std::find_if(plan.before.rbegin(), plan.before.rend(),
                                               [&](const ReshardStep& one) { return one.after == array; });
                plan.before.insert(last == plan.before.rend() ? plan.before.end() : last.base(),
                                   {ReshardOp::slice, axes, array, sliced});
                array = sliced;
            }
            plan.product = step.after;
            plan.after.erase(plan.after.begin());
        }
    }

    /// Its operands in the order of the fewest FLOPs, as written where orders tie.
    void multiply(ShardingPlan& plan) const
    {
        plan.math = m_costs.math(plan);
        if (plan.operands.size() == 2) // one order
            return;
        std::vector<std::size_t> order(plan.operands.size());
        std::iota(order.begin(), order.end(), 0);
        const auto written = plan.operands;
        ShardingPlan other = plan;
        while (std::ranges::next_permutation(order).found) {
            if (order[0] > order[1]) // the same first product
                continue;
            std::ranges::transform(order, other.operands.begin(), [&](std::size_t i) { return written[i]; });
            other.math = m_costs.math(other);
            if (other.math < plan.math)
                plan = other;
        }
    }

    const ShardingExpression& m_expression;
    const NamedMesh& m_mesh;
    const Sizes& m_sizes;
    const PlanCosts& m_costs;
    std::vector<ShardingPlan> m_products; // without what follows
    std::vector<ShardingPlan> m_plans;
};

} // namespace

std::vector<ReshardStep> ShardingPlan::reshards() const
{
    auto all = before;
    all.insert(all.end(), after.begin(), after.end());
    return all;
}

std::string ShardingPlan::text() const
{
    std::string text;
    for (const auto& step : steps())
        text += (text.empty() ? "" : " → ") + step;
    return text.empty() ? "nothing to do" : text;
}

std::vector<std::string> ShardingPlan::steps() const
{
    std::vector<std::string> texts;
    for (const auto& step : before)
        texts.push_back(step.text());
    if (operands.size() > 1) {
        std::string names;
        for (const auto& array : operands)
            names += (names.empty() ? "" : " · ") + array.name;
        texts.push_back(std::move(names));
    }
    for (const auto& step : after)
        texts.push_back(step.text());
    return texts;
}

namespace
{

std::string caseText(const std::set<int>& cases)
{
    std::string text;
    for (const int each : cases)
        text += (text.empty() ? "" : " and ") + std::to_string(each);
    return text.empty() ? "1" : text;
}

} // namespace

std::string shardingCase(const ShardingExpression& e)
{
    std::set<int> cases;
    std::map<char, std::string> outer; // axis -> outer dimension
    for (const auto& name : e.dims()) {
        std::set<std::string> ways;
        for (const auto& array : e.operands)
            if (const auto* dim = array.find(name))
                ways.insert(dim->axes);
        if (e.contracts(name)) {
            if (ways.size() > 1)
                cases.insert(2);
            else if (!ways.begin()->empty())
                cases.insert(3);
        } else
            for (const auto& axes : ways)
                for (const char axis : axes)
                    if (const auto [at, isNew] = outer.emplace(axis, name); !isNew && at->second != name)
                        cases.insert(4);
    }
    return caseText(cases);
}

std::vector<std::string> shardingCases()
{
    std::vector<std::string> texts;
    for (int kinds = 0; kinds < 8; ++kinds) { // of the cases 2, 3 and 4 any may be there
        std::set<int> cases;
        for (int one = 0; one < 3; ++one)
            if ((kinds >> one & 1) != 0)
                cases.insert(one + 2);
        texts.push_back(caseText(cases));
    }
    return texts;
}

std::vector<ShardingPlan> plansOf(const ShardingExpression& e, const NamedMesh& mesh, const Sizes& sizes,
                                  const PlanCosts& costs)
{
    auto split = e; // over axes of several devices: one device has the whole
    const auto drop = [&mesh](std::string& axes) {
        std::erase_if(axes, [&mesh](char axis) { return mesh.size(axis) == 1; });
    };
    const auto dropIn = [&drop](ShardedArray& array) {
        drop(array.partial);
        for (auto& dim : array.dims)
            drop(dim.axes);
    };
    std::ranges::for_each(split.operands, dropIn);
    if (split.result)
        dropIn(*split.result);
    return Planner(split, mesh, sizes, costs).all();
}

ShardingExpression backwardOf(const ShardingExpression& e, const ShardedArray& result, std::size_t operand)
{
    ShardingExpression back;
    auto gradient = result;
    gradient.name = "d" + result.name;
    gradient.partial.clear();
    back.operands.push_back(std::move(gradient));
    for (std::size_t i = 0; i < e.operands.size(); ++i)
        if (i != operand)
            back.operands.push_back(e.operands[i]);
    auto wanted = e.operands[operand];
    wanted.name = "d" + wanted.name;
    wanted.partial.clear();
    back.result = std::move(wanted);
    return back;
}

} // namespace core
