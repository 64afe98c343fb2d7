// SPDX-License-Identifier: GPL-3.0-or-later
// What each mesh axis carries in a pass, and for how long (MODEL.md, sections e, g.3, g.8 to g.11, g.13).
#pragma once

#include "core/formulas/network.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_work.h"
#include "core/step/payload.h"

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
// Weights of axes that move tokens too.
inline constexpr std::array<std::string_view, meshAxes> weightNames{"X, gradients", "Y, gradients", "Z, gradients"};
inline constexpr std::array<std::string_view, meshAxes> weightForwardNames{"X, weights", "Y, weights", "Z, weights"};

/// Of the hardware axes an AllToAll crosses, the one whose links take longest (e.4).
inline std::size_t slowestPart(const AxisFit& fit)
{
    std::size_t slowest = 0;
    double max = -1;
    for (std::size_t h = 0; h < fit.part.size(); ++h) {
        const double length = fit.part[h];
        const double load = std::floor(length / 2) * std::ceil(length / 2) / length / (fit.closed[h] ? 2 : 1);
        if (load > max) {
            slowest = h;
            max = load;
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
template <class In> CountOf<typename In::Rep> shareOf(const NetworkContext<In>& c, const GroupOf<typename In::Rep>& g,
                                                      const CountOf<typename In::Rep>& n, std::string_view where)
{
    namespace f = formulas;
    const auto role = c.s.mesh.axis[g.axis].role;
    const bool book = c.s.conv.rates == Rates::book;
    if (role == Role::expert && !g.weights) {
        if (c.s.hw.kind == ChipKind::gpu)
            return book ? f::allToAllSwitchBook.as(where)(n) : f::allToAllSwitch.as(where)(n);
        return exchangeShare(c, g.axis, slowestPart(g.fit));
    }
    if (book || role == Role::pipeline || plain(n) <= 1)
        return c.in.one();
    return f::ringShare.as(where)(n);
}

template <class In>
ByteRateOf<typename In::Rep> axisRate(const NetworkContext<In>& c, const GroupOf<typename In::Rep>& g)
{
    const auto w = c.in(field::hw::linkRate);
    if (!c.fit.fits)
        return c.in.template constant<dim::bytePerSecond>(std::numeric_limits<double>::quiet_NaN());
    const auto role = c.s.mesh.axis[g.axis].role;
    double links = g.fit.links;
    if (role == Role::pipeline) // a stage hands on to its neighbour, as all stages do
        links = 1;
    const bool exchange = role == Role::expert && !g.weights;
    if (exchange) // blocks go straight along each hardware axis
        links = g.fit.closed[slowestPart(g.fit)] ? 2 : 1;
    const bool beside = g.weights && !isData(role); // tokens of the axis have links of their own
    return formulas::axisBandwidth.as(beside ? weightNames[g.axis] : axisNames[g.axis])(
        c.in((beside ? fact::weightLinks : fact::links)[g.axis], links), w);
}

/// Shares of the array that cross domains, and the egress of the ranks on one domain: where the ranks do not fill
/// domains, on the domain that has fewest, which takes in most through least.
template <class In> void addScaleOut(const NetworkContext<In>& c, const GroupOf<typename In::Rep>& g, double within,
                                     SwitchLevels<In>& levels)
{
    namespace f = formulas;
    const auto a = g.axis;
    const auto role = c.s.mesh.axis[a].role;
    const bool exchange = role == Role::expert && !g.weights;
    const double n = plain(g.size);
    const double rest = n - std::floor(n / within) * within;
    const auto inDomain = rest > 0     ? c.in(fact::rest[a], rest)
                          : within > 1 ? c.in(fact::within[a], within)
                                       : c.in.one();
    if (role != Role::pipeline) // where each stage sends through its own card
        levels.scaleOut = f::groupEgress.as(axisNames[a])(inDomain, levels.scaleOut);
    if (rest > 0) {
        const auto part = c.s.conv.rates == Rates::book || role == Role::pipeline
                              ? c.in.one()
                              : f::restShare.as(axisNames[a])(g.size, inDomain);
        levels.outside = exchange ? f::restExchange.as(axisNames[a])(part, inDomain, g.size) : part;
    } else {
        const auto nodes = within > 1 ? c.in(fact::nodes[a], n / within) : g.size;
        levels.outside = shareOf(c, g, nodes, within > 1 ? outsideNames[a] : axisNames[a]);
    }
    if (within > 1 && exchange) // a domain holds its share of the array
        levels.inside = f::allToAllInside.as(axisNames[a])(levels.inside, c.in(fact::within[a], within), g.size);
}

template <class In> SwitchLevels<In> switchLevels(const NetworkContext<In>& c, const GroupOf<typename In::Rep>& g)
{
    const auto a = g.axis;
    const double n = plain(g.size);
    const double q = std::min(g.fit.inner, c.s.hw.domain);
    const double within = std::clamp(std::floor(c.s.hw.domain / q), 1.0, n);
    const bool crosses = n * q > c.s.hw.domain;
    SwitchLevels<In> levels;
    if (within > 1)
        levels.inside = crosses ? shareOf(c, g, c.in(fact::within[a], within), insideNames[a])
                                : shareOf(c, g, g.size, axisNames[a]);
    else
        levels.inside = c.in.none();
    levels.outside = c.in.none();
    levels.domain = c.in(field::hw::linkRate);
    levels.scaleOut = c.in(field::hw::dcnRate);
    if (crosses)
        addScaleOut(c, g, within, levels);
    return levels;
}

/// Under which a derivation shows the traffic of an axis: weights of an axis that moves tokens too stand apart.
template <class In> std::string_view flowName(const NetworkContext<In>& c, std::size_t a, bool weights, bool backward)
{
    if (weights && !isData(c.s.mesh.axis[a].role))
        return (backward ? weightNames : weightForwardNames)[a];
    return (backward ? backwardNames : forwardNames)[a];
}

template <class In> void addFlow(const NetworkContext<In>& c, const GroupOf<typename In::Rep>& g, bool backward,
                                 FlowOf<typename In::Rep>& out)
{
    namespace f = formulas;
    const auto a = g.axis;
    const bool beside = g.weights && !isData(c.s.mesh.axis[a].role);
    const auto where = flowName(c, a, g.weights, backward);
    const auto& p = out.payload;
    if (plain(p.gather) + plain(p.reduce) + 2 * plain(p.allReduce) + plain(p.other) == 0)
        return;
    const auto U = f::reduceAndGather.as(where)(p.gather, p.reduce, p.allReduce, p.other);
    const auto share = shareOf(c, g, g.size, axisNames[a]);
    out.wire = f::wireBytes.as(where)(g.weights ? share : sentShare(c, a, share), U);
    const bool gpu = c.s.hw.kind == ChipKind::gpu;
    const bool across = gpu && plain(g.size) * g.fit.inner > c.s.hw.domain;
    if (gpu && c.s.hw.inSwitch && !across && plain(p.allReduce) > 0) {
        const auto part = c.s.conv.rates == Rates::book ? c.in.one() : f::switchShare.as(where)(g.size);
        out.wire = f::wireBytes.as(where)(part, p.allReduce);
        out.bandwidth = f::reduceInSwitch.as(where)(part, p.allReduce, c.in(field::hw::linkRate));
    } else if (gpu) {
        const auto l = switchLevels(c, g);
        out.bandwidth = f::levelTime.as(where)(l.inside, l.domain, l.outside, l.scaleOut, U);
    } else {
        out.bandwidth = f::axisTime.as(where)(share, U, axisRate(c, g));
    }
    out.time = out.bandwidth;
    if (c.s.conv.latency) {
        const auto hop = across ? c.in(field::hw::hopAcross) : c.in(field::hw::hop);
        const auto& calls = (beside ? fact::weightCalls : (backward ? fact::backwardCalls : fact::forwardCalls))[a];
        const auto& hops = (beside ? fact::weightHops : fact::hops)[a];
        const auto floor = f::latencyFloor.as(where)(c.in(calls, p.collectives), c.in(hops, g.fit.hops), hop);
        out.latencyBound = plain(floor) > plain(out.bandwidth);
        out.time = f::withLatency.as(where)(out.bandwidth, floor);
    }
}

template <class In>
void addAxisPass(const NetworkContext<In>& c, std::size_t a, bool backward, AxisPassOf<typename In::Rep>& out)
{
    namespace f = formulas;
    const auto& axis = c.s.mesh.axis[a];
    if (axis.size <= 1 || axis.role == Role::replicate || (backward && !c.facts.training))
        return;
    weightPayload(c, a, backward, out.weights.payload);
    tokenPayload(c, a, backward, out.tokens.payload);
    addFlow(c, groupOf(c, a, true), backward, out.weights);
    addFlow(c, groupOf(c, a, false), backward, out.tokens);
    out.once = weightRole(c.s.mesh, a) != Role::fsdp;
    const bool both = plain(out.weights.wire) > 0 && plain(out.tokens.wire) > 0;
    const auto& larger = plain(out.weights.time) > plain(out.tokens.time) ? out.weights : out.tokens;
    const auto where = backward ? backwardNames[a] : forwardNames[a];
    out.wire = both ? f::wireOfBoth.as(where)(out.weights.wire, out.tokens.wire) : larger.wire;
    out.time = both ? f::timeOfBoth.as(where)(out.weights.time, out.tokens.time) : larger.time;
    out.latencyBound = larger.latencyBound;
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
