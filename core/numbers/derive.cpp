// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the cost model on traced numbers and takes the asked one.
#include "core/numbers/derive.h"

#include "core/evaluate/evaluate.h"
#include "core/inputs/inputs.h"
#include "core/numbers/metrics.h"
#include "core/numbers/step_numbers.h"

namespace core
{

namespace
{

Traced tracedNumber(const Scenario& s, const Metric& metric, const Recording& inputs)
{
    if (metric.tracedOnDemand)
        return metric.tracedOnDemand(s, inputs);
    return metric.traced(tracedReport(s, inputs), metric.index);
}

} // namespace

Derivation derive(const Scenario& s, std::string_view id)
{
    if (hasPlace(id))
        return derivePlaced(s, id);
    const auto* metric = s.presets ? findMetric(*s.presets, id) : nullptr;
    if (!metric || (!metric->traced && !metric->tracedOnDemand))
        return {std::string(id), {}};
    Tape tape;
    const Recording inputs(tape, s);
    const Traced number = tracedNumber(s, *metric, inputs);
    if (number.value() != number.value())
        return {std::string(id), {}};
    return derivationTree(std::string(id), number, metric->dim);
}

} // namespace core
