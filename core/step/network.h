// SPDX-License-Identifier: GPL-3.0-or-later
// What each mesh axis carries in a pass, and for how long (MODEL.md, sections e, g.3, g.8 to g.11, g.13).
#pragma once

#include "core/formulas/collectives.h"
#include "core/formulas/network.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_work.h"
#include "core/step/group_network.h"
#include "core/step/payload.h"

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
inline constexpr std::array<std::string_view, meshAxes> weightInsideNames{
    "X, gradients in a domain", "Y, gradients in a domain", "Z, gradients in a domain"};
inline constexpr std::array<std::string_view, meshAxes> weightOutsideNames{
    "X, gradients of domains", "Y, gradients of domains", "Z, gradients of domains"};
inline constexpr std::array<std::string_view, meshAxes> weightForwardNames{"X, weights", "Y, weights", "Z, weights"};

/// AllToAll share that one hardware axis carries.
template <class In> CountOf<typename In::Rep> exchangeShare(const NetworkContext<In>& c, std::size_t a, std::size_t h)
{
    const auto& fit = c.fit.axis[a];
    const auto n = c.d.size[a];
    const bool whole = fit.part[h] == plain(n);
    const auto p = whole ? n : c.in(fact::parts[h], fit.part[h]);
    return exchangeShare(c.s.conv.rates, fit.closed[h], p, n, whole ? axisNames[a] : partNames[a][h]);
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

/// Weights of an axis that moves tokens too: their ranks and links are others, and bear names of their own.
template <class R> bool standsApart(const Mesh& mesh, const GroupOf<R>& g)
{
    return g.weights && !isData(mesh.axis[g.axis].role);
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
    const bool beside = standsApart(c.s.mesh, g); // tokens of the axis have links of their own
    return formulas::axisBandwidth.as(beside ? weightNames[g.axis] : axisNames[g.axis])(
        c.in((beside ? fact::weightLinks : fact::links)[g.axis], links), w);
}

/// Rank after rank over one connection each: stages, and keys and values that go round.
template <class R> bool passesOn(const Mesh& mesh, const GroupOf<R>& g)
{
    const auto role = mesh.axis[g.axis].role;
    return role == Role::pipeline || (role == Role::context && !g.weights);
}

template <class In> SwitchLevels<In> switchLevels(const NetworkContext<In>& c, const GroupOf<typename In::Rep>& g)
{
    const auto a = g.axis;
    const bool apart = standsApart(c.s.mesh, g);
    const auto where = (apart ? weightNames : axisNames)[a];
    const auto& span = c.fit.span[a][g.weights ? 1 : 0];
    if (passesOn(c.s.mesh, g)) { // each rank through its own card; the send between domains sets the pace
        const auto share = shareOf(c, g, g.size, where);
        return {span.most > 1 ? share : c.in.none(), span.domains > 1 ? share : c.in.none(), c.in(field::hw::linkRate),
                c.in(field::hw::dcnRate)};
    }
    DomainRanks<In> ranks{span, g.size, c.in.one(), c.in.one(), g.size, {}, where, where, where};
    if (span.most > 1) {
        ranks.most = c.in((apart ? fact::weightWithin : fact::within)[a], span.most);
        ranks.domains = c.in((apart ? fact::weightNodes : fact::nodes)[a], plain(g.size) / span.most);
        ranks.inside = (apart ? weightInsideNames : insideNames)[a];
        ranks.outside = (apart ? weightOutsideNames : outsideNames)[a];
    }
    if (!ranks.isEven())
        ranks.fewest = c.in((apart ? fact::weightRest : fact::rest)[a], span.fewest);
    if (c.s.mesh.axis[a].role == Role::expert && !g.weights)
        ranks.copies = c.in(field::model::k);
    return switchLevels(c.in, c.s.conv.rates, ranks);
}

/// Bandwidth of an axis for large axes, as the thresholds of g.6 and g.7 need it.
template <class In> ByteRateOf<typename In::Rep> limitRate(const NetworkContext<In>& c, std::size_t a)
{
    const auto group = groupOf(c, a, isData(c.s.mesh.axis[a].role));
    if (c.s.hw.kind == ChipKind::tpu)
        return axisRate(c, group);
    const auto levels = switchLevels(c, group);
    return plain(levels.outside) > 0 && plain(levels.scaleOut) < plain(levels.domain) ? levels.scaleOut : levels.domain;
}

/// Under which a derivation shows the traffic of an axis: weights of an axis that moves tokens too stand apart.
template <class In> std::string_view flowName(const NetworkContext<In>& c, std::size_t a, bool weights, bool backward)
{
    if (weights && !isData(c.s.mesh.axis[a].role))
        return (backward ? weightNames : weightForwardNames)[a];
    return (backward ? backwardNames : forwardNames)[a];
}

/// Whether a schedule may undercut what is charged: a switch that adds, at less than its rate; several domains, into
/// which NVLink and NICs bring what lacks together.
template <class In> bool isUndercut(const NetworkContext<In>& c)
{
    if (c.s.hw.kind != ChipKind::gpu || !c.fit.fits)
        return false;
    const auto crosses = [](const auto& spans) { return spans[0].domains > 1 || spans[1].domains > 1; };
    const bool exact = c.s.conv.rates == Rates::exact;
    return c.s.hw.inSwitch || (exact && std::any_of(c.fit.span.begin(), c.fit.span.end(), crosses));
}

/// As coll.lower_bound has it (e.8). Book rates take ports and NICs to be endlessly many.
template <class In> SecondsOf<typename In::Rep> minAcross(const NetworkContext<In>& c,
                                                          const GroupOf<typename In::Rep>& g,
                                                          const PayloadOf<typename In::Rep>& p, std::string_view where)
{
    namespace f = formulas;
    const auto& span = c.fit.span[g.axis][g.weights ? 1 : 0];
    const auto W = c.in(field::hw::linkRate);
    const auto nic = c.in(field::hw::dcnRate);
    const bool apart = standsApart(c.s.mesh, g);
    const auto fewest = c.in((apart ? fact::weightRest : fact::rest)[g.axis], span.fewest);
    if (plain(p.allReduce) > 0) {
        const auto domains = c.in((apart ? fact::weightNodes : fact::nodes)[g.axis], span.domains);
        return f::reduceAcross.as(where)(g.size, domains, fewest, p.allReduce, W, nic);
    }
    const auto lacking = f::wireBytes.as(where)(f::ringShare.as(where)(g.size), p.gather + p.reduce);
    const auto port = f::anyPort.as(where)(g.size, fewest, W, nic, f::groupEgress.as(where)(fewest, nic));
    return f::intakeBound.as(where)(lacking, c.in.one(), port);
}

template <class In>
void addFlow(const NetworkContext<In>& c, std::size_t a, bool weights, bool backward, FlowOf<typename In::Rep>& out)
{
    namespace f = formulas;
    const auto& p = out.payload;
    if (plain(p.gather) + plain(p.reduce) + 2 * plain(p.allReduce) + plain(p.other) == 0)
        return;
    const auto g = groupOf(c, a, weights);
    const bool beside = standsApart(c.s.mesh, g);
    const auto where = flowName(c, a, g.weights, backward);
    const auto U = f::reduceAndGather.as(where)(p.gather, p.reduce, p.allReduce, p.other);
    const auto share = shareOf(c, g, g.size, (beside ? weightNames : axisNames)[a]);
    out.wire = f::wireBytes.as(where)(g.weights ? share : sentShare(c, a, share), U);
    const bool gpu = c.s.hw.kind == ChipKind::gpu;
    const bool across = gpu && c.fit.span[a][g.weights ? 1 : 0].domains > 1;
    if (c.bounds && across && plain(p.other) == 0 && c.s.conv.rates == Rates::exact) {
        out.bandwidth = minAcross(c, g, p, where);
    } else if (gpu && c.s.hw.inSwitch && !across && plain(p.allReduce) > 0) {
        const auto part = c.s.conv.rates == Rates::book ? c.in.one() : f::switchShare.as(where)(g.size);
        out.wire = f::wireBytes.as(where)(part, p.allReduce);
        const auto W = c.in(field::hw::linkRate);
        out.bandwidth = c.bounds ? f::axisTime.as(where)(c.in.one(), p.allReduce, W)
                                 : f::reduceInSwitch.as(where)(part, p.allReduce, W);
    } else if (gpu) {
        const auto l = switchLevels(c, g);
        out.bandwidth = f::levelTime.as(where)(l.inside, l.domain, l.outside, l.scaleOut, U);
    } else {
        out.bandwidth = f::axisTime.as(where)(share, U, axisRate(c, g));
    }
    out.time = out.bandwidth;
    if (c.s.conv.latency) {
        const auto hop = across ? c.in(field::hw::hopAcross) : c.in(field::hw::hop);
        const auto& weightCalls = backward ? fact::weightBackwardCalls : fact::weightForwardCalls;
        const auto& calls = (beside ? weightCalls : (backward ? fact::backwardCalls : fact::forwardCalls))[a];
        const auto& hops = (beside ? fact::weightHops : fact::hops)[a];
        const bool stages = c.s.mesh.axis[a].role == Role::pipeline; // a stage sends to the next one
        out.hops =
            f::latencyFloor.as(where)(c.in(calls, p.collectives), stages ? c.in.one() : c.in(hops, g.fit.hops), hop);
        out.latencyBound = plain(out.hops) > plain(out.bandwidth);
        out.time = f::withLatency.as(where)(out.bandwidth, out.hops);
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
    addFlow(c, a, true, backward, out.weights);
    addFlow(c, a, false, backward, out.tokens);
    out.once = weightRole(c.s.mesh, a) != Role::fsdp;
    const bool both = plain(out.weights.wire) > 0 && plain(out.tokens.wire) > 0;
    // Without links a time is not a number: then what is sent decides, or nothing would seem to be.
    const bool weighs = both ? plain(out.weights.time) > plain(out.tokens.time) : plain(out.weights.wire) > 0;
    const auto& larger = weighs ? out.weights : out.tokens;
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

template <class In>
TrafficOf<typename In::Rep> trafficOf(const NetworkContext<In>& c, const NetworkOf<typename In::Rep>& net)
{
    TrafficOf<typename In::Rep> out;
    const bool whole = c.facts.training && c.s.work.pass == Pass::step;
    out.allGather = out.reduceScatter = out.allReduce = out.allToAll = out.ring = out.p2pForward = out.p2pBackward =
        c.nothing();
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const auto role = c.s.mesh.axis[a].role;
        const auto add = [&](const AxisPassOf<typename In::Rep>& pass, bool backward) {
            for (const auto* flow : {&pass.weights, &pass.tokens}) {
                out.allGather = out.allGather + flow->payload.gather;
                out.reduceScatter = out.reduceScatter + flow->payload.reduce;
                out.allReduce = out.allReduce + flow->payload.allReduce;
            }
            const auto& other = pass.tokens.payload.other;
            auto& neighbour = backward ? out.p2pBackward : out.p2pForward;
            if (role == Role::expert)
                out.allToAll = out.allToAll + other / c.d.size[a];
            else if (role == Role::context)
                out.ring = out.ring + other;
            else
                neighbour = neighbour + other;
        };
        add(net.forward[a], false);
        if (whole)
            add(net.backward[a], true);
        out.wire[a] = whole ? formulas::twoPasses.as(axisNames[a])(net.forward[a].wire, net.backward[a].wire)
                            : net.forward[a].wire;
    }
    out.allReduce = out.allReduce + net.dcnGradients;
    out.wireDcn = net.wireDcn;
    return out;
}

} // namespace core
