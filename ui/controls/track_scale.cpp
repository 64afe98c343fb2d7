// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of tracks.
#include "ui/controls/track_scale.h"

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr double zeroGap = 0.06;    // share of a logarithmic track that belongs to 0
constexpr int octavesBelowMax = 40; // where a real logarithmic track starts that has neither a minimum nor detents

// Least positive value of a logarithmic track.
double start(const TrackScale& scale)
{
    if (scale.min > 0)
        return scale.min;
    const auto positive = std::ranges::upper_bound(scale.detents, 0.0);
    return positive != scale.detents.end() ? *positive : scale.whole ? 1.0 : std::ldexp(scale.max, -octavesBelowMax);
}

double zeroShare(const TrackScale& scale) { return scale.min > 0 ? 0.0 : zeroGap; }

double threeDigits(double value)
{
    if (value == 0)
        return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    return unit < 1 ? std::round(value / unit) / std::round(1 / unit) : std::round(value / unit) * unit;
}

} // namespace

double TrackScale::position(double value) const
{
    if (kind == core::Scale::linear)
        return std::clamp((value - min) / (max - min), 0.0, 1.0);
    const double first = start(*this);
    if (value < first)
        return value <= 0 ? 0.0 : zeroShare(*this) / 2;
    const double share = std::log2(value / first) / std::log2(max / first);
    return std::clamp(zeroShare(*this) + share * (1 - zeroShare(*this)), 0.0, 1.0);
}

double TrackScale::value(double position) const
{
    double raw = min + std::clamp(position, 0.0, 1.0) * (max - min);
    if (kind == core::Scale::log2) {
        if (position < zeroShare(*this))
            return position < zeroShare(*this) / 2 ? 0.0 : start(*this);
        const double share = (std::min(position, 1.0) - zeroShare(*this)) / (1 - zeroShare(*this));
        raw = start(*this) * std::exp2(share * std::log2(max / start(*this)));
    }
    return std::clamp(whole ? std::round(raw) : threeDigits(raw), min, max);
}

double TrackScale::snapped(double position, double reach) const
{
    double best = value(position);
    double nearest = reach;
    for (const double detent : detents) {
        const double off = std::abs(this->position(detent) - position);
        if (off <= nearest) {
            nearest = off;
            best = detent;
        }
    }
    return best;
}

double TrackScale::detentFrom(double value, int steps) const
{
    for (int i = 0; i < std::abs(steps); ++i) {
        if (steps > 0) {
            const auto above = std::ranges::upper_bound(detents, value);
            value = above == detents.end() ? max : *above;
        } else {
            const auto here = std::ranges::lower_bound(detents, value);
            value = here == detents.begin() ? min : *std::prev(here);
        }
    }
    return value;
}

double TrackScale::fineFrom(double value, int direction) const
{
    double quantum = whole ? 1.0 : (max - min) / 100;
    if (kind == core::Scale::log2) {
        if (value <= 0)
            return direction > 0 ? start(*this) : min;
        int exponent = 0;
        const bool power = std::frexp(value, &exponent) == 0.5;
        quantum = std::ldexp(1.0, exponent - 1 - (power && direction < 0 ? 1 : 0) - 4);
        quantum = whole ? std::max(quantum, 1.0) : quantum;
    }
    const double count = value / quantum;
    const double slack = 1e-9 * std::max(1.0, std::abs(count));
    const double next = direction > 0 ? std::floor(count + slack) + 1 : std::ceil(count - slack) - 1;
    return std::clamp(kind == core::Scale::linear && !whole ? threeDigits(next * quantum) : next * quantum, min, max);
}

TrackScale trackScale(const core::Field& field)
{
    return {.kind = field.scale,
            .min = field.min,
            .max = field.max,
            .whole = field.kind == core::FieldKind::whole,
            .detents = core::detents(field)};
}

} // namespace ui
