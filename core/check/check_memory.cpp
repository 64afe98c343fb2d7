// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about what does not fit in memory, and about conditions that no value meets.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/evaluate/evaluate.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/step/degrees.h"
#include "core/step/memory.h"
#include "core/step/report.h"
#include "core/step/workload.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace core
{

namespace
{

struct Component {
    std::string_view name;
    double bytes;
};

Component largestOf(const MemoryOf<double>& m)
{
    const std::array parts{Component{"weights", m.weights.si()},
                           Component{"master weights", m.master.si()},
                           Component{"gradients", m.gradients.si()},
                           Component{"optimizer states", m.optimizer.si()},
                           Component{"activations", m.activations.si()},
                           Component{"the layer being recomputed", m.transient.si()},
                           Component{"gathered weights", m.gathered.si()},
                           Component{"gradient buffer", m.gradientBuffer.si()},
                           Component{"logits", m.logits.si()},
                           Component{"keys and values", m.kv.si()}};
    return *std::max_element(parts.begin(), parts.end(),
                             [](const Component& a, const Component& b) { return a.bytes < b.bytes; });
}

void findNoFit(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    const auto& m = report.memory;
    if (m.fits)
        return;
    const Component largest = largestOf(m);
    addIssue(found, "NO_FIT", "hw.hbm.bytes",
             fmt::format("Does not fit: {} of {} per chip. The largest term is {} ({}).", bytesText(s, m.total.si()),
                         bytesText(s, m.capacity.si()), largest.name, bytesText(s, largest.bytes)));
}

using Edits = std::vector<std::pair<std::string, Value>>;

/// The edits, with what a chip then holds, where that fits.
std::optional<Repair> fitting(const Scenario& s, const std::string& text, Edits edits)
{
    Scenario tried = s;
    for (const auto& [id, value] : edits)
        if (!setField(tried, id, value))
            return std::nullopt;
    const Report report = evaluate(tried);
    if (!report.memory.fits)
        return std::nullopt;
    return Repair{fmt::format("{} ({})", text, bytesText(s, report.memory.total.si())), std::move(edits)};
}

/// The least number of doublings (or halvings) of a field that fits.
std::optional<Repair> scaled(const Scenario& s, const std::string& id, double factor)
{
    constexpr int max = 16;
    const auto now = fieldValue(s, id);
    if (!now)
        return std::nullopt;
    double value = std::get<double>(*now);
    for (int i = 0; i < max; ++i) {
        value = std::floor(value * factor);
        Repair repair = repairWith(id, value);
        if (id.starts_with("mesh.") && s.hw.torus != std::array<int, 3>{})
            repair.edits.emplace_back("hw.torus", std::string("auto"));
        if (auto fits = fitting(s, repair.text, std::move(repair.edits)))
            return fits;
    }
    return std::nullopt;
}

/// FSDP on an axis of another role, as short as fits.
std::optional<Repair> sharded(const Scenario& s, std::size_t axis)
{
    constexpr double longest = 16384;
    for (double size = s.mesh.axis[axis].size; size <= longest; size *= 2) {
        Edits edits{{roleId(axis), std::string("fsdp")}, {axisId(axis), size}, {"hw.torus", std::string("auto")}};
        auto repair = fitting(s, fmt::format("Use FSDP on {} = {}", axisLetter(axis), grouped(size)), std::move(edits));
        if (repair)
            return repair;
    }
    return std::nullopt;
}

std::vector<Repair> proposeFit(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs;
    const auto offer = [&repairs](std::optional<Repair> repair) {
        if (repair)
            repairs.push_back(std::move(*repair));
    };
    offer(scaled(s, "work.batch", 0.5));
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const Role role = s.mesh.axis[a].role;
        if (role == Role::fsdp || role == Role::tensor || role == Role::pipeline)
            offer(scaled(s, axisId(a), 2));
        if (role == Role::data || role == Role::zero1 || role == Role::zero2)
            offer(fitting(s, repairWithRole(a, Role::fsdp).text, {{roleId(a), std::string("fsdp")}}));
    }
    if (s.work.mode == Mode::training) {
        offer(fitting(s, "Keep block inputs only", {{"work.remat", std::string("block")}}));
        offer(fitting(s, "Shard all activations", {{"act.sharded", 1.0}}));
        offer(scaled(s, "work.micro", 2));
    } else {
        offer(scaled(s, "work.seq", 0.5));
    }
    if (s.reserve > 0)
        offer(fitting(s, "Reserve nothing", {{"mem.reserve", 0.0}}));
    if (s.presets)
        for (const auto& chip : s.presets->chips)
            if (chip.kind == s.hw.kind)
                offer(fitting(s, "Use " + chip.name, {{"hw.chip", chip.id}}));
    for (std::size_t a = 0; a < s.mesh.axis.size() && repairs.empty(); ++a) // no change alone is enough
        offer(sharded(s, a));
    return repairs;
}

/// What a chip holds as the chips that share states, and where the role says so weights, grow without bound, each data
/// rank with its present tokens.
MemoryOf<double> withoutStates(Scenario s, Role role)
{
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    const Plain inputs;
    const Reader<Plain> in(inputs, s);
    WorkloadFactsOf<double> facts;
    facts.training = s.work.mode == Mode::training;
    facts.B = in(field::work::batch);
    const auto params = parametersOf(s, in, facts);
    addSaved(s, in, facts);
    auto d = degreesOf(s, in);
    const auto tokens = tokensOf(s, in, facts, d);
    d.optimizer = CountOf<double>(unbounded);
    if (role != Role::zero1)
        d.gradients = d.optimizer;
    if (role == Role::fsdp) {
        d.fsdp = d.size[0] = d.optimizer;
        s.mesh.axis[0].role = role; // saved activations are shared along it
    }
    return memoryOf(s, in, params, facts, d, tokens);
}

/// Under the role that leaves least: FSDP gathers layers, which a stage of few layers may hold whole instead.
MemoryOf<double> withoutStates(const Scenario& s)
{
    auto least = withoutStates(s, Role::fsdp);
    for (const Role role : {Role::zero2, Role::zero1})
        if (const auto other = withoutStates(s, role); other.total.si() < least.total.si())
            least = other;
    return least;
}

bool leavesRoom(const MemoryOf<double>& m) { return m.total.si() < m.capacity.si(); }

/// Only worth a word where the present mesh does not fit either.
void findNoShards(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (report.memory.fits || s.work.mode != Mode::training)
        return;
    const auto least = withoutStates(s);
    if (leavesRoom(least))
        return;
    const Component largest = largestOf(least);
    addIssue(found, "NEVER", "act.sharded",
             fmt::format("Sharding weights and optimizer states further cannot make it fit: {} stay on every chip, "
                         "which holds {}. The largest part is {} ({}). More data ranks or microbatches, each with "
                         "fewer tokens, or longer tensor or pipeline axes can make that less.",
                         bytesText(s, least.total.si()), bytesText(s, least.capacity.si()), largest.name,
                         bytesText(s, largest.bytes)));
}

/// The largest batch that shards of weights and states can make fit; 0 where there is none.
double largestSharded(Scenario s)
{
    double fits = 0;
    for (double fails = s.work.batch; fails - fits > 1;) {
        s.work.batch = std::floor((fits + fails) / 2);
        (leavesRoom(withoutStates(s)) ? fits : fails) = s.work.batch;
    }
    return fits;
}

std::vector<Repair> proposeShards(const Scenario& s, const Report&, const Issue&)
{
    const double most = largestSharded(s);
    return {
        {"Shard all activations", {{"act.sharded", 1.0}}},
        {fmt::format("Batch of at most {} on these data ranks, for FSDP alone", grouped(most)), {{"work.batch", most}}},
        {"Keep block inputs only", {{"work.remat", std::string("block")}}}};
}

void findNoBatch(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (s.work.mode != Mode::training || !report.mesh.fits || !std::isinf(report.threshold.batch.si()))
        return;
    const auto tensor = axesWith(s, Role::tensor);
    const double limit = report.threshold.tensorLimit.si();
    const bool named = !tensor.empty() && limit < s.mesh.axis[tensor[0]].size;
    const std::string cause =
        named ? fmt::format(" The tensor axis {} = {} is above its limit of {}.", axisLetter(tensor[0]),
                            grouped(s.mesh.axis[tensor[0]].size), format(limit, dim::count))
              : std::string();
    addIssue(found, "NEVER", tensor.empty() ? std::string("work.batch") : axisId(tensor[0]),
             "No batch is compute-bound: the traffic of activations grows with it as fast as the math." + cause);
}

std::vector<Repair> proposeBatch(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs;
    Repair all{"Use", {}}; // where one of them alone is not enough
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const auto& axis = s.mesh.axis[a];
        if (axis.size <= 1 || axis.role == Role::fsdp || axis.role == Role::data)
            continue;
        all.text += fmt::format("{} {} = 1", all.edits.empty() ? "" : ",", axisLetter(a));
        all.edits.emplace_back(axisId(a), 1.0);
        for (double size = std::exp2(std::ceil(std::log2(axis.size)) - 1); size >= 1; size /= 2)
            repairs.push_back(repairWith(axisId(a), size));
        if (axis.axes > 0 && axis.axes < s.hw.axes)
            repairs.push_back(repairWith(axisId(a) + ".axes", axis.axes + 1.0));
    }
    if (all.edits.size() > 1)
        repairs.push_back(all);
    if (s.conv.comms != Overlap::overlapped)
        repairs.push_back({"Overlap communication", {{"conv.comms", std::string("overlapped")}}});
    return repairs;
}

} // namespace

std::span<const Rule> memoryRules()
{
    static constexpr std::array rules{Rule{findNoFit, proposeFit}, Rule{findNoShards, proposeShards},
                                      Rule{findNoBatch, proposeBatch, Finds::notes, true}};
    return rules;
}

} // namespace core
