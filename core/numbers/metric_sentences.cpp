// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the report for what was compared.
#include "core/numbers/metric_sentences.h"

#include "core/derive/traced.h"
#include "core/evaluate/evaluate.h"
#include "core/formulas/memory.h"
#include "core/formulas/step.h"
#include "core/inputs/inputs.h"
#include "core/numbers/fact_sentences.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
#include "core/scenario/choices.h"
#include "core/step/bound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::array axisVerdicts{Verdict::commsX, Verdict::commsY, Verdict::commsZ};

std::string_view nameOfResource(Verdict resource)
{
    switch (resource) {
    case Verdict::dcn:
        return "DCN";
    case Verdict::latency:
        return "the hops of an axis";
    default:
        return rivalName(resource);
    }
}

/// What math waits for in the pass that is judged, the longest first, but for the one that was chosen.
std::string othersThan(Verdict chosen, const Report& r)
{
    const auto judged = [&r](auto member) {
        const double forward = member(r.time.forward), backward = member(r.time.backward);
        return r.bound.whole ? forward + backward : r.bound.backward ? backward : forward;
    };
    std::vector<std::pair<double, std::string_view>> others;
    const auto offer = [&](Verdict resource, double time) {
        if (resource != chosen && time > 0)
            others.emplace_back(time, nameOfResource(resource));
    };
    for (std::size_t a = 0; a < meshAxes; ++a)
        offer(axisVerdicts[a], judged([a](const auto& pass) { return pass.axis[a].si(); }));
    offer(Verdict::hbm, judged([](const auto& pass) { return pass.hbm.si(); }));
    offer(Verdict::dcn, r.time.dcn.si());
    std::sort(others.rbegin(), others.rend());
    std::string said;
    for (const auto& [time, name] : others)
        said += fmt::format("{}{} {}", said.empty() ? "" : ", ", name, preciseSeconds(time));
    return said;
}

/// Where stages that wait cost more than anything that math waits for in a busy stage.
std::string bubbleSaid(const Report& r)
{
    const double idle = dominantBubble(r), step = r.time.step.si();
    if (!(idle > 0))
        return {};
    return fmt::format(" Besides math, the bubble of the pipeline costs most: its stages wait for {} of {} ({:.3g} %).",
                       format(idle, dim::second, {.digits = 4, .like = step}), preciseSeconds(step), 100 * idle / step);
}

bool growsWithBatch(const MeshAxis& axis)
{
    return axis.size > 1 && (axis.role == Role::tensor || axis.role == Role::context || axis.role == Role::expert);
}

/// The pass, and the axes on which what grows with the batch takes longer than math: the longest, or where axes are
/// added, all of them together.
struct Growth {
    bool backward = false;
    std::vector<std::size_t> axes;
    double time = 0;
};

bool addsAxes(const Scenario& s) { return s.conv.comms == Overlap::added || s.conv.comms == Overlap::none; }

std::optional<Growth> growthOf(const Workspace& w)
{
    for (const bool backward : {false, true}) {
        const auto& pass = backward ? w.report.time.backward : w.report.time.forward;
        Growth growth{backward, {}, 0};
        for (std::size_t a = 0; a < meshAxes; ++a) {
            const double time = pass.axis[a].si();
            if (!growsWithBatch(w.scenario.mesh.axis[a]) || !(time > 0))
                continue;
            if (!addsAxes(w.scenario) && time > growth.time)
                growth = {backward, {}, 0};
            if (addsAxes(w.scenario) || growth.axes.empty()) {
                growth.axes.push_back(a);
                growth.time += time;
            }
        }
        if (!growth.axes.empty() && growth.time >= pass.math.si())
            return growth;
    }
    return std::nullopt;
}

/// "tensor axis Y", "tensor axis Y and context axis Z".
std::string axesSaid(const Scenario& s, const std::vector<std::size_t>& axes)
{
    std::string said;
    for (const auto a : axes)
        said += fmt::format("{}{} axis {}", said.empty() ? "" : " and ", nameOf(s.mesh.axis[a].role), axisNames[a]);
    return said;
}

} // namespace

double dominantBubble(const Report& r)
{
    const auto& t = r.time;
    const double idle = t.idle.si();
    const double exposed = t.step.si() - idle - t.math.si(); // by all that math waits for
    const double longest =
        std::max({t.axis[0].si(), t.axis[1].si(), t.axis[2].si(), t.dcn.si(), t.hbm.si() - t.math.si()});
    return idle > std::min(exposed, longest) ? idle : 0;
}

std::string preciseSeconds(double time) { return format(time, dim::second, {.digits = 4}); }

std::string verdictRule(const Workspace& w, double)
{
    const auto& bound = w.report.bound;
    if (bound.verdict == Verdict::unknown)
        return {};
    const auto number = [](double v) { return format(v, dim::count, {.digits = 3}); };
    const auto others = othersThan(bound.largest, w.report);
    return fmt::format(
        "A margin above {} is \"compute\", one from {} (1 / {}) to {} \"balanced\"; below, what math waits "
        "for longest is named: {}, {}.{}{}",
        number(balancedWithin), number(1 / balancedWithin), number(balancedWithin), number(balancedWithin),
        nameOfResource(bound.largest), preciseSeconds(bound.other.si()),
        others.empty() ? "" : " Not chosen: " + others + ".", bubbleSaid(w.report));
}

std::string whyItFits(const Workspace& w, double)
{
    const auto& m = w.report.memory;
    const auto bytes = [&w](const auto& b) {
        return format(b.si(), dim::byte, {.digits = 4, .bytes = w.scenario.conv.unit});
    };
    return fmt::format("A chip must hold {} and has {}{}.", bytes(m.total), bytes(m.capacity),
                       m.fits ? "" : fmt::format(": {} too much", bytes(Bytes(m.total.si() - m.capacity.si()))));
}

Traced capacityShown(const Workspace& w, const Recording& inputs)
{
    return tracedReport(w.scenario, inputs).memory.capacity.si();
}

std::string whyThatStage(const Workspace& w, double)
{
    const auto& m = w.report.memory;
    const auto bytes = [&w](const auto& b) {
        return format(b.si(), dim::byte, {.digits = 4, .bytes = w.scenario.conv.unit});
    };
    if (m.stage == Stage::only)
        return "There is no pipeline, so that every chip holds the same.";
    const bool first = m.stage == Stage::first;
    return fmt::format("A chip of the {} stage holds {}, one of the {} stage {}. The first has most microbatches in "
                       "flight, the last the logits; those between them hold no embedding.",
                       first ? "first" : "last", bytes(m.total), first ? "last" : "first", bytes(m.otherStage));
}

/// Where the number itself is shown with fewer digits than the whole one beside it; the "I" of what follows.
std::string roundedSaid(double batch)
{
    constexpr double shownInFull = 1e7;
    return batch < shownInFull ? "I" : fmt::format("More exactly {}: i", format(batch, dim::count, {.digits = 9}));
}

std::string inWholeTokens(const Workspace& w, double batch)
{
    if (std::isfinite(batch)) {
        std::string said =
            batch == std::round(batch)
                ? std::string()
                : fmt::format("{}n whole {}: {} or more.", roundedSaid(batch),
                              w.scenario.work.mode == Mode::decode ? "sequences" : "tokens", grouped(std::ceil(batch)));
        if (w.report.bound.verdict == Verdict::hbm)
            said += fmt::format("{}Against the network only: here math waits for HBM{}.", said.empty() ? "" : " ",
                                w.scenario.work.mode == Mode::decode ? ", whose batch is infer.batch.critical" : "");
        return said;
    }
    const auto growth = growthOf(w);
    if (!growth)
        return "Math and what it waits for grow alike with the batch.";
    const auto& pass = growth->backward ? w.report.time.backward : w.report.time.forward;
    return fmt::format("Math and the {} take time in proportion to the batch, {} and {}{} in the {} pass: no batch "
                       "makes math the longer one. A shorter axis would.",
                       axesSaid(w.scenario, growth->axes), preciseSeconds(pass.math.si()), preciseSeconds(growth->time),
                       growth->axes.size() > 1 ? " together" : "", growth->backward ? "backward" : "forward");
}

std::string limitSaid(const Workspace& w, double limit)
{
    const auto& s = w.scenario;
    if (s.hw.kind != ChipKind::gpu || !std::isfinite(limit) || s.hw.domain <= 1)
        return {};
    const auto domain = grouped(s.hw.domain);
    const auto axis = std::find_if(s.mesh.axis.begin(), s.mesh.axis.end(),
                                   [](const MeshAxis& a) { return a.role == Role::tensor && a.size > 1; });
    if (axis != s.mesh.axis.end() && w.report.mesh.span[std::size_t(axis - s.mesh.axis.begin())][0].domains > 1)
        return fmt::format("For groups that lie on domains of {} GPUs as this one does.", domain);
    return fmt::format(
        "This holds inside a domain of {} GPUs only: a longer axis also crosses the network cards, which "
        "may allow less.",
        domain);
}

std::string meshSaid(const Workspace& w, double) { return layoutSaid(w.scenario); }

std::string whyNoShards(const Workspace& w, double shards)
{
    std::string counted = "Counted on the weights and states of the whole model and on what all tokens of a data "
                          "rank save, in one microbatch and on no tensor or pipeline axis.";
    if (std::isfinite(shards))
        return counted;
    const double saved = w.report.memory.actPerToken.si() * w.report.tokensRank.si() * (1 - w.scenario.actSharded);
    const auto bytes = [&w](double b) { return format(b, dim::byte, {.digits = 4, .bytes = w.scenario.conv.unit}); };
    return fmt::format("{} Activations that no shard takes over, {}, do not fit into the {} of a chip alone.", counted,
                       bytes(saved), bytes(w.report.memory.capacity.si()));
}

std::string whyNoOperation(const Workspace& w, double batch)
{
    const auto& op = w.report.op;
    const auto kind = w.scenario.op.kind;
    const auto perByte = [](const auto& intensity) { return format(intensity.si(), dim::flopPerByte); };
    if (kind != OpKind::matmul && kind != OpKind::moe)
        return fmt::format(
            "The batch multiplies FLOPs and bytes alike, so the intensity is {} at every batch; math limits "
            "from {} on.",
            perByte(op.intensity), perByte(op.machine));
    return std::isfinite(batch)
               ? std::string()
               : "Each further row of the batch brings bytes that take longer than its arithmetic: more "
                 "rows do not help.";
}

Traced neverBatch(const Workspace& w, const Recording& inputs)
{
    const auto growth = growthOf(w);
    if (!growth)
        return {};
    const auto& report = tracedReport(w.scenario, inputs);
    const auto& pass = growth->backward ? report.time.backward : report.time.forward;
    SecondsOf<Traced> time = pass.axis[growth->axes.front()];
    if (growth->axes.size() > 1) {
        AxisTimesOf<Traced> times{SecondsOf<Traced>(0.), SecondsOf<Traced>(0.), SecondsOf<Traced>(0.)};
        for (const auto a : growth->axes)
            times[a] = pass.axis[a];
        time = formulas::commsAdded(times[0], times[1], times[2]);
    }
    const auto name =
        growth->axes.size() > 1 ? rivalName(Verdict::comms) : rivalName(axisVerdicts[growth->axes.front()]);
    return formulas::boundMargin.as(name)(pass.math, time).si();
}

Traced neverShards(const Workspace& w, const Recording& inputs)
{
    const auto& report = tracedReport(w.scenario, inputs);
    return formulas::savedPerRank(report.memory.actPerToken, report.tokensRank).si();
}

Traced neverOperation(const Workspace& w, const Recording& inputs)
{
    return tracedReport(w.scenario, inputs).op.machine.si();
}

} // namespace core
