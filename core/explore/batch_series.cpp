// SPDX-License-Identifier: GPL-3.0-or-later
// The times of a scenario over a range of batches.
#include "core/explore/batch_series.h"

#include "core/evaluate/evaluate.h"
#include "core/step/mesh_fit.h"

#include <algorithm>
#include <cmath>

namespace core
{

namespace
{

/// What bound.verdict says, with "balanced" on the side on which its margin is.
Verdict bandOf(const Report& r)
{
    const auto& bound = r.bound;
    if (bound.verdict == Verdict::unknown)
        return Verdict::unknown;
    if (bound.margin.si() >= 1)
        return Verdict::compute;
    return bound.largest == Verdict::hbm ? Verdict::hbm : Verdict::comms;
}

/// Where between two batches the verdict changes from the lower one's.
double border(Scenario s, const MeshFit& fit, double low, double high, Verdict below)
{
    constexpr double close = 1 + 1e-6;
    while (high > low * close) {
        s.work.batch = std::sqrt(low * high);
        (bandOf(evaluateOn(s, fit)) == below ? low : high) = s.work.batch;
    }
    return high;
}

} // namespace

BatchSeries timeAgainstBatch(const Scenario& scenario, double min, double max, int samples)
{
    BatchSeries out;
    Scenario s = scenario;
    const auto fit = fitMesh(scenario);
    out.crossing = evaluateOn(scenario, fit).threshold.batch.si();
    for (int i = 0; i < samples; ++i) {
        const double t = samples > 1 ? static_cast<double>(i) / (samples - 1) : 0;
        s.work.batch = min * std::pow(max / min, t);
        const auto r = evaluateOn(s, fit);
        const auto band = bandOf(r);
        if (out.bands.empty())
            out.bands.push_back({0, band});
        else if (band != out.bands.back().what)
            out.bands.push_back({border(s, fit, out.batch.back(), s.work.batch, out.bands.back().what), band});
        out.batch.push_back(s.work.batch);
        out.math.push_back(r.time.math.si());
        out.hbm.push_back(r.time.hbm.si());
        out.step.push_back(r.time.step.si());
        for (std::size_t a = 0; a < meshAxes; ++a)
            out.axis[a].push_back(r.time.axis[a].si());
    }
    for (auto& axis : out.axis)
        if (std::all_of(axis.begin(), axis.end(), [](double t) { return !(t > 0); }))
            axis.clear();
    return out;
}

} // namespace core
