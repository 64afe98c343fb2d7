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

#include <cmath>

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

/// The largest thing math waits for in one pass.
template <class R> struct RivalOf {
    Verdict resource = Verdict::unknown;
    SecondsOf<R> math, time;

    double margin() const { return plain(time) > 0 ? plain(math) / plain(time) : HUGE_VAL; }
};

template <class In> RivalOf<typename In::Rep> rivalOf(const NetworkContext<In>& c,
                                                      const PassTimesOf<typename In::Rep>& pass,
                                                      const std::array<AxisPassOf<typename In::Rep>, meshAxes>& axes,
                                                      const SecondsOf<typename In::Rep>& dcn)
{
    constexpr std::array verdicts{Verdict::commsX, Verdict::commsY, Verdict::commsZ};
    const auto nothing = c.in.template constant<dim::second>(0);
    RivalOf<typename In::Rep> rival{Verdict::hbm, pass.math, c.s.conv.hbm ? pass.hbm : nothing};
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

template <class In> BoundOf<typename In::Rep> boundOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t,
                                                      const NetworkOf<typename In::Rep>& net)
{
    using R = typename In::Rep;
    const auto zero = c.in.template constant<dim::second>(0);
    const bool step = c.facts.training && c.s.work.pass == Pass::step;
    RivalOf<R> rival = rivalOf(c, t.forward, net.forward, zero);
    BoundOf<R> bound;
    if (step) {
        const RivalOf<R> backward = rivalOf(c, t.backward, net.backward, t.dcn);
        const bool same = backward.resource == rival.resource &&
                          std::abs(backward.margin() / rival.margin() - 1) < 1e-9 && plain(t.dcn) == 0;
        if (same) {
            rival.math = t.math;
            rival.time = formulas::sumOfPasses.as(rivalName(rival.resource))(rival.time, backward.time);
            bound.whole = true;
        } else if (!(backward.margin() >= rival.margin())) {
            rival = backward;
            bound.backward = true;
        }
    }
    bound.math = rival.math;
    bound.other = rival.time;
    bound.largest = rival.resource;
    bound.margin = formulas::boundMargin(rival.math, rival.time);
    const double margin = plain(bound.margin);
    if (std::isnan(margin))
        bound.verdict = bound.largest = Verdict::unknown;
    else if (margin > balancedWithin)
        bound.verdict = Verdict::compute;
    else
        bound.verdict = margin >= 1 / balancedWithin ? Verdict::balanced : rival.resource;
    return bound;
}

/// Axes overlapped: an axis that carries weights and tokens takes both after one another.
template <class In>
CountOf<typename In::Rep> criticalOfAxes(const NetworkContext<In>& c, const SecondsOf<typename In::Rep>& math,
                                         std::array<SecondsOf<typename In::Rep>, meshAxes> fixed,
                                         const std::array<SecondsOf<typename In::Rep>, meshAxes>& growing,
                                         std::string_view where)
{
    namespace f = formulas;
    const auto both = fixed;
    const auto carriesBoth = [&](std::size_t a) { return plain(both[a]) > 0 && plain(growing[a]) > 0; };
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (carriesBoth(a))
            fixed[a] = c.in.template constant<dim::second>(0);
    const bool forward = where == "forward";
    auto batch = f::criticalOverlapped.as(where)(
        c.facts.B,
        f::commsOverlapped.as(forward ? "weights, forward" : "weights, backward")(fixed[0], fixed[1], fixed[2]), math);
    for (std::size_t a = 0; a < meshAxes; ++a) {
        if (!carriesBoth(a))
            continue;
        if (plain(growing[a]) >= plain(math))
            return c.in.template constant<dim::count>(HUGE_VAL);
        const auto name = (forward ? forwardNames : backwardNames)[a];
        batch = f::criticalOfAll.as(name)(batch, f::criticalAdded.as(name)(c.facts.B, both[a], math, growing[a]));
    }
    return batch;
}

/// Critical batch of one pass under both conventions; the constant 0 where nothing depends on the batch, infinity where
/// no batch is enough, NaN where nothing communicates.
template <class R> struct CriticalOf {
    CountOf<R> overlapped, added;
};

template <class In>
CriticalOf<typename In::Rep> criticalOf(const NetworkContext<In>& c, const PassTimesOf<typename In::Rep>& pass,
                                        const std::array<AxisPassOf<typename In::Rep>, meshAxes>& axes,
                                        std::string_view where)
{
    namespace f = formulas;
    const auto zero = c.in.template constant<dim::second>(0);
    std::array<SecondsOf<typename In::Rep>, meshAxes> fixed{zero, zero, zero}, growing{zero, zero, zero};
    for (std::size_t a = 0; a < meshAxes; ++a) {
        fixed[a] = axes[a].weights.bandwidth;
        growing[a] = axes[a].tokens.bandwidth;
    }
    const bool forward = where == "forward";
    const std::string_view ofWeights = forward ? "weights, forward" : "weights, backward";
    const std::string_view ofTokens = forward ? "tokens, forward" : "tokens, backward";
    double largest = 0;
    for (const auto& time : growing)
        largest = detail::larger(largest, plain(time));
    const auto never = c.in.template constant<dim::count>(HUGE_VAL);
    CriticalOf<typename In::Rep> out{never, never};
    if (!(largest > plain(pass.math)))
        out.overlapped = criticalOfAxes(c, pass.math, fixed, growing, where);
    const auto tokens = f::commsAdded.as(ofTokens)(growing[0], growing[1], growing[2]);
    if (!(plain(tokens) >= plain(pass.math)))
        out.added = f::criticalAdded.as(where)(c.facts.B, f::commsAdded.as(ofWeights)(fixed[0], fixed[1], fixed[2]),
                                               pass.math, tokens);
    return out;
}

template <class In> void criticalBatches(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t,
                                         const NetworkOf<typename In::Rep>& net, ThresholdsOf<typename In::Rep>& out)
{
    namespace f = formulas;
    double total = 0;
    for (std::size_t a = 0; a < meshAxes; ++a)
        for (const auto* pass : {&net.forward[a], &net.backward[a]})
            total += plain(pass->weights.bandwidth) + plain(pass->tokens.bandwidth);
    total += plain(t.dcn);
    out.added = out.overlapped = c.in.template constant<dim::count>(std::numeric_limits<double>::quiet_NaN());
    if (total == 0 || std::isnan(total)) {
        out.batch = out.chip = out.rank = out.added;
        return;
    }
    const auto forward = criticalOf(c, t.forward, net.forward, "forward");
    out.overlapped = forward.overlapped;
    out.added = forward.added;
    if (c.facts.training && c.s.work.pass == Pass::step) {
        const auto backward = criticalOf(c, t.backward, net.backward, "backward");
        const auto dcn = plain(t.dcn) == 0 ? c.in.none() : f::criticalDcn(c.facts.B, t.dcn, t.backward.math);
        out.overlapped = f::criticalBatch.as("overlapped")(forward.overlapped, backward.overlapped, dcn);
        out.added = f::criticalBatch.as("added")(forward.added, backward.added, dcn);
    }
    const bool summed = c.s.conv.comms == Overlap::added || c.s.conv.comms == Overlap::none;
    out.batch = summed ? out.added : out.overlapped;
    out.chip = f::criticalPerChip(out.batch, c.d.chips);
    out.rank = f::criticalPerRank(out.batch, c.d.ranks);
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
    const double present = c.s.mesh.axis[y].size;
    const double rest = present > within ? std::fmod(present, within) : 0;
    const auto w = c.in(fact::domainRanks, within);
    const auto fewest = rest > 0 ? c.in(fact::rest[y], rest) : w; // as the time of the axis has it
    const auto egress = f::groupEgress.as(axisNames[y])(fewest, c.in(field::hw::dcnRate));
    const auto outside = f::tensorIntensity.as("across domains")(C, egress);
    limit = f::tensorLimit.as("across domains")(P, q, s, c.facts.D, outside, fewest);
    if (within <= 1)
        return limit;
    return f::tensorLimitAcross(f::tensorLimit.as("in whole domains")(P, q, s, c.facts.D, inside, c.in.none()), w,
                                limit);
}

template <class In> ThresholdsOf<typename In::Rep>
thresholdsOf(const NetworkContext<In>& c, const TimesOf<typename In::Rep>& t, const NetworkOf<typename In::Rep>& net)
{
    namespace f = formulas;
    ThresholdsOf<typename In::Rep> out;
    criticalBatches(c, t, net, out);
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
    const auto& P = c.params.layerActive;
    out.tensorLimit = tensorLimitOf(c, y, alphaY, q);
    if (data < 0)
        return out;
    const auto x = static_cast<std::size_t>(data);
    const auto alphaX = f::tensorIntensity.as(axisNames[x])(C, limitRate(c, x));
    const bool summed = c.s.conv.comms == Overlap::added || c.s.conv.comms == Overlap::none;
    out.floorChip = summed ? f::floorAdded(s, q, c.facts.D, alphaX, alphaY, P)
                           : f::floorOverlapped(s, q, c.facts.D, alphaX, alphaY, P);
    // FSDP gathers for every microbatch, the others reduce once a step.
    const auto& tokens = c.s.mesh.axis[x].role == Role::fsdp ? c.tokens.micro : c.tokens.rank;
    const auto B = f::sharedTokens(tokens, c.d.size[x]);
    const auto n = f::sharedChips(c.d.size[x], c.d.size[y]);
    out.dataAxis = f::bestDataAxis(q, c.facts.D, B, n, alphaY, P, alphaX);
    return out;
}

} // namespace core
