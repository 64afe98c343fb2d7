// SPDX-License-Identifier: GPL-3.0-or-later
// What binds the step, and the batches and axes where that changes (MODEL.md, sections g.6, g.7).
#pragma once

#include "core/formulas/network.h"
#include "core/formulas/step.h"
#include "core/formulas/thresholds.h"
#include "core/inputs/facts.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_precision.h"
#include "core/step/context.h"
#include "core/step/memory.h"
#include "core/step/network.h"
#include "core/step/step_times.h"
#include "core/step/workload.h"

#include <cmath>
#include <tuple>

namespace core
{

inline constexpr double balancedWithin = 1.1; // margins up to this factor either way are "balanced"

/// Context under which the time of a resource is shown.
constexpr std::string_view rivalName(Verdict resource)
{
    switch (resource) {
    case Verdict::commsX:
        return "X";
    case Verdict::commsY:
        return "Y";
    case Verdict::commsZ:
        return "Z";
    case Verdict::hbm:
        return "HBM";
    default:
        return "communication";
    }
}

/// The largest thing math waits for in one pass; of the step, in the pass where math exceeds it least.
template <class R> struct RivalOf {
    Verdict resource = Verdict::unknown;
    SecondsOf<R> math, time;
    bool backward = false; // the pass is the backward one
    bool whole = false;    // both passes give the same margin; the times are those of the whole step

    double margin() const { return plain(time) > 0 ? plain(math) / plain(time) : HUGE_VAL; }
};

/// `hbm`: among what math may wait for.
template <class In> RivalOf<typename In::Rep> rivalOf(const NetworkContext<In>& c,
                                                      const PassTimesOf<typename In::Rep>& pass,
                                                      const std::array<AxisPassOf<typename In::Rep>, meshAxes>& axes,
                                                      const SecondsOf<typename In::Rep>& dcn, bool hbm)
{
    constexpr std::array verdicts{Verdict::commsX, Verdict::commsY, Verdict::commsZ};
    const auto nothing = c.in.template constant<dim::second>(0);
    RivalOf<typename In::Rep> rival{Verdict::hbm, pass.math, hbm ? pass.hbm : nothing};
    const auto offer = [&](Verdict v, const SecondsOf<typename In::Rep>& time) {
        if (!std::isnan(plain(rival.time)) && !(plain(time) <= plain(rival.time)))
            rival = {v, pass.math, time};
    };
    const bool summed = c.s.conv.comms == Overlap::added || c.s.conv.comms == Overlap::none;
    int used = 0;
    std::size_t last = 0;
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (!(plain(axes[a].time) == 0)) {
            ++used;
            last = a;
        }
    if (summed && used > 1) {
        offer(Verdict::comms, pass.comms);
    } else {
        for (std::size_t a = 0; a < meshAxes; ++a)
            if (!(plain(axes[a].time) == 0))
                offer(axes[a].latencyBound ? Verdict::latency : verdicts[summed ? last : a], axes[a].time);
    }
    offer(Verdict::dcn, dcn);
    return rival;
}

template <class In> RivalOf<typename In::Rep> rivalOfStep(const NetworkContext<In>& c,
                                                          const TimesOf<typename In::Rep>& t,
                                                          const NetworkOf<typename In::Rep>& net, bool hbm)
{
    auto forward = rivalOf(c, t.forward, net.forward, c.in.template constant<dim::second>(0), hbm);
    if (!c.facts.training || c.s.work.pass != Pass::step)
        return forward;
    auto backward = rivalOf(c, t.backward, net.backward, t.dcn, hbm);
    backward.backward = true;
    if (backward.resource == forward.resource && std::abs(backward.margin() / forward.margin() - 1) < 1e-9 &&
        plain(t.dcn) == 0) {
        forward.math = t.math;
        forward.time = formulas::sumOfPasses.as(rivalName(forward.resource))(forward.time, backward.time);
        forward.whole = true;
        return forward;
    }
    return backward.margin() >= forward.margin() ? forward : backward;
}

template <class In> BoundOf<typename In::Rep> boundOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t,
                                                      const NetworkOf<typename In::Rep>& net)
{
    using R = typename In::Rep;
    const RivalOf<R> rival = rivalOfStep(c, t, net, c.s.conv.hbm);
    BoundOf<R> bound;
    bound.largest = rival.resource;
    bound.backward = rival.backward;
    bound.whole = rival.whole;
    bound.math = rival.math;
    bound.other = rival.time;
    bound.margin = bound.networkMargin = formulas::boundMargin(rival.math, rival.time);
    if (rival.resource == Verdict::hbm && c.s.conv.hbm)
        if (const RivalOf<R> network = rivalOfStep(c, t, net, false); plain(network.time) > 0)
            bound.networkMargin = formulas::boundMargin.as("network")(network.math, network.time);
    const double margin = plain(bound.margin);
    if (std::isnan(margin))
        bound.verdict = bound.largest = Verdict::unknown;
    else if (margin > balancedWithin)
        bound.verdict = Verdict::compute;
    else
        bound.verdict = margin >= 1 / balancedWithin ? Verdict::balanced : rival.resource;
    return bound;
}

/// What each axis takes for any batch, and for each token.
template <class R> struct AxisCostsOf {
    AxisTimesOf<R> fixed, growing;
};

/// Batch at which math takes as long as the axes together. Hops of tokens take the same time for any batch, until bytes
/// take longer: of the ways to count them the one that asks for most holds, since a sum of maxima is the largest sum.
template <class In>
AxisCostsOf<typename In::Rep> axisCosts(const NetworkContext<In>& c, double math,
                                        const std::array<AxisPassOf<typename In::Rep>, meshAxes>& axes,
                                        std::array<bool, meshAxes> together, bool forward)
{
    const auto zero = c.in.template constant<dim::second>(0);
    std::array<bool, meshAxes> hops{};
    double most = -1;
    for (unsigned ways = 0; ways < (c.s.conv.latency ? 1U << meshAxes : 1U); ++ways) {
        double fixed = 0, growing = 0;
        for (std::size_t a = 0; a < meshAxes; ++a) {
            if (!together[a])
                continue;
            const bool waits = (ways >> a & 1U) != 0;
            fixed += plain(axes[a].weights.time) + (waits ? plain(axes[a].tokens.hops) : 0);
            growing += waits ? 0 : plain(axes[a].tokens.bandwidth);
        }
        const double batch = growing < math ? fixed / (math - growing) : HUGE_VAL;
        if (batch <= most)
            continue;
        most = batch;
        for (std::size_t a = 0; a < meshAxes; ++a)
            hops[a] = (ways >> a & 1U) != 0;
    }
    AxisCostsOf<typename In::Rep> out{{zero, zero, zero}, {zero, zero, zero}};
    for (std::size_t a = 0; a < meshAxes; ++a) {
        if (!together[a])
            continue;
        const auto& [weights, tokens] = std::tie(axes[a].weights, axes[a].tokens);
        out.fixed[a] =
            !hops[a] ? weights.time
            : plain(weights.time) > 0
                ? formulas::timeOfBoth.as((forward ? weightForwardNames : weightNames)[a])(weights.time, tokens.hops)
                : tokens.hops;
        if (!hops[a])
            out.growing[a] = tokens.bandwidth;
    }
    return out;
}

/// Axes overlapped: an axis that carries weights and tokens takes both after one another.
template <class In>
CountOf<typename In::Rep> criticalOfAxes(const NetworkContext<In>& c, const SecondsOf<typename In::Rep>& math,
                                         const AxisCostsOf<typename In::Rep>& axes, std::string_view where)
{
    namespace f = formulas;
    const auto& [both, growing] = axes;
    auto fixed = both;
    const auto carriesBoth = [&](std::size_t a) { return plain(both[a]) > 0 && plain(growing[a]) > 0; };
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (carriesBoth(a))
            fixed[a] = c.in.template constant<dim::second>(0);
    const bool forward = where == "forward";
    auto batch = f::criticalOverlapped.as(where)(
        f::commsOverlapped.as(forward ? "weights, forward" : "weights, backward")(fixed[0], fixed[1], fixed[2]), math);
    for (std::size_t a = 0; a < meshAxes; ++a) {
        if (!carriesBoth(a))
            continue;
        if (plain(growing[a]) >= plain(math))
            return c.in.template constant<dim::count>(HUGE_VAL);
        const auto name = (forward ? forwardNames : backwardNames)[a];
        batch = f::criticalOfAll.as(name)(batch, f::criticalAdded.as(name)(both[a], math, growing[a]));
    }
    return batch;
}

/// Critical batch of one pass under both conventions; the constant 0 where nothing depends on the batch, infinity where
/// no batch is enough, NaN where nothing communicates.
template <class R> struct CriticalOf {
    CountOf<R> overlapped, added;
};

/// `c` and `math` are those of one token.
template <class In>
CriticalOf<typename In::Rep> criticalOf(const NetworkContext<In>& c, const SecondsOf<typename In::Rep>& math,
                                        const std::array<AxisPassOf<typename In::Rep>, meshAxes>& axes,
                                        std::string_view where)
{
    namespace f = formulas;
    const bool forward = where == "forward";
    const std::string_view ofWeights = forward ? "weights, forward" : "weights, backward";
    const std::string_view ofTokens = forward ? "tokens, forward" : "tokens, backward";
    double largest = 0, sum = 0;
    for (const auto& axis : axes) {
        largest = detail::larger(largest, plain(axis.tokens.bandwidth));
        sum += plain(axis.tokens.bandwidth);
    }
    const auto never = c.in.template constant<dim::count>(HUGE_VAL);
    CriticalOf<typename In::Rep> out{never, never};
    const double perToken = plain(math);
    if (!(largest > perToken)) {
        AxisCostsOf<typename In::Rep> costs;
        for (std::size_t a = 0; a < meshAxes; ++a) {
            std::array<bool, meshAxes> alone{};
            alone[a] = true;
            const auto one = axisCosts(c, perToken, axes, alone, forward);
            costs.fixed[a] = one.fixed[a];
            costs.growing[a] = one.growing[a];
        }
        out.overlapped = criticalOfAxes(c, math, costs, where);
    }
    if (!(sum >= perToken)) {
        const auto [fixed, growing] = axisCosts(c, perToken, axes, {true, true, true}, forward);
        const auto tokens = f::commsAdded.as(ofTokens)(growing[0], growing[1], growing[2]);
        out.added = f::criticalAdded.as(where)(f::commsAdded.as(ofWeights)(fixed[0], fixed[1], fixed[2]), math, tokens);
    }
    return out;
}

/// From the costs of one token, which math and activations have for each, and from the weights, which no batch changes.
template <class In> void criticalBatches(const NetworkContext<In>& present, ThresholdsOf<typename In::Rep>& out)
{
    namespace f = formulas;
    using R = typename In::Rep;
    WorkloadFactsOf<R> facts = present.facts;
    facts.B = present.in(fact::oneToken, 1);
    const auto tokens = tokensOf(present.s, present.in, facts, present.d);
    const NetworkContext<In> c{present.s, present.in, present.params, facts, present.d, tokens, present.fit};
    NetworkOf<R> net;
    addNetwork(c, net);
    double total = plain(net.dcn);
    for (std::size_t a = 0; a < meshAxes; ++a)
        for (const auto* pass : {&net.forward[a], &net.backward[a]})
            total += plain(pass->weights.bandwidth) + plain(pass->tokens.bandwidth);
    out.added = out.overlapped = c.in.template constant<dim::count>(std::numeric_limits<double>::quiet_NaN());
    if (total == 0 || std::isnan(total)) {
        out.batch = out.chip = out.rank = out.added;
        return;
    }
    const auto math =
        mathOf(c, workloadOf(c.s, c.in, c.params, facts, c.d), {"one token, forward", "one token, backward"});
    const auto forward = criticalOf(c, math.forward, net.forward, "forward");
    out.overlapped = forward.overlapped;
    out.added = forward.added;
    if (c.facts.training && c.s.work.pass == Pass::step) {
        const auto backward = criticalOf(c, math.backward, net.backward, "backward");
        const auto dcn = plain(net.dcn) == 0 ? c.in.none() : f::criticalDcn(net.dcn, math.backward);
        out.overlapped = f::criticalBatch.as("overlapped")(forward.overlapped, backward.overlapped, dcn);
        out.added = f::criticalBatch.as("added")(forward.added, backward.added, dcn);
    }
    const bool summed = c.s.conv.comms == Overlap::added || c.s.conv.comms == Overlap::none;
    out.batch = summed ? out.added : out.overlapped;
    out.chip = f::criticalPerChip(out.batch, c.d.chips);
    out.rank = f::criticalPerRank(out.batch, c.d.ranks);
}

/// Y at which the tensor axis takes as long as math (g.6). Exact rates on GPUs: inside a domain, or where that allows
/// more, across domains, where neither level may take longer.
template <class In> CountOf<typename In::Rep> tensorLimitOf(const NetworkContext<In>& c, std::size_t y,
                                                            const IntensityOf<typename In::Rep>& alpha,
                                                            const CountOf<typename In::Rep>& q)
{
    namespace f = formulas;
    const auto s = c.in(field::prec::comm);
    const auto& P = c.params.layerActive;
    if (c.s.conv.rates == Rates::book)
        return f::tensorLimit(P, q, s, c.facts.D, alpha, c.in.none());
    if (c.s.hw.kind == ChipKind::tpu)
        return f::tensorLimit(P, q, s, c.facts.D, alpha, c.in.one());
    const auto C = peakRate(c.s, c.in);
    const auto sharing = std::min(c.fit.axis[y].inner, c.s.hw.domain);
    const double within = std::max(1.0, std::floor(c.s.hw.domain / sharing));
    const auto inside = f::tensorIntensity.as("in a domain")(C, c.in(field::hw::linkRate));
    auto limit = f::tensorLimit.as("in a domain")(P, q, s, c.facts.D, inside, c.in.one());
    if (within > 1 && plain(limit) <= within)
        return limit;
    const auto& span = c.fit.span[y][0];
    const auto w = c.in(fact::domainRanks, within);
    const bool rest = span.domains > 1 && span.fewest < within;
    const auto fewest = rest ? c.in(fact::rest[y], span.fewest) : w; // as the time of the axis has it
    const auto egress = f::groupEgress.as(axisNames[y])(fewest, c.in(field::hw::dcnRate));
    const auto outside = f::tensorIntensity.as("across domains")(C, egress);
    limit = f::tensorLimit.as("across domains")(P, q, s, c.facts.D, outside, fewest);
    if (within <= 1)
        return limit;
    return f::tensorLimitAcross(f::tensorLimit.as("in whole domains")(P, q, s, c.facts.D, inside, c.in.none()), w,
                                limit);
}

/// Tokens per data rank whose math takes as long as a data axis does, in each pass.
template <class R> struct HidingTokensOf {
    CountOf<R> forward, backward;

    /// At the mesh that needs the smallest batch: added axes leave a backward pass, which multiplies twice, more room
    /// beside the tensor axis, which moves the same in both.
    CountOf<R> atBest(bool summed) const
    {
        const auto backwards = summed && plain(forward) > 0 ? formulas::bothPassesAdded(backward, forward)
                               : summed                     ? 2 * backward
                                                            : backward;
        return plain(backwards) > plain(forward) ? backwards : forward;
    }
};

/// FSDP gathers in both passes and reduces, for every microbatch; the others move gradients and weights once a step.
template <class In> HidingTokensOf<typename In::Rep> hidingTokens(const NetworkContext<In>& c, std::size_t x,
                                                                  const IntensityOf<typename In::Rep>& alpha)
{
    namespace f = formulas;
    const auto role = c.s.mesh.axis[x].role;
    const auto weights = c.in(field::prec::comm);
    const auto gradients = c.in(field::prec::gradcomm);
    const auto each = [&](const auto& tokens) {
        return role == Role::fsdp && weightRounds(c) > 1 ? c.in(field::work::micro)*tokens : tokens;
    };
    HidingTokensOf<typename In::Rep> out{c.in.none(), c.in.none()};
    if (role == Role::fsdp)
        out.forward = each(f::hidingTokens.as(axisNames[x])(weights, alpha));
    if (c.facts.training && c.s.work.pass == Pass::step) // an all-reduce scatters and gathers gradients
        out.backward =
            each(f::hidingBackward.as(axisNames[x])(role == Role::data ? gradients : weights, gradients, alpha));
    return out;
}

template <class In> ThresholdsOf<typename In::Rep> thresholdsOf(const NetworkContext<In>& c)
{
    namespace f = formulas;
    ThresholdsOf<typename In::Rep> out;
    criticalBatches(c, out);
    out.floorChip = out.dataAxis = out.tensorLimit =
        c.in.template constant<dim::count>(std::numeric_limits<double>::quiet_NaN());
    int data = -1;
    int tensor = -1;
    for (int a = 0; a < meshAxes; ++a) {
        const auto& axis = c.s.mesh.axis[static_cast<std::size_t>(a)];
        if (axis.size > 1 && axis.role == Role::tensor)
            tensor = a;
        else if (axis.size > 1 && isData(axis.role))
            data = a;
    }
    if (tensor < 0)
        return out;
    const auto C = peakRate(c.s, c.in);
    const auto s = c.in(field::prec::comm);
    const auto q = c.in(fact::tensorBlocks, c.facts.attention ? 2 : 1);
    const auto y = static_cast<std::size_t>(tensor);
    const auto alphaY = f::tensorIntensity.as(axisNames[y])(C, limitRate(c, y));
    out.tensorLimit = tensorLimitOf(c, y, alphaY, q);
    if (data < 0)
        return out;
    const auto x = static_cast<std::size_t>(data);
    const bool summed = c.s.conv.comms == Overlap::added || c.s.conv.comms == Overlap::none;
    const auto hides = hidingTokens(c, x, f::tensorIntensity.as(axisNames[x])(C, limitRate(c, x)));
    const auto hidesX = hides.atBest(summed);
    if (!(plain(hidesX) > 0)) // forward nothing moves but what FSDP gathers
        return out;
    const auto P = heldLayer(c.params, c.facts, c.d); // all of it moves, what a token uses multiplies
    const auto& active = c.params.layerActive;
    const auto hidesY = f::hidingTokens.as(axisNames[y])(s, alphaY);
    out.floorChip = summed ? f::floorAdded(q, c.facts.D, hides.forward, hidesX, hidesY, P, active)
                           : f::floorOverlapped(q, c.facts.D, hidesX, hidesY, P, active);
    if (plain(c.d.pipeline) > 1) // each stage has its share of the layers
        out.floorChip = out.floorChip / c.d.pipeline;
    const auto B = f::sharedTokens(c.tokens.rank, c.d.size[x]);
    const auto n = f::sharedChips(c.d.size[x], c.d.size[y]);
    out.dataAxis = f::bestDataAxis(q, c.facts.D, B, n, hidesY, P, hidesX);
    return out;
}

} // namespace core
