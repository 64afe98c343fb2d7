// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about single values: sizes that are zero or out of range, rates that a scenario needs and the chip lacks.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/step/report.h"

#include <algorithm>
#include <fmt/format.h>

namespace core
{

namespace
{

constexpr auto bf16 = static_cast<std::size_t>(Dtype::bf16);

void findOutOfRange(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    for (const Field& field : fields()) {
        if (field.kind != FieldKind::whole && field.kind != FieldKind::real)
            continue;
        const double v = std::get<double>(field.get(s));
        constexpr double minRate = 1e6; // per second; 0 says that there is none
        const bool isRate = field.dim == dim::flopPerSecond || field.dim == dim::bytePerSecond;
        if (isRate && v > 0 && v < minRate)
            addIssue(found, "RANGE", std::string(field.id),
                     fmt::format("{} is {}: nothing ends at that rate. Give {} or more{}.", field.title,
                                 format(v, field.dim), format(minRate, field.dim),
                                 field.min > 0 ? "" : ", or 0 for none"),
                     Severity::error);
        if (v >= field.min && v <= field.max)
            continue;
        if (v == 0)
            addIssue(found, "ZERO", std::string(field.id),
                     fmt::format("{} is 0: there is nothing to compute.", field.title), Severity::error);
        else
            addIssue(found, "RANGE", std::string(field.id),
                     fmt::format("{} is {}, outside of {} to {}.", field.title, format(v, field.dim),
                                 format(field.min, field.dim), format(field.max, field.dim)),
                     Severity::error);
    }
}

std::vector<Repair> proposeInRange(const Scenario& s, const Report&, const Issue& issue)
{
    const Field* field = findField(issue.field);
    if (!field)
        return {};
    const double v = std::get<double>(field->get(s));
    const double standard = std::get<double>(field->get(presetBaseline(s)));
    return {repairWith(issue.field, v > field->max ? field->max : field->min), repairWith(issue.field, standard)};
}

void findNoMath(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto compute = std::min(static_cast<std::size_t>(s.prec.compute), s.hw.flops.size() - 1);
    if (s.hw.flops[compute].si() <= 0 && s.hw.flops[bf16].si() <= 0)
        addIssue(found, "ZERO", "hw.flops.bf16",
                 fmt::format("{} has no rate for {} math{}: nothing can be computed.", chipName(s), dtypeNames[compute],
                             compute == bf16 ? "" : " and none for bf16"),
                 Severity::error);
}

std::vector<Repair> proposeMath(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs;
    const double preset = presetBaseline(s).hw.flops[bf16].si();
    repairs.push_back({fmt::format("Use the rate of the preset, {}", format(preset, dim::flopPerSecond)),
                       {{"hw.flops.bf16", preset}}});
    for (std::size_t i = 0; i < s.hw.flops.size(); ++i)
        if (s.hw.flops[i].si() > 0)
            repairs.push_back(
                {fmt::format("Compute in {}", dtypeNames[i]), {{"prec.compute", std::string(dtypeNames[i])}}});
    return repairs;
}

/// The data-centre network is needed between slices, and by GPUs beyond one NVLink domain.
void findNoNetwork(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    const bool beyond = s.hw.kind == ChipKind::gpu && report.chips.si() / s.mesh.slices > s.hw.domain;
    if (s.hw.dcnRate.si() > 0 || (s.mesh.slices <= 1 && !beyond))
        return;
    addIssue(found, "ZERO", "hw.dcn.rate",
             fmt::format("The data-centre bandwidth is 0, but {} must exchange data over it.",
                         beyond
                             ? fmt::format("{} GPUs in domains of {}", grouped(report.chips.si()), grouped(s.hw.domain))
                             : fmt::format("{} slices", grouped(s.mesh.slices))),
             Severity::error);
}

std::vector<Repair> proposeNetwork(const Scenario& s, const Report&, const Issue&)
{
    const double preset = presetBaseline(s).hw.dcnRate.si();
    std::vector<Repair> repairs{repairWith("mesh.slices", 1.0)};
    if (preset > 0)
        repairs.push_back({fmt::format("Use the rate of the preset, {}", format(preset, dim::bytePerSecond)),
                           {{"hw.dcn.rate", preset}}});
    return repairs;
}

void findNoExpert(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (s.model.E > 0 && s.model.k == 0 && s.model.Es == 0)
        addIssue(found, "ZERO", "model.k",
                 fmt::format("Tokens visit 0 of {} experts: there is nothing to compute in them.", grouped(s.model.E)),
                 Severity::error);
}

std::vector<Repair> proposeExpert(const Scenario& s, const Report&, const Issue&)
{
    return {repairWith("model.k", 1.0), repairWith("model.k", std::min(s.model.E, 8.0)), repairWith("model.E", 0.0)};
}

void findNoDtype(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto compute = static_cast<std::size_t>(s.prec.compute);
    if (compute >= s.hw.flops.size() || s.hw.flops[compute].si() > 0 || s.hw.flops[bf16].si() <= 0)
        return;
    addIssue(found, "DTYPE", "prec.compute",
             fmt::format("{} has no {} math: counted as bf16.", chipName(s), dtypeNames[compute]));
}

std::vector<Repair> proposeDtype(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs{{"Compute in bf16", {{"prec.compute", std::string(dtypeNames[bf16])}}}};
    const std::string key = "flops." + std::string(dtypeNames[static_cast<std::size_t>(s.prec.compute)]);
    if (s.presets)
        for (const auto& chip : s.presets->chips)
            if (chip.kind == s.hw.kind && chip.find(key))
                repairs.push_back({"Use " + chip.name, {{"hw.chip", chip.id}}});
    return repairs;
}

} // namespace

std::span<const Rule> valueRules()
{
    static constexpr std::array rules{
        Rule{findOutOfRange, proposeInRange, Finds::errors}, Rule{findNoMath, proposeMath, Finds::errors},
        Rule{findNoNetwork, proposeNetwork, Finds::errors}, Rule{findNoExpert, proposeExpert, Finds::errors},
        Rule{findNoDtype, proposeDtype}};
    return rules;
}

} // namespace core
