// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict in words.
#include "core/evaluate/verdict.h"

#include "core/quantity/format.h"

#include <cmath>
#include <fmt/format.h>

namespace core
{

namespace
{

std::string_view heading(Verdict v)
{
    switch (v) {
    case Verdict::compute:
        return "Compute-bound";
    case Verdict::hbm:
        return "HBM-bound";
    case Verdict::latency:
        return "Latency-bound";
    case Verdict::dcn:
        return "DCN-bound";
    case Verdict::balanced:
        return "Balanced";
    case Verdict::unknown:
        return "Cannot be evaluated";
    default:
        return "Communication-bound";
    }
}

std::string factor(double ratio)
{
    if (!std::isfinite(ratio))
        return "any";
    return ratio < 100 ? fmt::format("{:.2f}×", ratio) : grouped(std::round(ratio)) + "×";
}

} // namespace

std::string_view verdictName(Verdict v)
{
    constexpr std::string_view names[] = {"compute", "comms:X", "comms:Y", "comms:Z",  "comms",
                                          "hbm",     "latency", "dcn",     "balanced", "unknown"};
    return names[static_cast<std::size_t>(v)];
}

std::string resourceName(const Scenario& s, Verdict v)
{
    const std::string network = s.hw.kind == ChipKind::gpu ? "network" : "ICI";
    switch (v) {
    case Verdict::commsX:
        return network + " X";
    case Verdict::commsY:
        return network + " Y";
    case Verdict::commsZ:
        return network + " Z";
    case Verdict::comms:
        return network;
    case Verdict::hbm:
        return "HBM";
    case Verdict::dcn:
        return "DCN";
    case Verdict::latency:
        return "hops";
    default:
        return "math";
    }
}

std::string verdictSentence(const Scenario& s, const Report& r)
{
    const auto& b = r.bound;
    if (b.verdict == Verdict::unknown)
        return "Cannot be evaluated: the mesh cannot be laid on the slice";
    const auto time = [](double t) { return format(t, dim::second); };
    const auto other = resourceName(s, b.largest);
    const std::string pass = s.work.mode == Mode::training && s.work.pass == Pass::step && !b.whole
                                 ? (b.backward ? " in the backward pass" : " in the forward pass")
                                 : "";
    const double margin = b.margin.si();
    const auto math = time(b.math.si());
    const auto rival = time(b.other.si());
    if (b.verdict == Verdict::compute)
        return fmt::format("Compute-bound{}: math {} vs {} {} ({} margin)", pass, math, other, rival, factor(margin));
    if (b.verdict == Verdict::balanced)
        return fmt::format("Balanced{}: math {} and {} {}, within 10 % of the boundary", pass, math, other, rival);
    return fmt::format("{}{}: {} {} vs math {} ({} over)", heading(b.verdict), pass, other, rival, math,
                       factor(1 / margin));
}

std::string verdictTitle(const Report& r)
{
    const double margin = r.bound.margin.si();
    if (r.bound.verdict == Verdict::unknown || r.bound.verdict == Verdict::balanced)
        return std::string(heading(r.bound.verdict));
    return fmt::format("{} {}", heading(r.bound.verdict),
                       factor(r.bound.verdict == Verdict::compute ? margin : 1 / margin));
}

} // namespace core
