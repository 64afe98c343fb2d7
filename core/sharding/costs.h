// SPDX-License-Identifier: GPL-3.0-or-later
// Times and sizes of a sharded product on the present chip (MODEL.md, sections d and e), on doubles or traced numbers.
#pragma once

#include "core/formulas/network.h"
#include "core/formulas/roofline.h"
#include "core/formulas/sharding.h"
#include "core/inputs/facts.h"
#include "core/scenario/fields_collective.h"
#include "core/scenario/fields_hardware.h"
#include "core/sharding/mesh_on_chips.h"
#include "core/sharding/plan.h"
#include "core/step/group_network.h"

#include <algorithm>

namespace core
{

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
        if (twice && addsInSwitch(step))
            return withHops(step, f::reduceInSwitch.as(where)(switchPart(step, where), U, m_in(field::hw::linkRate)), 2,
                            where);
        if (twice)
            U = f::reduceAndGather.as(where)(0 * U, 0 * U, U, 0 * U);
        const auto time =
            m_scenario.hw.kind == ChipKind::gpu ? throughSwitches(step, U, where) : onTorus(step, U, where);
        return withHops(step, time, twice ? 2 : 1, where);
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

    const MeshOnChips& chips() const { return m_chips; }

    /// FLOPs of one device that multiplies operands one after the other, as they are listed.
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
    SecondsOf<R> withHops(const ReshardStep& step, const SecondsOf<R>& time, int callsOfStep,
                          std::string_view where) const
    {
        namespace f = formulas;
        if (!m_scenario.conv.latency)
            return time;
        const bool across = m_scenario.hw.kind == ChipKind::gpu && spanOfStep(step).domains > 1;
        const auto hop = across ? m_in(field::hw::hopAcross) : m_in(field::hw::hop);
        const auto calls = m_in.placed(fact::shard::calls, callsOfStep, where);
        const auto floor = f::latencyFloor.as(where)(calls, m_in.placed(fact::shard::hops, hops(step), where), hop);
        return f::withLatency.as(where)(time, floor);
    }

    /// GPUs whose switch adds, all of the step in one domain.
    bool addsInSwitch(const ReshardStep& step) const
    {
        return m_scenario.hw.kind == ChipKind::gpu && m_scenario.hw.inSwitch && spanOfStep(step).domains <= 1;
    }

    CountOf<R> switchPart(const ReshardStep& step, std::string_view where) const
    {
        const bool book = m_scenario.conv.rates == Rates::book;
        return book ? m_in.one() : formulas::switchShare.as(where)(axisSize(step.axes));
    }

    DomainSpan spanOfStep(const ReshardStep& step) const
    {
        return m_chips.span(m_mesh, step.axes, m_scenario.hw.domain);
    }

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

    const AxisFit& fitOf(char axis) const
    {
        const auto found = std::ranges::find(m_mesh.axes, axis, &NamedMesh::Axis::name);
        return m_chips.axis[static_cast<std::size_t>(found - m_mesh.axes.begin())];
    }

    double hops(const ReshardStep& step) const
    {
        if (m_scenario.hw.kind == ChipKind::gpu)
            return 1;
        double sum = 0;
        for (const char axis : step.axes)
            sum += fitOf(axis).hops;
        return sum;
    }

    SecondsOf<R> onTorus(const ReshardStep& step, const BytesOf<R>& U, std::string_view where) const
    {
        namespace f = formulas;
        const auto rates = m_scenario.conv.rates;
        const auto n = axisSize(step.axes);
        const auto bandwidth = [&](double links) {
            return f::axisBandwidth.as(where)(m_in.placed(fact::shard::links, links, where), m_in(field::hw::linkRate));
        };
        if (step.op == ReshardOp::allToAll) { // blocks go straight along each hardware axis
            const auto& fit = fitOf(step.axes.front());
            const auto h = slowestPart(fit);
            const bool whole = fit.part[h] == plain(n);
            const auto p = whole ? n : m_in.placed(fact::parts[h], fit.part[h], where);
            const auto share = exchangeShare<R>(rates, fit.closed[h], p, n, where);
            return f::axisTime.as(where)(share, U, bandwidth(fit.closed[h] ? 2 : 1));
        }
        double links = 0;
        for (const char axis : step.axes)
            links += fitOf(axis).links;
        return f::axisTime.as(where)(rates == Rates::book ? m_in.one() : f::ringShare.as(where)(n), U,
                                     bandwidth(links));
    }

    /// As the step has it: NVLink in the domains, NICs between them.
    SecondsOf<R> throughSwitches(const ReshardStep& step, const BytesOf<R>& U, std::string_view where) const
    {
        const auto span = spanOfStep(step);
        const auto n = axisSize(step.axes);
        const auto domains = m_in.lasting(std::string(where) + ", domains");
        DomainRanks<In> ranks{span, n, m_in.one(), m_in.one(), n, {}, where, where, domains};
        if (span.most > 1) {
            ranks.most = m_in.placed(fact::shard::within, span.most, where);
            ranks.domains = m_in.placed(fact::shard::nodes, plain(n) / span.most, where);
        }
        if (!ranks.isEven())
            ranks.fewest = m_in.placed(fact::shard::within, span.fewest, domains);
        if (step.op == ReshardOp::allToAll)
            ranks.copies = m_in.one();
        const auto levels = switchLevels(m_in, m_scenario.conv.rates, ranks);
        return formulas::levelTime.as(where)(levels.inside, levels.domain, levels.outside, levels.scaleOut, U);
    }

    const Scenario& m_scenario;
    const NamedMesh& m_mesh;
    const Sizes& m_sizes;
    const Reader<In>& m_in;
    MeshOnChips m_chips;
};

} // namespace core
