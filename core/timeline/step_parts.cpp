// SPDX-License-Identifier: GPL-3.0-or-later
// Shares the times of the evaluation among layers and microbatches.
#include "core/timeline/step_parts.h"

#include "core/evaluate/evaluate.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace core
{

namespace
{

constexpr std::size_t at(SlotKind kind) { return static_cast<std::size_t>(kind); }

/// One pass of all microbatches, as times of one layer of one of them. `share`: of the pass that a layer is.
LayerParts layerOf(const Scenario& s, const PassTimesOf<double>& pass,
                   const std::array<AxisPassOf<double>, meshAxes>& axes, double share)
{
    LayerParts out;
    out.math = pass.math.si() * share;
    out.work = pass.work.si() * share;
    if (s.conv.hbm)
        out.hbm = pass.hbm.si() * share;
    if (s.work.mode == Mode::decode) // math ends with the last weights that are read, or after them
        out.mathFrom = std::max(0.0, out.work - out.math);
    for (std::size_t a = 0; a < meshAxes; ++a) {
        const auto& weights = axes[a].weights;
        out.tokens[a] = axes[a].tokens.time.si() * share;
        const double moved = weights.payload.gather.si() + weights.payload.reduce.si();
        if (axes[a].once || !(moved > 0))
            continue;
        out.gather[a] = weights.time.si() * share * (weights.payload.gather.si() / moved);
        out.scatter[a] = weights.time.si() * share * (weights.payload.reduce.si() / moved);
    }
    return out;
}

/// Takes the gradients of weights, for which no other stage waits, out of the backward pass.
void splitBackward(StepParts& parts, double omega)
{
    auto& backward = parts.layer[at(SlotKind::backward)];
    auto& weights = parts.layer[at(SlotKind::weights)];
    const double all = parts.layer[at(SlotKind::forward)].work + backward.work;
    const double part = backward.work > 0 ? std::min(1.0, omega * all / backward.work) : 0;
    weights.math = backward.math * part;
    weights.hbm = backward.hbm * part;
    weights.work = backward.work * part;
    weights.scatter = backward.scatter;
    backward.math -= weights.math;
    backward.hbm -= weights.hbm;
    backward.work -= weights.work;
    backward.scatter = {};
}

} // namespace

double StepParts::passes() const
{
    const double kinds = !backward ? 1 : schedule == PipeSchedule::zeroBubble && stages > 1 ? 3 : 2;
    return kinds * stages * microbatches * chunks;
}

int StepParts::layerOfModel(int drawn) const
{
    const auto all = std::int64_t{layers} * stages * chunks;
    return ofModel > 0 ? static_cast<int>(std::int64_t{drawn} * ofModel / all) : drawn;
}

int StepParts::lastLayerOfModel(int drawn) const { return std::max(layerOfModel(drawn), layerOfModel(drawn + 1) - 1); }

StepParts stepParts(const Scenario& s)
{
    const StepReport r = stepReport(s);
    StepParts parts;
    parts.comms = s.conv.comms;
    parts.schedule = s.pipe.schedule;
    double stages = 1;
    for (std::size_t a = 0; a < meshAxes; ++a) {
        parts.tensor[a] = s.mesh.axis[a].role == Role::tensor;
        if (s.mesh.axis[a].role == Role::pipeline)
            stages *= s.mesh.axis[a].size;
    }
    parts.stages = static_cast<int>(std::min<double>(stages, std::numeric_limits<int>::max())); // then too many passes
    parts.microbatches = static_cast<int>(std::max(1.0, s.work.micro));
    parts.backward = s.work.mode == Mode::training && s.work.pass == Pass::step;
    const bool cut = parts.stages > 1 && s.pipe.schedule == PipeSchedule::interleaved;
    parts.chunks = cut ? static_cast<int>(std::max(1.0, s.pipe.chunks)) : 1;
    parts.layers = static_cast<int>(std::max(1.0, std::round(s.model.L / parts.stages / parts.chunks)));
    parts.ofModel = static_cast<int>(s.model.L);
    const double slots = static_cast<double>(parts.layers) * parts.chunks;
    const double share = 1 / (slots * parts.microbatches);
    parts.layer[at(SlotKind::forward)] = layerOf(s, r.time.forward, r.network.forward, share);
    parts.charged = r.time.step.si();
    if (!parts.backward)
        return parts;
    parts.update = std::isfinite(r.time.update.si()) ? r.time.update.si() : 0;
    parts.layer[at(SlotKind::backward)] = layerOf(s, r.time.backward, r.network.backward, share);
    for (std::size_t a = 0; a < meshAxes; ++a)
        if (r.network.backward[a].once)
            parts.once[a] = r.network.backward[a].weights.time.si() / slots;
    parts.dcn = r.time.dcn.si() / slots;
    if (parts.stages > 1 && parts.schedule == PipeSchedule::zeroBubble)
        splitBackward(parts, r.weightPart);
    return parts;
}

} // namespace core
