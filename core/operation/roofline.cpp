// SPDX-License-Identifier: GPL-3.0-or-later
// The body of the roofline run on doubles, with names.
#include "core/operation/roofline_body.h"
#include "core/step/axis_network.h"

#include <algorithm>
#include <fmt/format.h>

namespace core
{

namespace
{

bool binds(const Report& r, Resource resource)
{
    const auto verdict = r.bound.verdict;
    switch (resource) {
    case Resource::compute:
        return verdict == Verdict::compute || verdict == Verdict::balanced;
    case Resource::hbm:
        return verdict == Verdict::hbm;
    case Resource::dcn:
        return verdict == Verdict::dcn;
    case Resource::axisX:
        return verdict == Verdict::commsX || verdict == Verdict::comms;
    case Resource::axisY:
        return verdict == Verdict::commsY || verdict == Verdict::comms;
    case Resource::axisZ:
        return verdict == Verdict::commsZ || verdict == Verdict::comms;
    }
    return false;
}

std::string roofName(const Scenario& s, const Report& r, Resource resource)
{
    if (resource == Resource::hbm)
        return s.conv.hbm ? "HBM" : "HBM (left out)";
    if (resource == Resource::dcn)
        return "DCN";
    const auto a = static_cast<std::size_t>(std::ranges::find(axisResource, resource) - axisResource.begin());
    if (s.hw.kind == ChipKind::gpu)
        return networkName(s, r.mesh, a);
    const auto& fit = r.mesh.axis[a];
    return fmt::format("ICI {} ({} {}{})", axisNames[a], fit.hardwareAxes, fit.ring ? "ring" : "line",
                       fit.hardwareAxes == 1 ? "" : "s");
}

/// What the peak rate is of. GPUs of the catalogue have fp32 outside of their tensor cores alone.
std::string_view mathUnit(const Scenario& s)
{
    return s.hw.kind == ChipKind::tpu ? "MXU" : s.prec.compute == Dtype::fp32 ? "CUDA cores" : "tensor cores";
}

} // namespace

std::string_view idOf(Resource resource)
{
    constexpr std::array<std::string_view, 6> ids{"compute", "hbm", "X", "Y", "Z", "dcn"};
    return ids[static_cast<std::size_t>(resource)];
}

Roofline roofline(const Scenario& s, const Report& r)
{
    const Plain plainInputs;
    const Reader<Plain> in(plainInputs, s);
    const RooflineBody<Plain> body(s, in, r);
    const auto slopes = body.slopes();
    Roofline out;
    out.roofs.push_back(
        {.resource = Resource::compute,
         .name = fmt::format("{} {}", dtypeNames[static_cast<std::size_t>(s.prec.compute)], mathUnit(s)),
         .rate = body.peak().si(),
         .binding = binds(r, Resource::compute)});
    for (const auto& slope : slopes)
        out.roofs.push_back({.resource = slope.resource,
                             .name = roofName(s, r, slope.resource),
                             .rate = slope.rate.si(),
                             .ridge = slope.ridge.si(),
                             .binding = binds(r, slope.resource)});
    const auto add = [&out](const auto& points, bool operation) {
        for (const auto& p : points)
            out.points.push_back({.resource = p.resource,
                                  .name = std::string(p.name),
                                  .intensity = p.intensity.si(),
                                  .rate = p.rate.si(),
                                  .operation = operation});
    };
    add(body.step(slopes), false);
    add(body.operations(), true);
    return out;
}

} // namespace core
