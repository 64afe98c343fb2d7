// SPDX-License-Identifier: GPL-3.0-or-later
// One body of the cost model, run on doubles for the report and on traced numbers for derivations.
#include "core/evaluate/evaluate.h"

#include "core/evaluate/bound_part.h"
#include "core/evaluate/mesh_fit.h"
#include "core/evaluate/metrics.h"
#include "core/evaluate/operation_part.h"
#include "core/evaluate/serving_part.h"
#include "core/evaluate/step_numbers.h"

namespace core
{

namespace
{

template <class In, class Out> void evaluateInto(const Scenario& s, const MeshFit& fit, const In& inputs, Out& report)
{
    using R = typename In::Rep;
    const Reader<In> in(inputs);
    report.mesh = fit;
    WorkloadFactsOf<R> facts;
    facts.training = s.work.mode == Mode::training;
    facts.B = in.count("work.batch", s.work.batch);
    const auto d = degreesOf(s, in);
    report.params = parametersOf(s, in, facts);
    facts.saved = savedOf(s, in, facts);
    report.flops = workloadOf(s, in, report.params, facts, d);
    const auto tokens = tokensOf(s, in, facts, d);
    report.memory = memoryOf(s, in, report.params, facts, d, tokens);
    report.fleet = fleetOf(s, in, tokens, report.memory);
    const NetworkContext<In> c{s, in, report.params, facts, d, tokens, report.mesh};
    NetworkOf<R> net;
    addNetwork(c, net);
    report.time = timesOf(c, report.flops, net);
    report.bytes = trafficOf(c, net);
    report.bound = boundOf(c, report.time, net);
    report.threshold = thresholdsOf(c, report.time, net);
    report.training = trainingOf(c, report.flops, report.time);
    report.serving = servingOf(c, report.memory);
    report.op = operationOf(s, in);
    report.chips = d.chips;
    report.tokensRank = tokens.rank;
    report.tokensChip = formulas::tokensPerChip(facts.B, d.chips);
}

Traced tracedNumber(const Scenario& s, const Metric& metric, const Recording& inputs)
{
    if (metric.tracedOnDemand)
        return metric.tracedOnDemand(s, inputs);
    ReportOf<Traced> report;
    evaluateInto(s, fitMesh(s), inputs, report);
    return metric.traced(report, metric.index);
}

} // namespace

// One function, once for processors with AVX2 and once for all others; the results are the same to the last bit.
#ifdef __clang__ // which knows no clones of what is flattened
#define ROOFLIGHT_TWICE
#else
#define ROOFLIGHT_TWICE [[gnu::flatten, gnu::target_clones("avx2", "default")]]
#endif
ROOFLIGHT_TWICE Report evaluateOn(const Scenario& s, const MeshFit& fit)
{
    Report report;
    evaluateInto(s, fit, Plain{}, report);
    return report;
}

Report evaluate(const Scenario& s) { return evaluateOn(s, fitMesh(s)); }

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
