// SPDX-License-Identifier: GPL-3.0-or-later
// Times and sizes of a sharded product on the present chip (MODEL.md, sections d and e), on doubles or traced numbers.
#pragma once

#include "core/formulas/network.h"
#include "core/formulas/roofline.h"
#include "core/formulas/sharding.h"
#include "core/inputs/facts.h"
#include "core/scenario/fields_collective.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/wrapped_axes.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/plan.h"

#include <algorithm>
#include <cmath>

namespace core
{

/// How the axes of a mesh lie on the present chips: each on a hardware axis of its own, in their order; of GPUs the
/// last axis lies innermost.
struct MeshOnChips {
    struct Axis {
        bool closed = false;   // TPU: a ring
        double within = 1;     // GPU: ranks inside a domain
        double neighbours = 1; // GPU: ranks of inner axes
    };
    std::vector<Axis> axes; // as those of the mesh

    MeshOnChips(const Scenario& s, const NamedMesh& mesh)
    {
        std::array<int, 3> torus{1, 1, 1};
        for (std::size_t i = 0; i < mesh.axes.size() && i < torus.size(); ++i)
            torus[i] = mesh.axes[i].size;
        const auto closed = wrappedAxes(s.hw, torus, s.conv.wrap);
        axes.resize(mesh.axes.size());
        double inner = 1;
        for (std::size_t i = mesh.axes.size(); i-- > 0;) {
            axes[i].closed = i < closed.size() && closed[i] && mesh.axes[i].size > 2;
            axes[i].neighbours = inner;
            axes[i].within = std::clamp(std::floor(s.hw.domain / inner), 1.0, double(mesh.axes[i].size));
            inner *= mesh.axes[i].size;
        }
    }
};

template <class In> class ShardingCosts
{
public:
    using R = typename In::Rep;

    ShardingCosts(const Scenario& s, const NamedMesh& mesh, const Sizes& sizes, const Reader<In>& in)
        : m_scenario(s), m_mesh(mesh), m_sizes(sizes), m_in(in), m_chips(s, mesh)
    {
    }

    /// Time of a step that is not free.
    SecondsOf<R> seconds(const ReshardStep& step) const
    {
        namespace f = formulas;
        const auto where = m_in.lasting(step.text());
        const bool twice = step.op == ReshardOp::allReduce;
        auto U = payload(step);
        if (twice)
            U = f::reduceAndGather.as(where)(0 * U, 0 * U, U, 0 * U);
        const auto time =
            m_scenario.hw.kind == ChipKind::gpu ? throughSwitches(step, U, where) : onTorus(step, U, where);
        if (!m_scenario.conv.latency)
            return time;
        const bool across = m_scenario.hw.kind == ChipKind::gpu && spans(step).nodes > 1;
        const auto hop = across ? m_in(field::hw::hopAcross) : m_in(field::hw::hop);
        const auto calls = m_in.placed(fact::shard::calls, twice ? 2 : 1, where);
        const auto floor = f::latencyFloor.as(where)(calls, m_in.placed(fact::shard::hops, hops(step), where), hop);
        return f::withLatency.as(where)(time, floor);
    }

    /// Bytes of an array on one device.
    BytesOf<R> localBytes(const ShardedArray& array) const
    {
        return formulas::localBytes.as(m_in.lasting(array.text()))(m_in(field::shard::dtype), elements(array));
    }

    /// V of a step (MODEL.md, e) that is not free.
    BytesOf<R> payload(const ReshardStep& step) const
    {
        const bool after = step.op == ReshardOp::allGather;
        const auto bytes = localBytes(after ? step.after : step.before);
        return step.op == ReshardOp::allToAll
                   ? formulas::exchangedBytes.as(m_in.lasting(step.text()))(bytes, axisSize(step.axes))
                   : bytes;
    }

    /// Of the GPUs that take part in a step, those that share a domain.
    double devicesOfDomain(const ReshardStep& step) const { return spans(step).within; }

    /// FLOPs of one device; operands are multiplied from left to right.
    FlopsOf<R> flops(const std::vector<ShardedArray>& operands, const ShardedArray& product) const
    {
        namespace f = formulas;
        auto sum = m_in.template constant<dim::flop>(0);
        std::vector<NamedDim> local;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            for (const auto& dim : operands[i].dims)
                if (std::ranges::find(local, dim.name, &NamedDim::name) == local.end())
                    local.push_back(dim);
            if (i > 0) {
                const auto terms = f::productFlops.as(m_in.lasting(operands[i].name))(elements({"", local, ""}));
                sum = i == 1 ? terms : sum + terms;
            }
            std::erase_if(local, [&](const NamedDim& dim) {
                const auto later = std::any_of(operands.begin() + static_cast<std::ptrdiff_t>(i) + 1, operands.end(),
                                               [&](const auto& o) { return o.find(dim.name) != nullptr; });
                return i > 0 && !later && !product.find(dim.name);
            });
        }
        return sum;
    }

private:
    struct Spans {
        double within = 1, nodes = 1;
    };

    CountOf<R> axisSize(std::string_view axes) const
    {
        return m_in.placed(fact::shard::devices, double(m_mesh.size(axes)), m_in.lasting(std::string(axes)));
    }

    CountOf<R> elements(const ShardedArray& array) const
    {
        namespace f = formulas;
        auto product = m_in.one();
        for (const auto& dim : array.dims) {
            const auto name = m_in.lasting(dim.name);
            const auto size = m_in.placed(fact::shard::size, double(m_sizes.at(dim.name)), name);
            const auto local = dim.axes.empty() ? size : f::localSize.as(name)(size, axisSize(dim.axes));
            product = &dim == &array.dims.front() ? local : product * local;
        }
        return product;
    }

    const typename MeshOnChips::Axis& placeOf(char axis) const
    {
        const auto found = std::ranges::find(m_mesh.axes, axis, &NamedMesh::Axis::name);
        return m_chips.axes[static_cast<std::size_t>(found - m_mesh.axes.begin())];
    }

    double hops(const ReshardStep& step) const
    {
        if (m_scenario.hw.kind == ChipKind::gpu)
            return 1;
        double sum = 0;
        for (const char axis : step.axes)
            sum += placeOf(axis).closed ? m_mesh.size(axis) / 2 : m_mesh.size(axis) - 1;
        return sum;
    }

    SecondsOf<R> onTorus(const ReshardStep& step, const BytesOf<R>& U, std::string_view where) const
    {
        namespace f = formulas;
        const bool book = m_scenario.conv.rates == Rates::book;
        double links = 0;
        for (const char axis : step.axes)
            links += placeOf(axis).closed ? 2 : 1;
        const auto n = axisSize(step.axes);
        const auto W =
            f::axisBandwidth.as(where)(m_in.placed(fact::shard::links, links, where), m_in(field::hw::linkRate));
        if (step.op == ReshardOp::allToAll) {
            const bool closed = placeOf(step.axes.front()).closed;
            const auto share = !closed ? f::allToAllLine.as(where)(n, n)
                               : book  ? f::allToAllBook.as(where)(n, n)
                                       : f::allToAllRing.as(where)(n, n);
            return f::axisTime.as(where)(share, U, W);
        }
        return f::axisTime.as(where)(book ? m_in.one() : f::ringShare.as(where)(n), U, W);
    }

    Spans spans(const ReshardStep& step) const
    {
        Spans found;
        for (const char axis : step.axes) {
            const auto& place = placeOf(axis);
            const bool crosses = m_mesh.size(axis) * place.neighbours > m_scenario.hw.domain;
            const double within = crosses ? place.within : m_mesh.size(axis);
            found.within *= within;
            found.nodes *= std::ceil(m_mesh.size(axis) / within);
        }
        return found;
    }

    CountOf<R> switchShare(const ReshardStep& step, const CountOf<R>& n, std::string_view where) const
    {
        namespace f = formulas;
        const bool book = m_scenario.conv.rates == Rates::book;
        if (step.op == ReshardOp::allToAll)
            return book ? f::allToAllSwitchBook.as(where)(n) : f::allToAllSwitch.as(where)(n);
        return book ? m_in.one() : f::ringShare.as(where)(n);
    }

    SecondsOf<R> throughSwitches(const ReshardStep& step, const BytesOf<R>& U, std::string_view where) const
    {
        namespace f = formulas;
        const auto found = spans(step);
        const auto within = m_in.placed(fact::shard::within, found.within, where);
        const auto nodes = m_in.placed(fact::shard::nodes, found.nodes, where);
        const auto link = m_in(field::hw::linkRate);
        const auto inside = found.within > 1 ? switchShare(step, within, where) : m_in.none();
        if (found.nodes <= 1)
            return f::axisTime.as(where)(inside, U, link);
        const auto outside = switchShare(step, nodes, m_in.lasting(std::string(where) + ", domains"));
        const auto egress = f::groupEgress.as(where)(within, m_in(field::hw::dcnRate));
        return f::levelTime.as(where)(inside, link, outside, egress, U);
    }

    const Scenario& m_scenario;
    const NamedMesh& m_mesh;
    const Sizes& m_sizes;
    const Reader<In>& m_in;
    MeshOnChips m_chips;
};

} // namespace core
