// SPDX-License-Identifier: GPL-3.0-or-later
// What the time-against-batch plot shows, as values.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <array>
#include <vector>

namespace core
{

/// What binds from a batch on, until the next band: compute, hbm, comms (whichever network) or unknown.
struct BatchBand {
    double from = 0;
    Verdict what = Verdict::unknown;
};

/// Times of work.pass against the global batch; one row per sample.
struct BatchSeries {
    std::vector<double> batch; // tokens, ascending
    std::vector<double> math, hbm, step;
    std::array<std::vector<double>, meshAxes> axis; // empty where the axis does not communicate
    double crossing = 0;                            // batch.critical; infinity: never
    std::vector<BatchBand> bands;                   // the verdict at every batch; the first from 0
};

/// `samples` batches, evenly spaced on a log scale over [least, most].
BatchSeries timeAgainstBatch(const Scenario&, double min, double max, int samples);

} // namespace core
