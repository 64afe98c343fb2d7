// SPDX-License-Identifier: GPL-3.0-or-later
// Plans the products of the boxes whose arrays were edited, forward and for both gradients; what has no weights is
// resharded from what it reads to what it writes.
#include "core/layer/edited_layer.h"

#include "core/layer/edited_arrays.h"
#include "core/layer/layer_arrays.h"
#include "core/scenario/fields_precision.h"
#include "core/sharding/costs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

/// The scenario with elements of that format on the wire.
Scenario sending(Scenario s, Dtype format)
{
    s.shard.dtype = format;
    return s;
}

/// Costs of one microbatch on one slice.
class WireCosts
{
public:
    WireCosts(const Scenario& s, Dtype format, const NamedMesh& mesh, const Sizes& sizes)
        : m_scenario(sending(s, format)), m_in(m_plain, m_scenario), m_costs(m_scenario, mesh, sizes, m_in)
    {
    }
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

class BoxPlanner
{
public:
    BoxPlanner(const Scenario& s, const LayerArrays& layer, const Sizes& sizes)
        : m_s(s), m_mesh(layer.mesh), m_sizes(sizes), m_values(s, s.prec.comm, layer.mesh, m_sizes),
          m_gradients(s, s.prec.gradcomm, layer.mesh, m_sizes),
          m_whole(s.work.mode == Mode::training && s.work.pass == Pass::step)
    {
    }

    /// Of a box with weights, in place of the design's.
    void product(const BoxArrays& box, double recomputed, EditedBox& out)
    {
        m_out = &out;
        m_sums = box.part == LayerPart::experts || box.part == LayerPart::shared ? box.out.front().partial : "";
        for (const auto& e : box.products()) {
            const auto forward = best(e, m_values);
            if (!forward)
                return cannot(e);
            add(Moment::forward, *forward, m_values, m_s.work.micro);
            out.numbers.math += forward->math * m_s.work.micro * (1 + recomputed);
            if (m_whole && !gradients(e, *forward))
                return;
        }
    }

    /// Of an array that is read as it lies and is to lie as another one of the same dimensions.
    void reshard(const ShardedArray& from, const ShardedArray& to, EditedBox& out)
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

    /// Of tokens that other boxes read as this one gathers them; these leave terms of the gradient over `sums`.
    void share(const ShardedArray& read, ShardedArray gathered, const std::string& sums, EditedBox& out)
    {
        m_out = &out;
        move(Moment::forward, read, gathered);
        gathered.partial = sums;
        if (m_whole)
            move(Moment::backward, gradientOf(gathered), gradientOf(read));
    }

private:
    static constexpr std::size_t longest = 5; // steps of a path

    static ShardedArray gradientOf(ShardedArray array)
    {
        array.name = "d" + array.name;
        return array;
    }

    void move(Moment when, const ShardedArray& from, const ShardedArray& to)
    {
        const auto cost = [this](const ReshardStep& step) { return m_values.seconds(step); };
        const auto path = shortestPath(from, to, longest, m_mesh, m_sizes, cost);
        if (!path) {
            m_out->absence = fmt::format("{} cannot be brought to {}.", from.text(), to.text());
            return;
        }
        for (const auto& step : *path)
            count(when, step, m_values, m_s.work.micro);
    }

    /// Of the input and of the weights, from what the forward pass gathered.
    bool gradients(const ShardingExpression& e, const ShardingPlan& forward)
    {
        auto toInput = backwardOf(e, *e.result, 0);
        if (e.result->partial.empty())
            toInput.result->partial = m_sums;
        const auto input = best(toInput, m_values);
        if (!input) {
            cannot(toInput);
            return false;
        }
        add(Moment::backward, *input, m_values, m_s.work.micro);
        auto kept = gradientOf(e.operands[1]);
        for (const Role role : {Role::zero2, Role::zero1})
            split(kept, role);
        if (!weightGradient({{input->operands.front(), forward.operands.front()}, kept}))
            return false;
        m_out->numbers.math += input->math * m_s.work.micro;
        auto updated = kept;
        updated.name = e.operands[1].name;
        const auto cost = [this](const ReshardStep& step) { return m_values.seconds(step); };
        for (const auto& step :
             shortestPath(updated, e.operands[1], 4, m_mesh, m_sizes, cost).value_or(std::vector<ReshardStep>()))
            count(Moment::optimizer, step, m_values, 1);
        return true;
    }

    bool weightGradient(const ShardingExpression& e)
    {
        const auto cost = [this](const ReshardStep& step) { return m_gradients.seconds(step); };
        auto plan = best(e, m_gradients);
        if (const auto held = terms(e.operands[0], e.operands[1], *e.result))
            if (const auto sums = shortestPath(*held, *e.result, longest, m_mesh, m_sizes, cost)) {
                plan.emplace();
                plan->operands = e.operands;
                plan->product = *held;
                plan->after = *sums;
                plan->math = mathOf(*plan);
            }
        if (!plan) {
            cannot(e);
            return false;
        }
        for (const auto& step : plan->before) // tokens once more
            count(Moment::backward, step, m_values, m_s.work.micro);
        for (const auto& step : plan->after)
            count(Moment::backward, step, m_gradients, hasRole(step.axes, Role::fsdp) ? m_s.work.micro : 1);
        m_out->numbers.math += plan->math * m_s.work.micro;
        return true;
    }

    double mathOf(const ShardingPlan& plan) const
    {
        const double rate = m_s.hw.flops[static_cast<std::size_t>(m_s.prec.compute)].si();
        return m_values.all().flops(plan.operands, plan.product).si() / rate;
    }

    bool hasRole(const std::string& axes, Role role) const
    {
        return std::ranges::any_of(
            axes, [&](char axis) { return m_s.mesh.axis[static_cast<std::size_t>(axis - 'X')].role == role; });
    }

    /// ZeRO keeps a part of the gradient on each rank.
    void split(ShardedArray& array, Role role) const
    {
        const auto dim = std::ranges::find(array.dims, "D", &NamedDim::name);
        for (const auto& axis : m_mesh.axes)
            if (hasRole(std::string(1, axis.name), role) && array.axes().find(axis.name) == std::string::npos)
                dim->axes += axis.name;
    }

    std::optional<ShardingPlan> best(const ShardingExpression& e, const WireCosts& wire) const
    {
        const PlanCosts price{[&wire](const ReshardStep& step) { return wire.seconds(step); },
                              [this](const ShardingPlan& plan) { return mathOf(plan); }};
        const auto plans = plansOf(e, m_mesh, m_sizes, price);
        const auto plain = std::ranges::find_if(plans, gathersAndSums);
        const auto found = plain == plans.end() ? plans.begin() : plain;
        return found == plans.end() ? std::nullopt : std::optional(*found);
    }

    /// Plans that lay tokens anew by all-to-alls or slices suit a product alone, not those that share its input.
    static bool gathersAndSums(const ShardingPlan& plan)
    {
        const auto steps = plan.reshards();
        return std::ranges::none_of(
            steps, [](const ReshardStep& step) { return step.op == ReshardOp::allToAll || step.isFree(); });
    }

    /// What the devices hold of the gradient when they multiply what they have; nothing where that is no part of it.
    static std::optional<ShardedArray> terms(const ShardedArray& left, const ShardedArray& right, ShardedArray wanted)
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

    void add(Moment when, const ShardingPlan& plan, const WireCosts& wire, double calls)
    {
        for (const auto& step : plan.reshards())
            count(when, step, wire, calls);
    }

    /// Tokens are gathered, and their gradients added, once for all matrices of a box.
    void count(Moment when, const ReshardStep& step, const WireCosts& wire, double calls)
    {
        const bool known = std::ranges::any_of(
            m_out->found, [&](const FoundCollective& one) { return one.when == when && one.step == step; });
        if (known || step.isFree())
            return;
        m_out->found.push_back({when, step, wire.bytes(step), wire.seconds(step), calls});
        const auto& found = m_out->found.back();
        m_out->numbers.comms += found.total();
        const auto ranks = step.op == ReshardOp::allToAll ? m_mesh.size(step.axes) : 1; // each hands in its share
        m_out->numbers.payload += found.bytes * calls / static_cast<double>(ranks);
    }

    void cannot(const ShardingExpression& e) { m_out->absence = fmt::format("No plan brings {} together.", e.text()); }

    const Scenario& m_s;
    const NamedMesh& m_mesh;
    const Sizes& m_sizes;
    WireCosts m_values, m_gradients;
    bool m_whole;       // the step, with its backward pass
    std::string m_sums; // of tokens that go back from experts: added up in another box
    EditedBox* m_out = nullptr;
};

/// As the residual stream lies, which every block adds to.
const ShardedArray& residual(const LayerArrays& layer)
{
    const auto* norm = &layer.boxes.front();
    return norm->in.front(); // without norms: what the block reads
}

/// The last box of a block, which adds to the residual stream.
bool endsBlock(const Model& m, LayerPart part)
{
    return part == LayerPart::attentionOut || part == (m.nmat > 1 ? LayerPart::mlpOut : LayerPart::mlpIn);
}

/// Heads of queries and of keys lie alike, and a device has all of a head.
ShardedArray besideScores(const ShardedArray& array, const ShardedArray& result)
{
    auto wanted = array;
    for (std::size_t d = 0; d < 2; ++d)
        wanted.dims[d].axes = result.dims[d].axes;
    wanted.dims[2].axes.clear();
    return wanted;
}

class LayerEditor
{
public:
    LayerEditor(const Scenario& s, const LayerOf<double>& numbers)
        : m_s(s), m_numbers(numbers), m_roles(arraysOfRoles(s)), m_layer(layerArrays(s)), m_sizes(m_layer.sizes),
          m_planner(s, m_layer, m_sizes)
    {
        const double parts = s.mesh.slices * (s.work.mode == Mode::decode ? 1 : s.work.micro);
        for (const char* tokens : {"B", "C"})
            if (const auto size = m_sizes.find(tokens); size != m_sizes.end())
                size->second =
                    std::max<std::int64_t>(1, std::llround(std::floor(static_cast<double>(size->second) / parts)));
    }

    EditedLayer edit()
    {
        EditedLayer out;
        for (std::size_t i = 0; i < m_layer.boxes.size(); ++i) {
            auto box = edited(i);
            out.numbers.add(box ? box->numbers : asDesigned(i));
            if (box)
                out.boxes.push_back(*std::move(box));
        }
        return out;
    }

private:
    EditedNumbers asDesigned(std::size_t i) const
    {
        const auto& of = m_numbers.boxes[i].numbers;
        return {of.math.si(), of.comms.si(), of.payload.si(), of.weights.si()};
    }

    std::optional<EditedBox> edited(std::size_t i)
    {
        const auto& now = m_layer.boxes[i];
        const auto& before = m_roles.boxes[i];
        const bool ends = endsBlock(m_s.model, now.part);
        if (now.in == before.in && now.weights == before.weights && now.out == before.out &&
            !(ends && residual(m_layer).dims != residual(m_roles).dims))
            return std::nullopt;
        EditedBox box;
        box.part = now.part;
        const auto& numbers = m_numbers.boxes[i].numbers;
        if (now.weights.empty()) {
            box.numbers = asDesigned(i);
            std::ranges::copy_if(m_numbers.collectives, std::back_inserter(box.designs),
                                 [&](const LayerCollective& one) { return one.part == now.part; });
            resharded(now, box);
        } else {
            const double forward = numbers.forward.si();
            m_planner.product(now, forward > 0 ? numbers.recompute.si() / forward : 0, box);
            box.numbers.weights = numbers.weights.si() * held(now.weights) / held(before.weights);
        }
        if (now.part == LayerPart::router)
            m_planner.share(now.in.front(), m_layer.of(LayerPart::dispatch).in.front(),
                            m_layer.of(LayerPart::experts).out.front().partial, box);
        if (ends)
            m_planner.reshard(now.out.front(), residual(m_layer), box);
        return box;
    }

    /// Elements on a device.
    double held(const std::vector<ShardedArray>& arrays) const
    {
        double all = 0;
        for (const auto& array : arrays) {
            double one = 1;
            for (const auto& dim : array.dims)
                one *= static_cast<double>(m_sizes.at(dim.name)) / static_cast<double>(m_layer.mesh.size(dim.axes));
            all += one;
        }
        return all;
    }

    void resharded(const BoxArrays& now, EditedBox& box)
    {
        const auto& result = now.out.front();
        if (now.part != LayerPart::attention) {
            for (const auto& array : now.in)
                m_planner.reshard(array, result, box);
            return;
        }
        for (const auto& array : now.in)
            m_planner.reshard(array, besideScores(array, result), box);
        m_planner.reshard(besideScores(result, result), result, box);
    }

    const Scenario& m_s;
    const LayerOf<double>& m_numbers;
    LayerArrays m_roles, m_layer;
    Sizes m_sizes; // of a microbatch
    BoxPlanner m_planner;
};

} // namespace

const EditedBox* EditedLayer::of(LayerPart part) const
{
    const auto found = std::ranges::find(boxes, part, &EditedBox::part);
    return found == boxes.end() ? nullptr : &*found;
}

std::optional<EditedLayer> editedLayer(const Scenario& s, const LayerOf<double>& numbers)
{
    const auto arrays = editedArrays(s);
    if (!arrays || arrays->empty())
        return std::nullopt;
    return LayerEditor(s, numbers).edit();
}

} // namespace core
