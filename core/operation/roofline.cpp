// SPDX-License-Identifier: GPL-3.0-or-later
// Roofs and points of a scenario.
#include "core/operation/roofline.h"

#include "core/inputs/inputs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::array axisResource{Resource::axisX, Resource::axisY, Resource::axisZ};
constexpr std::array<std::string_view, meshAxes> axisName{"X", "Y", "Z"};

double peak(const Scenario& s)
{
    const auto i = static_cast<std::size_t>(s.prec.compute);
    const double rate = i < dtypeCount ? s.hw.flops[i] : 0;
    return rate > 0 ? rate : s.hw.flops[static_cast<std::size_t>(Dtype::bf16)];
}

bool bindsAxis(const Report& r, std::size_t a)
{
    constexpr std::array verdict{Verdict::commsX, Verdict::commsY, Verdict::commsZ};
    return r.bound.verdict == verdict[a] || r.bound.verdict == Verdict::comms;
}

std::string axisRoofName(const Scenario& s, const Report& r, std::size_t a)
{
    if (s.hw.kind == ChipKind::gpu)
        return fmt::format("Network {}", axisName[a]);
    const auto& fit = r.mesh.axis[a];
    return fmt::format("ICI {} ({} {}{})", axisName[a], fit.hardwareAxes, fit.ring ? "ring" : "line",
                       fit.hardwareAxes == 1 ? "" : "s");
}

void addSlope(Roofline& out, Resource resource, std::string name, double rate, double math, bool binding)
{
    if (std::isfinite(rate) && rate > 0)
        out.roofs.push_back({resource, std::move(name), rate, math / rate, binding});
}

/// The step itself: one mark per resource, all at the rate the step reaches.
void addStep(Roofline& out, const Report& r)
{
    const double rate = r.flops.chip.si() / r.time.step.si();
    if (!std::isfinite(rate))
        return;
    for (const auto& roof : out.roofs) {
        double seconds = 0;
        if (roof.resource == Resource::hbm)
            seconds = r.time.hbm.si();
        else if (roof.resource == Resource::dcn)
            seconds = r.time.dcn.si();
        for (std::size_t a = 0; a < meshAxes; ++a)
            if (roof.resource == axisResource[a])
                seconds = r.time.axis[a].si();
        if (roof.resource != Resource::compute && seconds > 0)
            out.points.push_back({roof.resource, "step", r.flops.chip.si() / (seconds * roof.rate), rate, false});
    }
}

/// A matmul of one chip's shard as an operation under the HBM roof (c.1).
void addMatmul(Roofline& out, const Scenario& s, std::string name, double rows, double in, double columns)
{
    const double flops = 2 * rows * in * columns;
    const double x = dtypeBytes(s.prec.act);
    const double w = dtypeBytes(s.prec.weights);
    const double bytes = x * rows * in + w * in * columns + x * rows * columns;
    if (!(flops > 0) || !(bytes > 0))
        return;
    const double intensity = flops / bytes;
    out.points.push_back(
        {Resource::hbm, std::move(name), intensity, std::min(peak(s), intensity * s.hw.hbmRate), true});
}

void addOperations(Roofline& out, const Scenario& s, const Report& r)
{
    const auto& m = s.model;
    double tensor = 1;
    for (const auto& axis : s.mesh.axis)
        if (axis.role == Role::tensor)
            tensor *= axis.size;
    const double rows = r.tokensRank.si() / std::max(1.0, s.work.micro);
    if (m.E > 0)
        addMatmul(out, s, "one expert, in", rows * m.k / m.E, m.D, m.F / tensor);
    else
        addMatmul(out, s, "MLP in", rows, m.D, m.F / tensor);
    if (m.attention) {
        addMatmul(out, s, "Q, K, V", rows, m.D, m.H * (m.N + 2 * m.K) / tensor);
        const bool decode = s.work.mode == Mode::decode;
        const double T = decode ? 1 : s.work.seq;
        const double S = s.work.seq;
        const double flops = 4 * T * S * m.N * m.H;
        const double bytes = dtypeBytes(s.prec.act) * 2 * T * m.N * m.H + dtypeBytes(s.prec.kv) * 2 * S * m.K * m.H;
        const double intensity = flops / bytes;
        out.points.push_back(
            {Resource::hbm, "attention", intensity, std::min(peak(s), intensity * s.hw.hbmRate), true});
    }
    if (m.V > 0)
        addMatmul(out, s, "vocabulary", rows, m.D, m.V / tensor);
}

} // namespace

Roofline roofline(const Scenario& s, const Report& r)
{
    Roofline out;
    const double math = peak(s);
    const auto dtype = dtypeNames[static_cast<std::size_t>(s.prec.compute)];
    out.roofs.push_back({Resource::compute, fmt::format("{} math", dtype), math, 0,
                         r.bound.verdict == Verdict::compute || r.bound.verdict == Verdict::balanced});
    addSlope(out, Resource::hbm, "HBM", s.hw.hbmRate, math, r.bound.verdict == Verdict::hbm);
    for (std::size_t a = 0; a < meshAxes; ++a) {
        // The roof is what the axis really delivers for this step: bytes sent over the time they take.
        const double wire = r.bytes.wire[a].si();
        const double seconds = r.time.axis[a].si();
        if (wire > 0 && seconds > 0)
            addSlope(out, axisResource[a], axisRoofName(s, r, a), wire / seconds, math, bindsAxis(r, a));
    }
    if (r.time.dcn.si() > 0)
        addSlope(out, Resource::dcn, "DCN", s.hw.dcnRate, math, r.bound.verdict == Verdict::dcn);
    addStep(out, r);
    addOperations(out, s, r);
    return out;
}

} // namespace core
