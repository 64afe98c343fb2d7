// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about the mesh on the hardware, and about roles that exclude each other.
#include "core/check/check.h"
#include "core/check/check_rules.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choices.h"
#include "core/scenario/text_forms.h"
#include "core/scenario/wrapped_axes.h"
#include "core/step/mesh_fit.h"
#include "core/step/report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace core
{

namespace
{

double volume(const std::array<int, 3>& torus) { return 1.0 * torus[0] * torus[1] * torus[2]; }

/// "4×4×4".
std::string shownTorus(const std::array<int, 3>& torus)
{
    std::string text = torusText(torus);
    for (std::size_t at = 0; (at = text.find('x', at)) != std::string::npos;)
        text.replace(at, 1, "×");
    return text;
}

/// Sides of the largest slice, unused ones 1; all 0 where the shape is free.
std::array<int, 3> largestSlice(const Scenario& s)
{
    auto sides = s.hw.largestTorus;
    if (sides != std::array<int, 3>{})
        for (int& side : sides)
            side = std::max(1, side);
    return sides;
}

bool isWithin(std::array<int, 3> torus, std::array<int, 3> largest)
{
    std::sort(torus.begin(), torus.end());
    std::sort(largest.begin(), largest.end());
    return torus[0] <= largest[0] && torus[1] <= largest[1] && torus[2] <= largest[2];
}

std::string meshText(const Scenario& s)
{
    const auto& axis = s.mesh.axis;
    return fmt::format("{}×{}×{}", grouped(axis[0].size), grouped(axis[1].size), grouped(axis[2].size));
}

void findProduct(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (report.mesh.product)
        return;
    addIssue(found, "MESH_PRODUCT", "hw.torus",
             fmt::format("The mesh {} needs {} chips; the slice {} has {}. Each place of the mesh is one chip.",
                         meshText(s), grouped(s.mesh.chips()), shownTorus(s.hw.torus), grouped(volume(s.hw.torus))),
             Severity::error);
}

/// All axes taken as given.
Repair pinned(const Scenario& s)
{
    Repair repair{"Ignore the torus", {}};
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a)
        if (s.mesh.axis[a].size > 1 && s.mesh.axis[a].axes == 0)
            repair.edits.emplace_back(axisId(a) + ".axes", 1.0);
    return repair;
}

/// Smallest slice by its own choice, then each axis alone made to fill or spare the slice, or pinned as given.
std::vector<Repair> proposeProduct(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs{
        {fmt::format("Use {} chips", grouped(s.mesh.chips() * s.mesh.slices)), {{"hw.torus", std::string("auto")}}}};
    repairs.push_back(pinned(s));
    const double slice = volume(s.hw.torus);
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const double others = s.mesh.chips() / s.mesh.axis[a].size;
        const double size = slice / others;
        if (size >= 1 && size == std::floor(size))
            repairs.push_back(repairWith(axisId(a), size));
    }
    return repairs;
}

void findMeshMisfit(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (report.mesh.fits || !report.mesh.product)
        return;
    const auto largest = largestSlice(s);
    const std::string limit = volume(largest) > 0 ? fmt::format("; its largest is {} ({} chips)", shownTorus(largest),
                                                                grouped(volume(largest)))
                                                  : std::string();
    addIssue(found, "MESH_PHYS", "mesh.X",
             fmt::format("No slice of {} carries the mesh {}{}. Axes must be made from whole or split torus axes.",
                         chipName(s), meshText(s), limit),
             Severity::error);
}

std::vector<Repair> proposeMeshFit(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs{pinned(s)};
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const double size = s.mesh.axis[a].size;
        for (double smaller = std::exp2(std::ceil(std::log2(size)) - 1); smaller >= size / 1024 && smaller >= 1;
             smaller /= 2)
            repairs.push_back(repairWith(axisId(a), smaller));
    }
    return repairs;
}

/// A given slice the chip is not built in: more sides than it has hardware axes, or longer ones than its largest.
void findOddSlice(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto& torus = s.hw.torus;
    if (s.hw.kind != ChipKind::tpu || torus == std::array<int, 3>{})
        return;
    const auto largest = largestSlice(s);
    const bool free = volume(largest) == 0;
    const auto sides = std::count_if(torus.begin(), torus.end(), [](int side) { return side > 1; });
    if (sides <= s.hw.axes && (free || isWithin(torus, largest)))
        return;
    const std::string limit = free ? std::string() : fmt::format(" and at most {} chips", shownTorus(largest));
    addIssue(found, "MESH_PHYS", "hw.torus",
             fmt::format("{} is not built as {}: it has {} torus axes{}.", chipName(s), shownTorus(torus), s.hw.axes,
                         limit));
}

std::vector<Repair> proposeSlice(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs{{"Choose the slice by the mesh", {{"hw.torus", std::string("auto")}}}};
    if (s.presets)
        for (const auto& chip : s.presets->chips)
            if (chip.kind == ChipKind::tpu)
                repairs.push_back({"Use " + chip.name, {{"hw.chip", chip.id}}});
    return repairs;
}

bool isPinned(const MeshAxis& axis) { return axis.size > 1 && axis.axes > 0; }

std::string axesIdOf(std::size_t axis) { return axisId(axis) + ".axes"; }

std::string axesText(int axes) { return axes == 1 ? "1 torus axis" : fmt::format("{} torus axes", axes); }

/// Axes given by hand, with those that the others lie on, against what a chip has links for.
void findManyAxes(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (s.hw.kind != ChipKind::tpu)
        return;
    int spanned = 0;
    std::string said;
    std::size_t last = s.mesh.axis.size();
    std::array<bool, 3> fitted{};
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const auto& axis = s.mesh.axis[a];
        if (isPinned(axis)) {
            spanned += axis.axes;
            said += fmt::format("{}{} is given {}", said.empty() ? "" : " and ", axisLetter(a), axesText(axis.axes));
            last = a;
        } else {
            for (std::size_t h = 0; axis.size > 1 && h < fitted.size(); ++h)
                fitted[h] = fitted[h] || report.mesh.axis[a].part[h] > 1;
        }
    }
    const auto others = static_cast<int>(std::count(fitted.begin(), fitted.end(), true));
    if (last == s.mesh.axis.size() || spanned + others <= s.hw.axes)
        return;
    addIssue(found, "MESH_PHYS", axesIdOf(last),
             fmt::format("{}{}, but {} has {}: times count links that no chip has.", said,
                         others > 0 ? fmt::format(", and the others lie on {}", others) : std::string(), chipName(s),
                         axesText(s.hw.axes)));
}

std::vector<Repair> proposeFewerAxes(const Scenario& s, const Report&, const Issue&)
{
    Repair fit{"Lay the mesh on the slice", {}};
    std::vector<Repair> repairs;
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        if (!isPinned(s.mesh.axis[a]))
            continue;
        fit.edits.emplace_back(axesIdOf(a), 0.0);
        for (int axes = 1; axes < s.mesh.axis[a].axes; ++axes)
            repairs.push_back(
                {fmt::format("Give {} {}", axisLetter(a), axesText(axes)), {{axesIdOf(a), static_cast<double>(axes)}}});
    }
    repairs.push_back(std::move(fit));
    return repairs;
}

/// Axes given by hand are taken as rings whether or not the hardware closes axes of that length.
void findPinnedRing(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (s.hw.kind != ChipKind::tpu || s.conv.wrap != Wrap::hardware)
        return;
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const auto& axis = s.mesh.axis[a];
        if (!isPinned(axis) || !report.mesh.axis[a].ring || axis.role == Role::replicate || axis.role == Role::pipeline)
            continue;
        const auto sides = evenParts(static_cast<int>(std::min(axis.size, 1e6)), axis.axes);
        const bool closes = std::all_of(sides.begin(), sides.begin() + axis.axes, [&](int side) {
            return wrappedAxes(s.hw, {side, side, side}, s.conv.wrap)[0];
        });
        if (!closes)
            addIssue(found, "NO_WRAP", axesIdOf(a),
                     fmt::format("{} of {} chips is counted as closed on {}, as given by hand; {} does not close {}.",
                                 axisLetter(a), grouped(axis.size), axesText(axis.axes), chipName(s),
                                 axis.axes == 1 ? fmt::format("an axis of {}", sides[0])
                                                : fmt::format("axes as long as {}", shownTorus(sides))),
                     Severity::note);
    }
}

std::vector<Repair> proposeNoPin(const Scenario&, const Report&, const Issue& issue)
{
    return {{"Lay the axis on the slice", {{issue.field, 0.0}}},
            {"Pretend rings (book formula)", {{"conv.wrap", std::string("ring")}}}};
}

/// A slice that nobody can get, given or chosen because no offered one carries the mesh.
void findNotOffered(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    const bool given = s.hw.torus != std::array<int, 3>{};
    const auto& torus = given ? s.hw.torus : report.mesh.torus;
    const auto sides = std::count_if(torus.begin(), torus.end(), [](int side) { return side > 1; });
    if (s.hw.kind != ChipKind::tpu || torus == std::array<int, 3>{} || sides > s.hw.axes ||
        !isWithin(torus, largestSlice(s)) || isOffered(s.hw, torus))
        return;
    addIssue(found, "NOT_OFFERED", given ? "hw.torus" : "mesh.X",
             given ? fmt::format("{} is not offered as a slice of {}.", chipName(s), shownTorus(torus))
                   : fmt::format("No slice in which {} is offered carries the mesh {}: it is laid on {}, which nobody "
                                 "can get.",
                                 chipName(s), meshText(s), shownTorus(torus)),
             Severity::note);
}

std::vector<Repair> proposeOffered(const Scenario& s, const Report&, const Issue&)
{
    std::vector<Repair> repairs{{"Choose the slice by the mesh", {{"hw.torus", std::string("auto")}}}};
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a)
        for (double size = 1; size <= 4 * s.mesh.axis[a].size && size <= 16384; size *= 2)
            if (size >= s.mesh.axis[a].size / 4 && size != s.mesh.axis[a].size)
                repairs.push_back(repairWith(axisId(a), size));
    return repairs;
}

void findDoubleRole(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    for (const Role role : {Role::tensor, Role::pipeline, Role::expert, Role::context})
        if (const auto axes = axesWith(s, role); axes.size() > 1)
            addIssue(
                found, "ROLE", roleId(axes[1]),
                fmt::format("{} and {} both have the role {}, which only one axis can have: times are computed for "
                            "one.",
                            axisLetter(axes[0]), axisLetter(axes[1]), nameOf(role)),
                Severity::error);
}

/// "Use FSDP on X and Y".
Repair repairWithRole(const std::vector<std::size_t>& axes, Role role)
{
    auto repair = repairWithRole(axes.front(), role);
    for (std::size_t i = 1; i < axes.size(); ++i) {
        repair.text += fmt::format(" and {}", axisLetter(axes[i]));
        repair.edits.emplace_back(roleId(axes[i]), std::string(nameOf(role)));
    }
    return repair;
}

/// All axes in one, or another role for all but one.
std::vector<Repair> proposeRole(const Scenario& s, const Report&, const Issue& issue)
{
    const auto axes = axesWith(s, s.mesh.axis[axisOf(issue.field)].role);
    std::vector<Repair> repairs;
    if (axes.size() < 2)
        return repairs;
    for (std::size_t kept = axes.size(); kept-- > 0;) {
        auto others = axes;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(kept));
        for (const Role role : {Role::data, Role::fsdp})
            repairs.push_back(repairWithRole(others, role));
    }
    const double product = degreeOf(s, s.mesh.axis[axes[0]].role);
    Repair alone{fmt::format("Use {} = {} alone", axisLetter(axes[0]), grouped(product)), {{axisId(axes[0]), product}}};
    for (std::size_t a = 1; a < axes.size(); ++a)
        alone.edits.emplace_back(axisId(axes[a]), 1.0);
    repairs.push_back(std::move(alone));
    return repairs;
}

void findRegather(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    const auto shards = axesWith(s, Role::fsdp);
    const auto stages = axesWith(s, Role::pipeline);
    if (shards.empty() || stages.empty() || s.work.micro <= 1 || s.work.mode != Mode::training)
        return;
    addIssue(found, "ROLE", roleId(shards[0]),
             fmt::format("FSDP on {} inside the pipeline on {} gathers the weights again for each of {} "
                         "microbatches.",
                         axisLetter(shards[0]), axisLetter(stages[0]), grouped(s.work.micro)));
}

std::vector<Repair> proposeNoRegather(const Scenario& s, const Report&, const Issue& issue)
{
    const auto axis = axisOf(issue.field);
    std::vector<Repair> repairs;
    for (const Role role : {Role::zero1, Role::zero2, Role::data})
        repairs.push_back(repairWithRole(axis, role));
    repairs.push_back(repairWith("work.micro", 1.0));
    (void)s;
    return repairs;
}

/// The one token of a decode step cannot be split, and its cache is split by heads and sequences.
void findDecodedContext(const Scenario& s, const Report&, std::vector<Issue>& found)
{
    if (s.work.mode != Mode::decode)
        return;
    for (const auto a : axesWith(s, Role::context))
        addIssue(found, "ROLE", roleId(a),
                 fmt::format("{} = {} splits sequences (context), but a decode step has one token of each: nothing is "
                             "left to split.",
                             axisLetter(a), grouped(s.mesh.axis[a].size)),
                 Severity::error);
}

std::vector<Repair> proposeNoContext(const Scenario&, const Report&, const Issue& issue)
{
    const auto a = axisOf(issue.field);
    return {repairWithRole(a, Role::data),
            {fmt::format("Use tensor parallelism on {}", axisLetter(a)), {{roleId(a), std::string("tensor")}}},
            repairWith(axisId(a), 1.0)};
}

void findLine(const Scenario& s, const Report& report, std::vector<Issue>& found)
{
    if (s.hw.kind != ChipKind::tpu || s.conv.wrap != Wrap::hardware || !report.mesh.fits)
        return;
    for (std::size_t a = 0; a < s.mesh.axis.size(); ++a) {
        const auto& axis = s.mesh.axis[a];
        const AxisFit& fit = report.mesh.axis[a];
        if (axis.size <= 1 || fit.ring || axis.role == Role::replicate || axis.role == Role::pipeline)
            continue;
        addIssue(found, "NO_WRAP", axisId(a),
                 fmt::format("{} axis {} of {} has no wraparound: {} {} one way, not a ring, so it sends at "
                             "{} of a ring's rate.",
                             chipName(s), axisLetter(a), grouped(axis.size), fit.hops, fit.hops == 1 ? "hop" : "hops",
                             format(fit.links / (2.0 * std::max(1, fit.hardwareAxes)), dim::count)),
                 Severity::note);
    }
}

/// A closed axis lies on a slice that one can get.
std::vector<Repair> proposeRing(const Scenario& s, const Report&, const Issue& issue)
{
    std::vector<Repair> repairs{{"Pretend rings (book formula)", {{"conv.wrap", std::string("ring")}}}};
    const double size = s.mesh.axis[axisOf(issue.field)].size;
    for (const double longer : {4.0, 16.0, 32.0, 64.0}) {
        Scenario tried = s;
        if (longer > size && setField(tried, issue.field, longer) && isOffered(tried.hw, fitMesh(tried).torus))
            repairs.push_back(repairWith(issue.field, longer));
    }
    return repairs;
}

} // namespace

std::span<const Rule> meshRules()
{
    static constexpr std::array rules{Rule{findProduct, proposeProduct, Finds::errors},
                                      Rule{findMeshMisfit, proposeMeshFit, Finds::errors},
                                      Rule{findOddSlice, proposeSlice},
                                      Rule{findDecodedContext, proposeNoContext, Finds::errors},
                                      Rule{findDoubleRole, proposeRole, Finds::errors},
                                      Rule{findRegather, proposeNoRegather},
                                      Rule{findLine, proposeRing},
                                      Rule{findManyAxes, proposeFewerAxes},
                                      Rule{findPinnedRing, proposeNoPin},
                                      Rule{findNotOffered, proposeOffered}};
    return rules;
}

} // namespace core
