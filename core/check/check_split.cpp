// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about what the axes split: dimensions, heads, experts, layers, the batch.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/quantity/format.h"
#include "core/quantity/shown.h"
#include "core/step/report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace core
{

namespace
{

/// A dimension that an axis splits.
struct Split {
    std::string_view id; // the field that could change
    std::string name;    // "F"
    double size;
    std::string_view parts; // "columns"
};

std::vector<Split> splitsOf(const Scenario& s, Role role)
{
    const auto& m = s.model;
    if (role == Role::context)
        return {{"work.seq", "T", s.work.seq, "tokens"}};
    std::vector<Split> splits{{"model.F", "F", m.F, "columns"}};
    if (m.attention)
        splits.push_back({"model.N", "N·H", m.N * m.H, "columns"});
    if (s.tensorSequence)
        splits.push_back({"model.D", "D", m.D, "columns"});
    return splits;
}

/// "10,922.67": to hundredths.
std::string fraction(double v)
{
    const double hundredths = std::round(v * 100);
    return fmt::format("{}.{:02.0f}", grouped(std::floor(hundredths / 100)), std::fmod(hundredths, 100));
}

bool divides(double part, double whole) { return part > 0 && std::fmod(whole, part) == 0; }

void findUneven(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    for (const Role role : {Role::tensor, Role::context})
        for (const auto a : axesWith(s, role))
            for (const Split& split : splitsOf(s, role)) {
                const double size = s.mesh.axis[a].size;
                if (divides(size, split.size))
                    continue;
                addIssue(found, "DIVIDE", axisId(a),
                         fmt::format("{} = {} does not divide {} = {}: {} {} per chip. Times count even "
                                     "shares; the longest share takes longer.",
                                     axisLetter(a), grouped(size), split.name, grouped(split.size),
                                     fraction(split.size / size), split.parts));
                break; // one issue per axis
            }
}

std::vector<Repair> proposeEven(const Scenario& s, const Report&, const Issue& issue)
{
    const auto& axis = s.mesh.axis[axisOf(issue.field)];
    double common = 0;
    std::vector<Repair> repairs;
    for (const Split& split : splitsOf(s, axis.role)) {
        common = static_cast<double>(std::gcd(static_cast<long>(common), static_cast<long>(split.size)));
        const double padded = std::ceil(split.size / axis.size) * axis.size;
        if (!divides(axis.size, split.size) && split.name != "N·H")
            repairs.push_back(
                {fmt::format("Pad: {} = {} (+{:.3g} %)", split.name, grouped(padded), 100 * (padded / split.size - 1)),
                 {{std::string(split.id), padded}}});
    }
    for (const double size : divisorsNear(common, axis.size))
        repairs.push_back(repairWith(issue.field, size));
    return repairs;
}

/// What becomes of the cache of a decode step whose tensor degree is more than the key/value heads.
std::string cacheBeyondHeads(const Scenario& s, const Report& report, double split)
{
    const double sequences = std::max(1.0, report.tokensRank.si());
    std::string text = "the cache is split by sequences beyond them, and the two AllToAlls a layer that this takes are "
                       "not counted";
    if (const double copies = split / s.model.K / sequences; copies > 1)
        text +=
            fmt::format("; {} sequence{} a rank leave{} copies, {} the cache, which are not counted",
                        grouped(sequences), sequences == 1 ? "" : "s", sequences == 1 ? "s" : "", factorText(copies));
    return text;
}

void findManyHeads(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    const double split = degreeOf(s, Role::tensor);
    if (!s.model.attention || split <= s.model.K)
        return;
    const auto axes = axesWith(s, Role::tensor);
    std::string named(1, axisLetter(axes.front()));
    for (std::size_t i = 1; i < axes.size(); ++i)
        named += fmt::format("·{}", axisLetter(axes[i]));
    const auto result =
        s.work.mode == Mode::decode ? cacheBeyondHeads(s, report, split)
        : s.work.mode == Mode::training
            ? fmt::format(
                  "heads are copied, {}: what is kept of keys and values counts the copies, their weights do not",
                  factorText(split / s.model.K))
            : fmt::format("heads would be copied, {} the memory for keys and values, which is not counted",
                          factorText(split / s.model.K));
    addIssue(found, "HEADS", axisId(axes.front()),
             fmt::format("{} = {} but {} key/value heads: {}.", named, grouped(split), grouped(s.model.K), result));
}

std::vector<Repair> proposeHeads(const Scenario& s, const Report&, const Issue& issue)
{
    std::vector<Repair> repairs{repairWith("model.K", s.mesh.axis[axisOf(issue.field)].size)};
    for (const double size : divisorsNear(s.model.K, s.mesh.axis[axisOf(issue.field)].size))
        repairs.push_back(repairWith(issue.field, size));
    return repairs;
}

/// Every key/value head serves the same number of query heads.
void findUnevenHeads(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto& m = s.model;
    if (m.attention && !divides(m.K, m.N))
        addIssue(found, "HEADS", "model.K",
                 fmt::format("{} do not divide by {}: each key/value head must serve equally many.",
                             countText(m.N, "query head"), countText(m.K, "key/value head")),
                 Severity::error);
}

std::vector<Repair> proposeEvenHeads(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs{repairWith("model.N", std::ceil(s.model.N / s.model.K) * s.model.K)};
    for (const double heads : divisorsNear(s.model.N, s.model.K))
        repairs.push_back(repairWith("model.K", heads));
    return repairs;
}

void findExperts(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto& m = s.model;
    if (m.E > 0 && m.k > m.E)
        addIssue(found, "EXPERTS", "model.k",
                 fmt::format("Tokens visit {} experts, but there are only {}.", grouped(m.k), grouped(m.E)),
                 Severity::error);
    for (const auto a : axesWith(s, Role::expert)) {
        const double size = s.mesh.axis[a].size;
        if (m.E == 0)
            addIssue(found, "EXPERTS", axisId(a),
                     fmt::format("{} splits experts, but the model is dense: it has none.", axisLetter(a)));
        else if (!divides(size, m.E))
            addIssue(found, "EXPERTS", axisId(a),
                     fmt::format("{} experts do not divide by {} = {}: some chips hold more than others.", grouped(m.E),
                                 axisLetter(a), grouped(size)));
    }
}

std::vector<Repair> proposeExperts(const Scenario& s, const Report&, const Issue& issue)
{
    if (issue.field == "model.k")
        return {repairWith("model.k", s.model.E), repairWith("model.E", s.model.k)};
    const auto a = axisOf(issue.field);
    std::vector<Repair> repairs;
    if (s.model.E == 0)
        for (const Role role : {Role::data, Role::fsdp})
            repairs.push_back(repairWithRole(a, role));
    else
        for (const double size : divisorsNear(s.model.E, s.mesh.axis[a].size))
            repairs.push_back(repairWith(issue.field, size));
    return repairs;
}

/// "32+32+31+31", or in words where there are many.
std::string shares(double layers, double stages)
{
    const double min = std::floor(layers / stages);
    const double larger = layers - min * stages;
    if (stages > 6)
        return fmt::format("{} of {} and {} of {}", grouped(larger), grouped(min + 1), grouped(stages - larger),
                           grouped(min));
    std::string text;
    for (int i = 0; i < static_cast<int>(stages); ++i)
        text += (i ? "+" : "") + grouped(i < larger ? min + 1 : min);
    return text;
}

double chunksOf(const Scenario& s) { return s.pipe.schedule == PipeSchedule::interleaved ? s.pipe.chunks : 1; }

void findStages(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    for (const auto a : axesWith(s, Role::pipeline)) {
        const double stages = s.mesh.axis[a].size * chunksOf(s);
        if (divides(stages, s.model.L))
            continue;
        addIssue(found, "STAGES", axisId(a),
                 fmt::format(
                     "{} layers over {} {}: {}. Times and memory count even stages; the longest one sets the pace and "
                     "holds more.",
                     grouped(s.model.L), grouped(stages), chunksOf(s) > 1 ? "virtual stages" : "stages",
                     shares(s.model.L, stages)));
    }
}

std::vector<Repair> proposeStages(const Scenario& s, const Report&, const Issue& issue)
{
    std::vector<Repair> repairs;
    const double size = s.mesh.axis[axisOf(issue.field)].size;
    for (const double stages : divisorsNear(s.model.L, size))
        repairs.push_back(repairWith(issue.field, stages));
    const double unit = size * chunksOf(s);
    repairs.push_back(repairWith("model.L", std::floor(s.model.L / unit) * unit));
    repairs.push_back(repairWith("model.L", std::ceil(s.model.L / unit) * unit));
    if (chunksOf(s) > 1)
        for (const double chunks : divisorsNear(s.model.L / size, s.pipe.chunks))
            repairs.push_back(repairWith("pipe.chunks", chunks));
    return repairs;
}

/// tokensRank is fractional where the batch does not divide; below one token per microbatch, some groups get none.
void findSmallBatch(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    const double groups = s.work.batch / report.tokensRank.si();
    if (!(report.tokensRank.si() < s.work.micro))
        return;
    const std::string_view unit = s.work.mode == Mode::decode ? "sequence" : "token";
    const bool pieces = s.work.micro > 1;
    addIssue(found, "SMALL_BATCH", pieces ? "work.micro" : "work.batch",
             fmt::format("{} over {} {}{}: some get none.", countText(s.work.batch, unit), grouped(groups),
                         groups == 1 ? "group" : "groups",
                         pieces ? fmt::format(" of {} microbatches", grouped(s.work.micro)) : std::string()),
             pieces ? Severity::error : Severity::warning);
}

std::vector<Repair> proposeLargerBatch(const Scenario& s, const Report& report, const Issue&)
{
    const double groups = std::round(s.work.batch / report.tokensRank.si());
    std::vector<Repair> repairs{repairWith("work.batch", groups * s.work.micro)};
    if (s.work.micro > 1)
        repairs.push_back(repairWith("work.micro", std::max(1.0, std::floor(s.work.batch / groups))));
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const double fewer = std::floor(s.work.batch * s.mesh.axis[a].size / (groups * s.work.micro));
        for (double size = std::exp2(std::floor(std::log2(std::max(1.0, fewer)))); size >= 1; size /= 2)
            if (size < s.mesh.axis[a].size)
                repairs.push_back(repairWith(axisId(a), size));
    }
    if (s.mesh.slices > 1)
        repairs.push_back(repairWith("mesh.slices", 1.0));
    return repairs;
}

/// Groups that a batch of whole sequences is dealt out to: data ranks, whose context axis shares a sequence.
double sequenceGroups(const Scenario& s, const Report& report)
{
    return std::round(s.work.batch / report.tokensRank.si() / degreeOf(s, Role::context)) * s.work.micro;
}

void findPartSequence(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    const double groups = sequenceGroups(s, report);
    if (!s.model.attention || s.work.mode == Mode::decode || !(s.work.batch < groups * s.work.seq) ||
        report.tokensRank.si() < s.work.micro)
        return;
    const std::string of = s.work.micro > 1 ? fmt::format(" and microbatch ({} in all)", grouped(groups))
                           : groups > 1     ? fmt::format(" ({} in all)", grouped(groups))
                                            : std::string();
    addIssue(found, "PART_SEQUENCE", "work.batch",
             fmt::format("A batch of {} tokens is less than one sequence of {} tokens for each data rank{}. Attention "
                         "is counted over whole sequences.",
                         grouped(s.work.batch), grouped(s.work.seq), of),
             Severity::note);
}

std::vector<Repair> proposeWholeSequences(const Scenario& s, const Report& report, const Issue&)
{
    const double groups = sequenceGroups(s, report);
    return {repairWith("work.batch", groups * s.work.seq),
            repairWith("work.seq", std::max(1.0, std::floor(s.work.batch / groups)))};
}

} // namespace

std::span<const Rule> splitRules()
{
    static constexpr std::array rules{Rule{findUneven, proposeEven},
                                      Rule{findManyHeads, proposeHeads},
                                      Rule{findUnevenHeads, proposeEvenHeads, Finds::errors},
                                      Rule{findExperts, proposeExperts, Finds::errors},
                                      Rule{findStages, proposeStages},
                                      Rule{findSmallBatch, proposeLargerBatch, Finds::errors},
                                      Rule{findPartSequence, proposeWholeSequences}};
    return rules;
}

} // namespace core
