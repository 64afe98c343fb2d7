// SPDX-License-Identifier: GPL-3.0-or-later
// FLOPs and bytes are straight lines in each size, from some size on; their slopes give the limit.
#include "core/operation/operation_curve.h"

#include "core/operation/operation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core
{

namespace
{

using namespace std::string_view_literals;

double& sizeOf(Operation& o, std::string_view size)
{
    return size == "B" ? o.B : size == "D" ? o.D : size == "F" ? o.F : size == "T" ? o.T : o.S;
}

bool sweeps(OpKind kind, std::string_view size)
{
    const auto sizes = sweptSizes(kind);
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

} // namespace

OperationOf<double> operationNumbers(const Scenario& s)
{
    const Plain plainInputs;
    const Reader<Plain> in(plainInputs, s);
    return operationOf(s, in);
}

std::vector<ChannelRate> channelRates(const Scenario& s)
{
    const Plain plainInputs;
    const Reader<Plain> in(plainInputs, s);
    std::vector<ChannelRate> rates;
    for (const Channel channel : channelsOf(s.op.level))
        if (const double rate = channelRate(s, in, channel).si(); rate > 0)
            rates.push_back({channel, rate});
    return rates;
}

std::span<const std::string_view> sweptSizes(OpKind kind)
{
    static constexpr std::array matrices{"B"sv, "D"sv, "F"sv};
    static constexpr std::array vectors{"B"sv, "D"sv};
    static constexpr std::array attention{"B"sv, "T"sv, "S"sv};
    if (kind == OpKind::attention)
        return attention;
    return runsOnVector(kind) ? std::span<const std::string_view>(vectors) : matrices;
}

double sweptSize(const Operation& operation, std::string_view size)
{
    Operation copy = operation;
    return sizeOf(copy, size);
}

std::vector<OperationPoint> operationCurve(const Scenario& s, std::string_view size)
{
    std::vector<OperationPoint> points;
    if (!sweeps(s.op.kind, size))
        return points;
    constexpr int perOctave = 4;
    constexpr double octaves = 20, most = 40;
    Scenario one = s;
    const double now = std::ceil(std::log2(std::max(1.0, sizeOf(one.op, size)))) + 1; // beyond the operation's own
    const int last = static_cast<int>(std::min(most, std::max(octaves, now))) * perOctave;
    for (int i = 0; i <= last; ++i) {
        const double at = std::round(std::exp2(static_cast<double>(i) / perOctave));
        if (!points.empty() && points.back().size == at)
            continue;
        sizeOf(one.op, size) = at;
        const auto numbers = operationNumbers(one);
        points.push_back({at, numbers.intensity.si(), numbers.rate.si()});
    }
    return points;
}

std::optional<IntensityLimit> intensityLimit(const Scenario& s, std::string_view size)
{
    if (!sweeps(s.op.kind, size))
        return std::nullopt;
    constexpr double large = 1099511627776; // 2^40: beyond all sizes, and differences are exact
    Scenario one = s;
    one.op.pad = false;
    sizeOf(one.op, size) = large;
    const auto below = operationNumbers(one);
    sizeOf(one.op, size) = 2 * large;
    const auto above = operationNumbers(one);
    return IntensityLimit{(above.flops.si() - below.flops.si()) / large, (above.bytes.si() - below.bytes.si()) / large};
}

double peakOfUnit(const OperationOf<double>& n)
{
    return std::isfinite(n.idle.si()) ? n.peak.si() / (1 - n.idle.si()) : n.peak.si();
}

std::optional<LostRate> lostRate(const OperationOf<double>& n)
{
    constexpr double some = 1e-9;
    const double rate = n.rate.si();
    if (const double idle = n.idle.si(); idle > some)
        return LostRate{rate, std::min(rate / (1 - idle), n.intensity.si() * n.channelRate.si()), idle, true};
    if (const double dropped = 1 - n.useful.si() / n.flops.si(); dropped > some)
        return LostRate{rate * (1 - dropped), rate, dropped, false};
    return std::nullopt;
}

RoofShare roofShare(const OperationOf<double>& n, double intensity, double rate)
{
    const double slope = intensity * n.channelRate.si();
    return {rate / std::min(n.peak.si(), slope), n.peak.si() <= slope};
}

} // namespace core
