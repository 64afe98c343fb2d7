// SPDX-License-Identifier: GPL-3.0-or-later
// One body of the cost model, run on doubles for the report and on traced numbers for derivations.
#include "core/evaluate/evaluate.h"

#include "core/formulas/memory.h"
#include "core/operation/operation.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_work.h"
#include "core/step/bound.h"
#include "core/step/degrees.h"
#include "core/step/memory.h"
#include "core/step/mesh_fit.h"
#include "core/step/network.h"
#include "core/step/serving.h"
#include "core/step/step_times.h"
#include "core/step/workload.h"

#include <limits>

namespace core
{

namespace
{

template <class In, class Out> void evaluateInto(const Scenario& s, const MeshFit& fit, const In& inputs, Out& report)
{
    using R = typename In::Rep;
    const Reader<In> in(inputs, s);
    report.mesh = fit;
    WorkloadFactsOf<R> facts;
    facts.training = s.work.mode == Mode::training;
    facts.B = in(field::work::batch);
    const auto d = degreesOf(s, in);
    report.params = parametersOf(s, in, facts);
    addSaved(s, in, facts);
    report.flops = workloadOf(s, in, report.params, facts, d);
    const auto tokens = tokensOf(s, in, facts, d);
    report.memory = memoryOf(s, in, report.params, facts, d, tokens);
    report.fleet = fleetOf(s, in, tokens, report.memory);
    const NetworkContext<In> c{s, in, report.params, facts, d, tokens, report.mesh};
    NetworkOf<R> net;
    addNetwork(c, net);
    report.time = timesOf(c, report.flops, net);
    report.time.update = facts.training && s.work.pass == Pass::step
                             ? formulas::updateTime(report.memory.update, in(field::hw::hbmRate))
                             : in.template constant<dim::second>(std::numeric_limits<double>::quiet_NaN());
    report.bytes = trafficOf(c, net);
    report.bound = boundOf(c, report.time, net);
    report.threshold = thresholdsOf(c);
    report.training = trainingOf(c, report.flops, report.time);
    report.serving = servingOf(c, report.memory, report.time);
    report.op = operationOf(s, in);
    report.chips = d.chips;
    report.tokensRank = tokens.rank;
    report.tokensChip = formulas::tokensPerChip(facts.B, d.chips);
    if constexpr (std::is_same_v<Out, StepReport>) {
        report.network = net;
        report.weightPart =
            plain(formulas::weightPart(report.flops.step, report.flops.attention, report.flops.recompute));
    }
}

} // namespace

// One function, once for processors with AVX2 and once for all others; the results are the same to the last bit.
// clang knows no clones of what is flattened; the thread sanitizer is not up yet when the loader picks a clone; with
// the address sanitizer this one file takes ten minutes and 3 GB to compile.
#if defined(__clang__) || defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
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

StepReport stepReport(const Scenario& s)
{
    StepReport report;
    evaluateInto(s, fitMesh(s), Plain{}, report);
    return report;
}

ReportOf<Traced> tracedReport(const Scenario& s, const Recording& inputs)
{
    ReportOf<Traced> report;
    evaluateInto(s, fitMesh(s), inputs, report);
    return report;
}

} // namespace core
