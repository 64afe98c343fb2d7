// SPDX-License-Identifier: GPL-3.0-or-later
// Where a value lies on a track and which value lies where: logarithmic or linear, with detents. No widget.
#pragma once

#include "core/scenario/fields.h"

#include <vector>

namespace ui
{

/// Positions run from 0 to 1. A logarithmic track whose least value is 0 has a place of its own for it at the left end.
struct TrackScale {
    core::Scale kind = core::Scale::linear;
    double min = 0;
    double max = 1;
    bool whole = false;
    std::vector<double> detents; // ascending

    double position(double value) const;
    /// Rounded to a whole number, or to three significant digits of a real one.
    double value(double position) const;
    /// The nearest detent that is at most `reach` away from the position, else value(position).
    double snapped(double position, double reach) const;
    /// The detent `steps` away in that direction, past values that are no detent; stops at the ends.
    double detentFrom(double value, int steps) const;
    /// The next multiple of the fine quantum: 1/16 of the octave on a logarithmic track, 1 or 1/100 on a linear one.
    double fineFrom(double value, int direction) const;
};

TrackScale trackScale(const core::Field&);

} // namespace ui
