// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the report for what was compared.
#include "core/numbers/remarks.h"

#include "core/derive/traced.h"
#include "core/evaluate/evaluate.h"
#include "core/formulas/memory.h"
#include "core/formulas/step.h"
#include "core/inputs/inputs.h"
#include "core/numbers/fact_sentences.h"
#include "core/numbers/workspace.h"
#include "core/quantity/format.h"
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

std::string seconds(double time) { return format(time, dim::second, {.digits = 4}); }

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
        said += fmt::format("{}{} {}", said.empty() ? "" : ", ", name, seconds(time));
    return said;
}

bool growsWithBatch(const MeshAxis& axis)
{
    return axis.size > 1 && (axis.role == Role::tensor || axis.role == Role::context || axis.role == Role::expert);
}

/// The pass and the axis on which what grows with the batch takes longer than math.
struct Growth {
    bool backward = false;
    std::size_t axis = 0;
};

std::optional<Growth> growthOf(const Workspace& w)
{
    for (const bool backward : {false, true}) {
        const auto& pass = backward ? w.report.time.backward : w.report.time.forward;
        std::optional<Growth> longest;
        double sum = 0;
        for (std::size_t a = 0; a < meshAxes; ++a) {
            if (!growsWithBatch(w.scenario.mesh.axis[a]))
                continue;
            sum += pass.axis[a].si();
            if (!longest || pass.axis[a].si() > pass.axis[longest->axis].si())
                longest = Growth{backward, a};
        }
        if (longest && sum >= pass.math.si())
            return longest;
    }
    return std::nullopt;
}

} // namespace

std::string verdictRule(const Workspace& w, double)
{
    const auto& bound = w.report.bound;
    if (bound.verdict == Verdict::unknown)
        return {};
    const auto number = [](double v) { return format(v, dim::count, {.digits = 3}); };
    const auto others = othersThan(bound.largest, w.report);
    return fmt::format(
        "A margin above {} is \"compute\", one from {} (1 / {}) to {} \"balanced\"; below, what math waits "
        "for longest is named: {}, {}.{}",
        number(balancedWithin), number(1 / balancedWithin), number(balancedWithin), number(balancedWithin),
        nameOfResource(bound.largest), seconds(bound.other.si()), others.empty() ? "" : " Not chosen: " + others + ".");
}

std::string inWholeTokens(const Workspace& w, double batch)
{
    if (std::isfinite(batch))
        return batch == std::round(batch) ? std::string()
                                          : "In whole tokens: " + grouped(std::ceil(batch)) + " or more.";
    const auto growth = growthOf(w);
    if (!growth)
        return "Math and what it waits for grow alike with the batch.";
    const auto& pass = growth->backward ? w.report.time.backward : w.report.time.forward;
    return fmt::format(
        "Math and the {} axis {} both take time in proportion to the batch, {} and {} in the {} pass: no "
        "batch makes math the longer one. A shorter axis would.",
        nameOf(w.scenario.mesh.axis[growth->axis].role), nameOfResource(axisVerdicts[growth->axis]),
        seconds(pass.math.si()), seconds(pass.axis[growth->axis].si()), growth->backward ? "backward" : "forward");
}

std::string meshSaid(const Workspace& w, double) { return layoutSaid(w.scenario); }

std::string whyNoShards(const Workspace& w, double shards)
{
    if (std::isfinite(shards))
        return {};
    const double saved = w.report.memory.actPerToken.si() * w.report.tokensRank.si() * (1 - w.scenario.actSharded);
    const auto bytes = [&w](double b) { return format(b, dim::byte, {.digits = 4, .bytes = w.scenario.conv.unit}); };
    return fmt::format("Activations that no shard takes over, {}, do not fit into the {} of a chip alone.",
                       bytes(saved), bytes(w.report.memory.capacity.si()));
}

std::string whyNoOperation(const Workspace&, double batch)
{
    return std::isfinite(batch) ? std::string()
                                : "A row of the batch brings bytes that take longer than its arithmetic, which this "
                                  "machine intensity outweighs: more rows do not help.";
}

Traced neverBatch(const Workspace& w, const Recording& inputs)
{
    const auto growth = growthOf(w);
    if (!growth)
        return {};
    const auto& report = tracedReport(w.scenario, inputs);
    const auto& pass = growth->backward ? report.time.backward : report.time.forward;
    return formulas::boundMargin.as(rivalName(axisVerdicts[growth->axis]))(pass.math, pass.axis[growth->axis]).si();
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
