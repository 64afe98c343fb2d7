// SPDX-License-Identifier: GPL-3.0-or-later
// The intensity of the first operation against one of its sizes, and what it tends to.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace core
{

/// The operation under op.*, evaluated alone.
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

} // namespace core
