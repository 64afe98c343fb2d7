// SPDX-License-Identifier: GPL-3.0-or-later
// What each mesh axis carries in a pass, and for how long (MODEL.md, sections e, g.3, g.8 to g.11, g.13).
#pragma once

#include "core/formulas/memory.h"
#include "core/formulas/network.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/context.h"

#include <algorithm>
#include <cmath>

namespace core
{

using PartNames = std::array<std::string_view, 3>; // the hardware axes of each mesh axis
inline constexpr std::array<PartNames, meshAxes> partNames{PartNames{"X, first", "X, second", "X, third"},
                                                           PartNames{"Y, first", "Y, second", "Y, third"},
                                                           PartNames{"Z, first", "Z, second", "Z, third"}};
inline constexpr std::array<std::string_view, meshAxes> insideNames{"X, in a domain", "Y, in a domain",
                                                                    "Z, in a domain"};
inline constexpr std::array<std::string_view, meshAxes> outsideNames{"X, of domains", "Y, of domains", "Z, of domains"};

template <class In> CountOf<typename In::Rep> otherShards(const NetworkContext<In>& c, std::size_t a)
{
    const auto role = c.s.mesh.axis[a].role;
    auto others = c.in.one();
    for (std::size_t b = 0; b < meshAxes; ++b)
        if (c.s.mesh.axis[b].role == Role::fsdp && b != a && (role != Role::fsdp || b > a))
            others = others * c.d.size[b];
    return others;
}

/// Weights and gradients: data, ZeRO-1, ZeRO-2 and FSDP axes.
template <class In>
void dataPayload(const NetworkContext<In>& c, std::size_t a, bool backward, PayloadOf<typename In::Rep>& u)
{
    namespace f = formulas;
    const auto role = c.s.mesh.axis[a].role;
    if (!c.facts.training && role != Role::fsdp)
        return;
    const auto layer =
        plain(c.d.expert) > 1 ? f::splitExperts(c.params.layer, c.facts.experts, c.d.expert) : c.params.layer;
    const auto P = f::shardedParameters(c.facts.L, layer, c.params.embedding, c.d.pipeline, c.d.tensor);
    const auto others = otherShards(c, a);
    const auto V = f::weightArray.as(axisNames[a])(c.in(field::prec::comm), P, others);
    const auto m = c.s.work.micro > 1 ? c.in(field::work::micro) : c.in.one();
    if (role == Role::fsdp) {
        u.gather = c.s.work.micro > 1 ? f::perMicrobatch.as(axisNames[a])(V, m) : V;
        u.collectives = c.layersHere() * c.microbatches() * (backward ? 2 : 1);
    }
    if (!backward)
        return;
    const auto G = f::gradientArray.as(axisNames[a])(c.in(field::prec::gradcomm), P, others);
    if (role == Role::data) {
        u.allReduce = G;
        u.collectives = 2 * c.layersHere();
    } else if (role == Role::fsdp) {
        u.reduce = c.s.work.micro > 1 ? f::perMicrobatch.as(axisNames[a])(G, m) : G;
    } else {
        u.reduce = G;
        u.gather = V;
        u.collectives = 2 * c.layersHere();
    }
}

/// Activations over a tensor axis: q blocks per layer, each gathered and scattered, or all-reduced.
template <class In> void tensorPayload(const NetworkContext<In>& c, std::size_t a, PayloadOf<typename In::Rep>& u)
{
    namespace f = formulas;
    const auto V = f::activationArray(c.in(field::prec::comm), c.tokens.rank, c.facts.D);
    const auto q = c.in(fact::tensorBlocks, c.facts.attention ? 2 : 1);
    const auto all = f::perLayer.as(axisNames[a])(q, c.facts.L, c.d.pipeline, V);
    if (c.s.tensorSequence)
        u.gather = u.reduce = all;
    else
        u.allReduce = all;
    u.collectives = 2 * (c.facts.attention ? 2 : 1) * c.layersHere() * c.microbatches();
}

/// Neighbour and all-to-all axes: pipeline, context, expert.
template <class In>
void passingPayload(const NetworkContext<In>& c, std::size_t a, bool backward, PayloadOf<typename In::Rep>& u)
{
    namespace f = formulas;
    const auto s = c.in(field::prec::comm);
    const auto n = c.d.size[a];
    switch (c.s.mesh.axis[a].role) {
    case Role::pipeline: {
        const bool chunks = c.s.pipe.schedule == PipeSchedule::interleaved;
        const auto v = chunks ? c.in(field::parallel::chunks) : c.in.one();
        const auto V = f::activationArray(s, c.tokens.rank, c.facts.D);
        u.other = f::boundaryBytes.as(axisNames[a])(V, v, c.s.tensorSequence ? c.d.tensor : c.in.one());
        u.collectives = c.microbatches();
        break;
    }
    case Role::context: {
        if (!c.facts.attention)
            break;
        const auto V = f::keyValueArray(s, c.tokens.rank, n, c.in(field::model::K), c.in(field::model::H));
        const auto passes = backward ? c.in(fact::ringBackward, 2) : c.in(fact::ringForward, 1);
        u.other = f::perLayer.as(backward ? backwardNames[a] : forwardNames[a])(passes, c.facts.L, c.d.pipeline, V);
        u.collectives = c.layersHere() * c.microbatches();
        break;
    }
    case Role::expert: {
        if (!c.facts.moe)
            break;
        const auto V = f::routedArray(s, c.in(field::model::k), c.tokens.rank, n, c.facts.D);
        u.other = f::perLayer.as(axisNames[a])(c.in(fact::exchanges, 2), c.facts.L, c.d.pipeline, V);
        u.collectives = 2 * c.layersHere() * c.microbatches();
        break;
    }
    default:
        break;
    }
}

template <class In>
void addPayload(const NetworkContext<In>& c, std::size_t a, bool backward, PayloadOf<typename In::Rep>& u)
{
    const auto& axis = c.s.mesh.axis[a];
    if (axis.size <= 1 || axis.role == Role::replicate || (backward && !c.facts.training))
        return;
    if (isData(axis.role))
        dataPayload(c, a, backward, u);
    else if (axis.role == Role::tensor)
        tensorPayload(c, a, u);
    else
        passingPayload(c, a, backward, u);
}

/// Of the hardware axes an AllToAll crosses, the one whose links take longest (e.4).
inline std::size_t slowestPart(const AxisFit& fit)
{
    std::size_t slowest = 0;
    double most = -1;
    for (std::size_t h = 0; h < fit.part.size(); ++h) {
        const double length = fit.part[h];
        const double load = std::floor(length / 2) * std::ceil(length / 2) / length / (fit.closed[h] ? 2 : 1);
        if (load > most) {
            slowest = h;
            most = load;
        }
    }
    return slowest;
}

/// AllToAll share that one hardware axis carries.
template <class In> CountOf<typename In::Rep> exchangeShare(const NetworkContext<In>& c, std::size_t a, std::size_t h)
{
    namespace f = formulas;
    const auto& fit = c.fit.axis[a];
    const auto n = c.d.size[a];
    const bool whole = fit.part[h] == plain(n);
    const auto p = whole ? n : c.in(fact::parts[h], fit.part[h]);
    const auto where = whole ? axisNames[a] : partNames[a][h];
    if (!fit.closed[h])
        return f::allToAllLine.as(where)(p, n);
    return c.s.conv.rates == Rates::book ? f::allToAllBook.as(where)(p, n) : f::allToAllRing.as(where)(p, n);
}

/// What a chip sends over all hardware axes of an axis, as a share of the array.
template <class In>
CountOf<typename In::Rep> sentShare(const NetworkContext<In>& c, std::size_t a, const CountOf<typename In::Rep>& share)
{
    const auto& fit = c.fit.axis[a];
    const std::size_t slowest = slowestPart(fit);
    auto sent = share;
    const bool torus = c.s.mesh.axis[a].role == Role::expert && c.s.hw.kind == ChipKind::tpu;
    for (std::size_t h = 0; torus && h < fit.part.size(); ++h)
        if (h != slowest && fit.part[h] > 1)
            sent = sent + exchangeShare(c, a, h);
    return sent;
}

/// Share of the array that crosses a link; 1 at book rates and for neighbour exchange.
template <class In> CountOf<typename In::Rep> shareOf(const NetworkContext<In>& c, std::size_t a,
                                                      const CountOf<typename In::Rep>& n, std::string_view where)
{
    namespace f = formulas;
    const auto role = c.s.mesh.axis[a].role;
    const bool book = c.s.conv.rates == Rates::book;
    if (role == Role::expert) {
        if (c.s.hw.kind == ChipKind::gpu)
            return book ? f::allToAllSwitchBook.as(where)(n) : f::allToAllSwitch.as(where)(n);
        return exchangeShare(c, a, slowestPart(c.fit.axis[a]));
    }
    if (book || role == Role::pipeline || plain(n) <= 1)
        return c.in.one();
    return f::ringShare.as(where)(n);
}

template <class In> ByteRateOf<typename In::Rep> axisRate(const NetworkContext<In>& c, std::size_t a)
{
    const auto w = c.in(field::hw::linkRate);
    if (!c.fit.fits)
        return c.in.template constant<dim::bytePerSecond>(std::numeric_limits<double>::quiet_NaN());
    // A stage hands on to one neighbour: one direction of each hardware axis.
    const bool oneWay = c.s.mesh.axis[a].role == Role::pipeline;
    double links = oneWay ? c.fit.axis[a].hardwareAxes : c.fit.axis[a].links;
    if (c.s.mesh.axis[a].role == Role::expert) // blocks go straight along each hardware axis
        links = c.fit.axis[a].closed[slowestPart(c.fit.axis[a])] ? 2 : 1;
    return formulas::axisBandwidth.as(axisNames[a])(c.in(fact::links[a], links), w);
}

template <class In> SwitchLevels<In> switchLevels(const NetworkContext<In>& c, std::size_t a)
{
    namespace f = formulas;
    const auto& hw = c.s.hw;
    const double n = c.s.mesh.axis[a].size;
    const double q = std::min(c.fit.axis[a].inner, hw.domain);
    const double within = std::clamp(std::floor(hw.domain / q), 1.0, n);
    const bool crosses = n * q > hw.domain;
    SwitchLevels<In> levels;
    if (within > 1)
        levels.inside = crosses ? shareOf(c, a, c.in(fact::within[a], within), insideNames[a])
                                : shareOf(c, a, c.d.size[a], axisNames[a]);
    else
        levels.inside = c.in.none();
    levels.outside = c.in.none();
    levels.domain = c.in(field::hw::linkRate);
    levels.scaleOut = c.in(field::hw::dcnRate);
    if (crosses) {
        const auto nodes = within > 1 ? c.in(fact::nodes[a], n / within) : c.d.size[a];
        levels.outside = shareOf(c, a, nodes, within > 1 ? outsideNames[a] : axisNames[a]);
        if (within > 1 && c.s.mesh.axis[a].role == Role::expert) // a domain holds its share of the array
            levels.inside = f::allToAllInside.as(axisNames[a])(levels.inside, nodes);
        const auto node = f::nodeEgress(c.in(field::hw::domain), levels.scaleOut);
        levels.scaleOut = f::sharedEgress.as(axisNames[a])(node, c.in(fact::sharing[a], q));
    }
    return levels;
}

template <class In>
void addAxisPass(const NetworkContext<In>& c, std::size_t a, bool backward, AxisPassOf<typename In::Rep>& out)
{
    namespace f = formulas;
    const auto where = backward ? backwardNames[a] : forwardNames[a];
    addPayload(c, a, backward, out.payload);
    const auto& p = out.payload;
    if (plain(p.gather) + plain(p.reduce) + 2 * plain(p.allReduce) + plain(p.other) == 0)
        return;
    const auto U = f::reduceAndGather.as(where)(p.gather, p.reduce, p.allReduce, p.other);
    const auto share = shareOf(c, a, c.d.size[a], axisNames[a]);
    out.wire = f::wireBytes.as(where)(sentShare(c, a, share), U);
    const bool gpu = c.s.hw.kind == ChipKind::gpu;
    if (gpu) {
        const auto l = switchLevels(c, a);
        out.bandwidth = f::levelTime.as(where)(l.inside, l.domain, l.outside, l.scaleOut, U);
    } else {
        out.bandwidth = f::axisTime.as(where)(share, U, axisRate(c, a));
    }
    out.time = out.bandwidth;
    if (c.s.conv.latency) {
        const bool across = gpu && c.s.mesh.axis[a].size * c.fit.axis[a].inner > c.s.hw.domain;
        const auto hop = across ? c.in(field::hw::hopAcross) : c.in(field::hw::hop);
        const auto& calls = (backward ? fact::backwardCalls : fact::forwardCalls)[a];
        const auto floor =
            f::latencyFloor.as(where)(c.in(calls, p.collectives), c.in(fact::hops[a], c.fit.axis[a].hops), hop);
        out.latencyBound = plain(floor) > plain(out.bandwidth);
        out.time = f::withLatency.as(where)(out.bandwidth, floor);
    }
}

template <class In> void addNetwork(const NetworkContext<In>& c, NetworkOf<typename In::Rep>& net)
{
    namespace f = formulas;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        addAxisPass(c, a, false, net.forward[a]);
        addAxisPass(c, a, true, net.backward[a]);
    }
    if (c.s.mesh.slices > 1 && c.facts.training && c.s.work.pass == Pass::step) {
        const auto kappa = c.s.conv.rates == Rates::book ? c.in.one() : f::ringShare.as("slices")(c.d.slices);
        const auto s = c.in(field::prec::gradcomm);
        net.dcnGradients = f::gradientArray.as("slices")(s, c.params.total, c.d.slice);
        net.wireDcn = f::dcnBytes(kappa, s, c.params.total, c.d.slice);
        net.dcn = f::dcnTime(net.wireDcn, c.in(field::hw::dcnRate));
    }
}

} // namespace core
