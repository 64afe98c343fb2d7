// SPDX-License-Identifier: GPL-3.0-or-later
// The mesh of the product as a torus of its own, or as GPUs behind switches.
#include "core/design/sharding_opening.h"

#include "core/design/place.h"
#include "core/sharding/costs.h"
#include "core/sharding/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

/// Axes of a mesh of its own are X, Y and Z of the torus, in their order.
DesignPlace onItsOwn(const Scenario& s, const NamedMesh& mesh, const ReshardStep& step)
{
    DesignPlace place;
    place.wrap = s.conv.wrap;
    std::string axes;
    for (std::size_t a = 0; a < mesh.axes.size(); ++a) {
        place.torus += fmt::format("{}{}", a > 0 ? "x" : "", mesh.axes[a].size);
        if (step.axes.find(mesh.axes[a].name) != std::string::npos)
            axes += "XYZ"[a];
    }
    if (axes.size() < mesh.axes.size())
        place.axes = axes;
    return place;
}

DesignPlace behindSwitches(const Scenario& s, double within, double devices)
{
    DesignPlace place;
    place.torus = fmt::format("switch{:.0f}", devices);
    if (within < devices && within != s.hw.domain)
        place.torus += fmt::format("/{:.0f}", within);
    return place;
}

tl::expected<DesignPlace, std::string> placeOf(const Scenario& s, const NamedMesh& mesh, const MeshOnChips& chips,
                                               const ReshardStep& step)
{
    if (s.hw.kind == ChipKind::gpu)
        return behindSwitches(s, chips.span(mesh, step.axes, s.hw.domain).most,
                              static_cast<double>(mesh.size(step.axes)));
    if (!chips.ofDesign)
        return onItsOwn(s, mesh, step);
    std::array<bool, meshAxes> members{};
    for (std::size_t a = 0; a < meshAxes; ++a)
        members[a] = step.axes.find(axisNames[a]) != std::string::npos;
    return placeOfAxes(s, members);
}

} // namespace

tl::expected<FieldEdits, std::string> openingEdits(const Scenario& s, const ShardingReport& report,
                                                   const ReshardStep& step)
{
    if (step.isFree())
        return tl::unexpected(step.text() + " moves nothing: each device drops what others hold too");
    const Plain plain;
    const Reader<Plain> in(plain, s);
    const ShardingCosts<Plain> costs(s, report.mesh, report.sizes, in);
    const auto place = placeOf(s, report.mesh, costs.chips(), step);
    if (!place)
        return tl::unexpected(place.error());
    return openingEdits(s, {step.text(), kindOf(step.op), costs.payload(step).si()}, *place);
}

SecondsOf<double> chargeOf(const Scenario& s, const ShardingReport& report, const ReshardStep& step)
{
    const Plain plain;
    const Reader<Plain> in(plain, s);
    return ShardingCosts<Plain>(s, report.mesh, report.sizes, in).seconds(step);
}

std::optional<ReshardStep> openedStep(const Scenario& s, const ShardingReport& report)
{
    const Plain plain;
    const Reader<Plain> in(plain, s);
    const ShardingCosts<Plain> costs(s, report.mesh, report.sizes, in);
    const auto isOpen = [&](const ReshardStep& step) {
        if (step.isFree() || kindOf(step.op) != s.coll.kind ||
            std::round(costs.payload(step).si()) != s.coll.bytes.si())
            return false; // most are told apart without looking for their place
        const auto edits = openingEdits(s, report, step);
        return edits && isOpened(s, *edits);
    };
    const auto among = [&](const std::vector<ShardingPlan>& plans) -> std::optional<ReshardStep> {
        for (const auto& plan : plans)
            for (const auto* steps : {&plan.before, &plan.after})
                if (const auto found = std::ranges::find_if(*steps, isOpen); found != steps->end())
                    return *found;
        return std::nullopt;
    };
    auto found = among(report.plans);
    for (std::size_t i = 0; !found && i < report.back.size(); ++i)
        found = among(report.back[i]);
    return found;
}

} // namespace core
