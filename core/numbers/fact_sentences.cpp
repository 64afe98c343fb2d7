// SPDX-License-Identifier: GPL-3.0-or-later
// Tells from the fitted mesh what its links, hops and domains are counted on.
#include "core/numbers/fact_sentences.h"

#include "core/inputs/facts.h"
#include "core/numbers/metrics.h"
#include "core/operation/operation_name.h"
#include "core/quantity/format.h"
#include "core/scenario/fields_operation.h"
#include "core/scenario/fields_work.h"
#include "core/step/context.h"
#include "core/step/mesh_fit.h"

#include <fmt/format.h>

namespace core
{

namespace
{

/// Why an axis of the slice closes, or does not.
std::string whyClosed(const Scenario& s, int length, int chips, bool closed)
{
    if (s.conv.wrap == Wrap::ring)
        return "conv.wrap takes every axis as a ring";
    if (chips < length)
        return "only whole axes of the slice close";
    switch (s.hw.wrap) {
    case WrapRule::none:
        return "the axes of this chip do not close";
    case WrapRule::length16:
    case WrapRule::length32: {
        const int needed = s.hw.wrap == WrapRule::length16 ? 16 : 32;
        return closed ? fmt::format("axes of {} chips close", needed)
                      : fmt::format("only axes of {} chips close", needed);
    }
    case WrapRule::cubesOf4:
        break;
    }
    return closed ? "all sides of the slice are multiples of 4" : "not all sides of the slice are multiples of 4";
}

/// "4 chips in a ring, 2 links, since ...".
std::string onHardwareAxis(const Scenario& s, const MeshFit& fit, std::size_t mesh, std::size_t hardware)
{
    const int chips = fit.axis[mesh].part[hardware];
    const bool closed = fit.axis[mesh].closed[hardware];
    return fmt::format("{} chips in a {}, since {}", chips, closed ? "ring (2 links)" : "line (1 link)",
                       whyClosed(s, fit.torus[hardware], chips, closed));
}

std::string sliceSaid(const Scenario& s, const MeshFit& fit)
{
    const bool chosen = s.hw.torus == std::array<int, 3>{0, 0, 0};
    const std::string_view among = !s.hw.offered                ? "auto"
                                   : isOffered(s.hw, fit.torus) ? "auto among the slices that are offered"
                                                                : "auto, as no slice that is offered carries the mesh";
    return fmt::format(
        "the {}×{}×{} slice{}", fit.torus[0], fit.torus[1], fit.torus[2],
        chosen ? fmt::format(
                     " (chosen by hw.torus = {}: most links at work, then most cubic, which is not always the fastest)",
                     among)
               : std::string());
}

std::string partsSaid(const Scenario& s, const MeshFit& fit, std::size_t mesh)
{
    std::string parts;
    for (std::size_t h = 0; h < 3; ++h)
        if (fit.axis[mesh].part[h] > 1)
            parts += (parts.empty() ? "" : "; ") + onHardwareAxis(s, fit, mesh, h);
    return parts;
}

std::string axesText(int axes) { return axes == 1 ? "one axis" : fmt::format("{} axes", axes); }

/// Where a mesh axis lies.
std::string axisSaid(const Scenario& s, std::size_t mesh)
{
    const auto fit = fitMesh(s);
    const auto& axis = fit.axis[mesh];
    const auto name = axisNames[mesh];
    if (const int pinned = s.mesh.axis[mesh].axes; pinned > 0)
        return fmt::format("mesh.{}.axes pins {} to {} of the slice, {}.", name, name, axesText(pinned),
                           axis.ring ? "with 2 links on each"
                                     : "with 2 links on each, but 2 chips along one share 1 link");
    return fmt::format("{} spans {} of {}: {}.", name, axesText(axis.hardwareAxes), sliceSaid(s, fit),
                       partsSaid(s, fit, mesh));
}

/// "X spans 2 axes: 4 chips in a ring ...", without the slice.
std::string axisWithoutSlice(const Scenario& s, const MeshFit& fit, std::size_t mesh)
{
    return fmt::format("{} spans {}: {}.", axisNames[mesh], axesText(fit.axis[mesh].hardwareAxes),
                       partsSaid(s, fit, mesh));
}

/// The axis, and the context axes that join it where it moves weights.
std::string ranksSaid(const Scenario& s, std::size_t mesh, bool ofWeights)
{
    const auto& axes = s.mesh.axis;
    std::string text = axes[mesh].role == Role::pipeline ? "A stage sends to its neighbour over one link. " : "";
    const auto members = membersOf(s.mesh, mesh, ofWeights || isData(axes[mesh].role));
    text += axisSaid(s, mesh);
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (members[a] && a != mesh)
            text += fmt::format(" The context axis {} joins it, as its chips hold the same weights: {}", axisNames[a],
                                axisSaid(s, a));
    return text;
}

/// "X, together with Y," where the groups of an axis run along others too.
std::string groupSaid(const Scenario& s, std::size_t mesh, bool weights, double& ranks)
{
    const auto members = membersOf(s.mesh, mesh, weights);
    std::string others;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        ranks *= members[a] ? s.mesh.axis[a].size : 1;
        if (members[a] && a != mesh)
            others += fmt::format("{}{}", others.empty() ? "" : " and ", axisNames[a]);
    }
    return fmt::format("A group of {}{}", axisNames[mesh], others.empty() ? "" : " with " + others);
}

/// Ranks inside and outside of domains.
std::string domainSaid(const Scenario& s, std::size_t mesh, bool weights)
{
    const auto fit = fitMesh(s);
    const auto& span = fit.span[mesh][weights ? 1 : 0];
    double ranks = 1;
    const auto group = groupSaid(s, mesh, weights, ranks);
    const auto between = fit.axis[mesh].inner > 1
                             ? fmt::format(", {} between two neighbours along {}",
                                           countText(fit.axis[mesh].inner - 1, "GPU"), axisNames[mesh])
                             : std::string();
    const auto domain = countText(s.hw.domain, "GPU");
    if (!(span.domains > 1))
        return fmt::format("{} has {}, all in one domain of {}{}.", group, countText(ranks, "rank"), domain, between);
    const auto each = span.most == span.fewest
                          ? fmt::format("{} on each of {} of {}", countText(span.most, "rank"),
                                        countText(span.domains, "domain"), domain)
                          : fmt::format("on up to {} of {}: {} on the one that has most, {} on the one that has fewest",
                                        countText(span.domains, "domain"), domain, countText(span.most, "rank"),
                                        grouped(span.fewest));
    return fmt::format("{} has {}, {}{}.", group, countText(ranks, "rank"), each, between);
}

std::string sentenceOf(const Scenario& s, std::string_view symbol)
{
    for (std::size_t axis = 0; axis < meshAxes; ++axis) {
        const bool ofWeights = symbol == fact::weightLinks[axis].symbol || symbol == fact::weightHops[axis].symbol;
        if (symbol == fact::links[axis].symbol || symbol == fact::weightLinks[axis].symbol)
            return ranksSaid(s, axis, ofWeights);
        const bool ofHops = symbol == fact::hops[axis].symbol || symbol == fact::weightHops[axis].symbol;
        if (ofHops && s.hw.kind == ChipKind::gpu)
            return domainSaid(s, axis, ofWeights || isData(s.mesh.axis[axis].role)) +
                   " A switch reaches every rank in one hop.";
        if (ofHops)
            return ranksSaid(s, axis, ofWeights) +
                   " A ring is crossed in half as many hops as it has chips, a line in one fewer.";
        for (const auto* ofDomains : {&fact::within, &fact::nodes, &fact::rest})
            if (symbol == (*ofDomains)[axis].symbol)
                return domainSaid(s, axis, isData(s.mesh.axis[axis].role));
        for (const auto* ofDomains : {&fact::weightWithin, &fact::weightNodes, &fact::weightRest})
            if (symbol == (*ofDomains)[axis].symbol)
                return domainSaid(s, axis, true);
    }
    return {};
}

} // namespace

std::string layoutSaid(const Scenario& s)
{
    const auto fit = fitMesh(s);
    std::string said;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        if (s.mesh.axis[a].size <= 1)
            continue;
        const bool laid = s.hw.kind == ChipKind::tpu && s.mesh.axis[a].axes == 0;
        if (laid && !fit.fits)
            return "The mesh cannot be laid on the slice.";
        if (laid && said.find("slice") == std::string::npos)
            said += fmt::format("{}The mesh lies on {}.", said.empty() ? "" : " ", sliceSaid(s, fit));
        said += (said.empty() ? "" : " ") + (s.hw.kind == ChipKind::gpu ? domainSaid(s, a, isData(s.mesh.axis[a].role))
                                             : laid                     ? axisWithoutSlice(s, fit, a)
                                                                        : axisSaid(s, a));
    }
    return said;
}

void sayFacts(Derivation& derivation, const Scenario& s)
{
    for (auto& step : derivation.steps) {
        if (step.fieldId.empty() && step.unit == "token")
            step.unit = countedIn(s, derivation.id, step.unit);
        else if (step.fieldId == field::work::batch.id)
            step.unit = countedIn(s, "token") + "s";
        else if (step.fieldId == field::op::B.id)
            step.unit = fmt::format("{}s", batchUnitOf(s.op.kind));
    }
    for (auto& step : derivation.steps)
        if (step.expression.nodes.empty() && step.fieldId.empty()) {
            step.sentence = sentenceOf(s, step.symbol);
            if (!step.sentence.empty()) { // says more than the chapter
                step.source.clear();
                step.sourceUrl.clear();
            }
        }
}

} // namespace core
