// SPDX-License-Identifier: GPL-3.0-or-later
// The intensity of the first operation against one of its sizes, what it tends to, and what its roof allows.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace core
{

/// The operation under op.*, evaluated alone; NaN throughout where it means nothing (`problemOf`).
OperationOf<double> operationNumbers(const Scenario&);

/// What the operands of the first operation pass, its level first; without those whose rate nobody states.
struct ChannelRate {
    Channel channel{};
    double rate = 0; // byte/s
};
std::vector<ChannelRate> channelRates(const Scenario&);

/// Sizes that an operation can be drawn against: "B", "D", "F" or "B", "T", "S".
std::span<const std::string_view> sweptSizes(OpKind);

/// The value of such a size.
double sweptSize(const Operation&, std::string_view size);

struct OperationPoint {
    double size = 0;
    double intensity = 0; // FLOP/byte over the channel that its bytes pass slowest
    double rate = 0;      // FLOP/s at the lower bound
};

/// Four sizes an octave, from 1 to 2^20. Empty where the operation has no such size.
std::vector<OperationPoint> operationCurve(const Scenario&, std::string_view size);

/// What the intensity tends to as the size grows: the FLOPs that one more adds over the bytes that it adds. Nothing
/// where the operation has no such size.
struct IntensityLimit {
    double flops = 0, bytes = 0; // of one more
    double value() const { return flops / bytes; }
};
std::optional<IntensityLimit> intensityLimit(const Scenario&, std::string_view size);

/// Peak of the unit, whatever the operation fills of its array.
double peakOfUnit(const OperationOf<double>&);

/// The rate that is reached, and that without what the array idles, or without what of the FLOPs is dropped.
struct LostRate {
    double reached = 0, whole = 0; // FLOP/s
    double share = 0;
    bool idle = false; // of the array; else dropped results
};
std::optional<LostRate> lostRate(const OperationOf<double>&);

/// A measured rate as a share of what the roof of an operation allows at that intensity; NaN without a roof.
struct RoofShare {
    double share = 0;
    bool math = false; // the roof there is the unit's peak, else the slope of its slowest channel
};
RoofShare roofShare(const OperationOf<double>&, double intensity, double rate);
/// By more than 2 %, which may be rounding.
constexpr bool isAbove(double share) { return share > 1.02; }

} // namespace core
