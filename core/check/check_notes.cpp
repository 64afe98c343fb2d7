// SPDX-License-Identifier: GPL-3.0-or-later
// Notes about idle stages, about a role on two axes, and about numbers in use that nobody has printed: presets mark
// them as assumed.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/evaluate/evaluate.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/presets.h"
#include "core/scenario/text_forms.h"
#include "core/step/report.h"

#include <array>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Number fields that take part in the times and bytes of this scenario.
std::vector<std::string> inUse(const Scenario& s, const Report& report)
{
    const auto compute = static_cast<std::size_t>(s.prec.compute);
    const bool has = compute < s.hw.flops.size() && s.hw.flops[compute].si() > 0;
    std::vector<std::string> ids{"hw.flops." + std::string(has ? dtypeNames[compute] : "bf16"), "hw.hbm.rate",
                                 "hw.hbm.bytes"};
    const bool gpu = s.hw.kind == ChipKind::gpu;
    if (report.chips.si() > s.mesh.slices)
        ids.emplace_back("hw.link.rate");
    if (s.mesh.slices > 1 || (gpu && report.chips.si() > s.hw.domain))
        ids.emplace_back("hw.dcn.rate");
    if (s.conv.latency)
        ids.emplace_back("hw.hop");
    for (const char* id : {"model.D", "model.F", "model.L"})
        ids.emplace_back(id);
    if (s.model.attention)
        ids.insert(ids.end(), {"model.N", "model.K", "model.H"});
    if (s.model.V > 0)
        ids.emplace_back("model.V");
    if (s.model.E > 0)
        ids.insert(ids.end(), {"model.E", "model.k", "model.Es"});
    return ids;
}

void findAssumed(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    for (const auto& id : inUse(s, report)) {
        const Field* field = findField(id);
        const Given* given = givenOf(s, id);
        if (!field || !given || !given->assumed || differsFromPreset(s, *field))
            continue;
        const double value = std::get<double>(field->get(s));
        addIssue(found, "ASSUMED", id,
                 fmt::format("{} of {} is assumed: {}.{}", field->title,
                             id.starts_with("hw.") ? chipName(s) : s.model.preset, format(value, field->dim),
                             given->source.empty() ? std::string() : " " + given->source + "."),
                 Severity::note);
    }
}

void findIdleExperts(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (s.model.E == 0 && s.model.Es > 0)
        addIssue(found, "EXPERTS", "model.Es",
                 fmt::format("The model is dense (model.E = 0): its {} shared experts count for nothing.",
                             grouped(s.model.Es)),
                 Severity::note);
}

/// GPUs lie in domains.
void findUnusedTorus(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (s.hw.kind == ChipKind::gpu && s.hw.torus != std::array<int, 3>{})
        addIssue(
            found, "TORUS_UNUSED", "hw.torus",
            fmt::format("The slice {} counts for nothing: {} has no torus. hw.chip says how many GPUs NVLink joins.",
                        torusText(s.hw.torus), chipName(s)),
            Severity::note);
}

std::vector<Repair> proposeNoTorus(const Scenario&, const Report&, const Issue&)
{
    return {{"Name no slice", {{"hw.torus", std::string("auto")}}}};
}

constexpr double maxIdle = 1. / 3; // share of a step

double idleShare(const Report& report) { return report.time.idle.si() / report.time.step.si(); }

/// In decode more microbatches read the weights more often.
void findIdleStages(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    const double idle = idleShare(report);
    const auto stages = axesWith(s, Role::pipeline);
    if (stages.empty() || s.work.mode == Mode::decode || !(idle > maxIdle))
        return;
    addIssue(found, "BUBBLE", "work.micro",
             fmt::format("The pipeline on {} idles {:.3g} % of the step: {} for {} stages.", axisLetter(stages[0]),
                         100 * idle,
                         s.work.micro == 1 ? std::string("1 microbatch") : grouped(s.work.micro) + " microbatches",
                         grouped(degreeOf(s, Role::pipeline))),
             Severity::note);
}

/// The first doubling that keeps the stages busy, where that makes the step shorter.
std::vector<Repair> proposeMicrobatches(const Scenario& s, const Report& report, const Issue&)
{
    constexpr int doublings = 16;
    double micro = s.work.micro;
    for (int i = 0; i < doublings; ++i) {
        micro *= 2;
        Scenario tried = s;
        if (!(micro <= report.tokensRank.si()) || !setField(tried, "work.micro", micro))
            break;
        const Report then = evaluate(tried);
        if (idleShare(then) <= maxIdle && then.time.step.si() < report.time.step.si())
            return {{fmt::format("Use {} microbatches", grouped(micro)), {{"work.micro", micro}}}};
    }
    return {};
}

/// Chunks of a stage take turns after as many microbatches as there are stages.
void findPartGroup(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const double stages = degreeOf(s, Role::pipeline);
    const double left = std::fmod(s.work.micro, stages);
    if (s.pipe.schedule != PipeSchedule::interleaved || s.pipe.chunks < 2 || s.work.mode == Mode::decode ||
        s.work.micro < stages || left == 0)
        return;
    addIssue(
        found, "PART_GROUP", "work.micro",
        fmt::format("Interleaved stages take microbatches in groups of {}: the last group has {}, and what it idles "
                    "is not in the time of the step.",
                    grouped(stages), grouped(left)),
        Severity::note);
}

std::vector<Repair> proposeWholeGroups(const Scenario& s, const Report&, const Issue&)
{
    const double stages = degreeOf(s, Role::pipeline);
    const double groups = std::floor(s.work.micro / stages);
    std::vector<Repair> repairs;
    for (const double micro : {groups * stages, (groups + 1) * stages})
        repairs.push_back({fmt::format("Use {} microbatches", grouped(micro)), {{"work.micro", micro}}});
    return repairs;
}

/// A copy in which the first of these axes has the chips of all of them.
Scenario onOneAxis(Scenario s, const std::vector<std::size_t>& axes)
{
    for (std::size_t i = 1; i < axes.size(); ++i) {
        s.mesh.axis[axes[0]].size *= s.mesh.axis[axes[i]].size;
        s.mesh.axis[axes[i]].size = 1;
        s.mesh.axis[axes[i]].axes = 0;
    }
    s.mesh.axis[axes[0]].axes = 0;
    return s;
}

/// Of the collectives over these axes, one after the other.
double timeOf(const std::vector<std::size_t>& axes, const Report& report)
{
    double sum = 0;
    for (const auto a : axes)
        sum += report.time.axis[a].si();
    return sum;
}

/// Weights are gathered over one axis after the other, each on its own links.
void findSplitRole(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    constexpr double worth = 0.99;
    for (const Role role : {Role::data, Role::zero1, Role::zero2, Role::fsdp}) {
        const auto axes = axesWith(s, role);
        if (axes.size() < 2)
            continue;
        const auto one = onOneAxis(s, axes);
        const Report then = evaluate(one);
        const double now = timeOf(axes, report), joined = timeOf(axes, then);
        if (!then.mesh.fits || !(then.time.comms.si() < worth * report.time.comms.si()) || !(joined < worth * now))
            continue;
        addIssue(
            found, "SPLIT_ROLE", roleId(axes[1]),
            fmt::format("{} and {} have one role: collectives run over one axis after the other, each on the links "
                        "of its axis, and take {}. One axis of {} uses all links at once: {}.",
                        axes.size() > 2 ? "X, Y" : std::string(1, axisLetter(axes[0])), axisLetter(axes.back()),
                        format(now, dim::second), grouped(one.mesh.axis[axes[0]].size), format(joined, dim::second)),
            Severity::note);
    }
}

std::vector<Repair> proposeOneAxis(const Scenario& s, const Report&, const Issue& issue)
{
    const auto axes = axesWith(s, s.mesh.axis[axisOf(issue.field)].role);
    const auto one = onOneAxis(s, axes);
    Repair repair{fmt::format("Use {} = {}", axisLetter(axes[0]), grouped(one.mesh.axis[axes[0]].size)), {}};
    for (const auto a : axes) {
        repair.edits.emplace_back(axisId(a), one.mesh.axis[a].size);
        if (s.mesh.axis[a].axes > 0)
            repair.edits.emplace_back(axisId(a) + ".axes", 0.0);
    }
    return {repair};
}

} // namespace

std::span<const Rule> noteRules()
{
    static constexpr std::array rules{
        Rule{findIdleExperts, nullptr},          Rule{findUnusedTorus, proposeNoTorus},
        Rule{findSplitRole, proposeOneAxis},     Rule{findIdleStages, proposeMicrobatches},
        Rule{findPartGroup, proposeWholeGroups}, Rule{findAssumed, nullptr}};
    return rules;
}

} // namespace core
