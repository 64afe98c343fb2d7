// SPDX-License-Identifier: GPL-3.0-or-later
// First gather, last slots and reductions by their lengths; what is left is the chain through other stages.
#include "core/timeline/fill_parts.h"

#include "core/timeline/slot_shape.h"
#include "core/timeline/step_timeline.h"

#include <algorithm>
#include <cmath>

namespace core
{

namespace
{

/// What a slot saves without its gather or without its reduce-scatter.
struct Savings {
    double gather = 0, scatter = 0;
};

Savings savingsOf(const StepTimeline& step)
{
    SlotShapes shapes(step.parts);
    const SlotKind kind = step.parts.backward ? step.gradients() : SlotKind::forward;
    const bool scatters = step.parts.backward;
    const double whole = shapes.of({kind, kind, scatters, false}).length;
    return {whole - shapes.of({kind, std::nullopt, scatters, false}).length,
            scatters ? whole - shapes.of({kind, kind, false, false}).length : 0};
}

class PartList
{
public:
    explicit PartList(const StepTimeline& step) : m_min(1e-9 * std::max(step.end, step.parts.charged)) {}

    void add(FillPart part)
    {
        m_sum += part.seconds;
        if (std::abs(part.seconds) > m_min)
            parts.push_back(part);
    }
    double sum() const { return m_sum; }

    std::vector<FillPart> parts;

private:
    double m_min, m_sum = 0;
};

/// The slot of the stage in which a layer's gradients are there for the first time.
std::pair<double, double> firstBackward(const StepTimeline& step, const StageLine& line)
{
    const auto pass = std::ranges::find(line.passes, step.gradients(), &StagePass::kind);
    if (pass == line.passes.end())
        return {0, 0};
    return {pass->start, pass->start + (pass->end - pass->start) / step.parts.layers};
}

} // namespace

std::vector<FillPart> fillParts(const StepTimeline& step)
{
    PartList out(step);
    const auto last = step.lastStage();
    const auto& line = step.stages[last];
    if (step.fill() == 0 || line.passes.empty())
        return {};
    const auto saved = step.parts.comms == Overlap::none ? Savings{} : savingsOf(step);
    const auto& first = step.stages.front();
    if (first.gathers)
        out.add({"first gather", "it has nothing to hide behind",
                 lengthOfEnds(step.parts, step.parts.layer[static_cast<std::size_t>(*first.gathers)].gather), 0,
                 first.passes.front().start, 0});
    out.add({"behind the last layer", "its gradients are reduced when no math is left", line.end - line.slotsEnd,
             line.slotsEnd, line.end, last});
    const auto [from, to] = firstBackward(step, line);
    if (step.parts.backward)
        out.add({"first backward layer", "no gradients are there to reduce yet",
                 -saved.scatter * (step.parts.microbatches == 1 ? step.parts.stages : 1), from, to, last});
    const auto& end = line.passes.back();
    out.add({step.parts.stages > 1 ? "last layer of each stage" : "last layer", "no gather is left",
             -saved.gather * step.parts.stages, end.end - (end.end - end.start) / step.parts.layers, end.end, last});
    const double rest = step.fill() - out.sum();
    if (rest > 0)
        out.add({"longest chain", "slots wait for each other, or hide less, than the formula counts", rest, 0, step.end,
                 last});
    else
        out.add({"in the formula already", "it adds reductions of the last microbatch, or idle slots, of its own", rest,
                 line.slotsEnd, line.end, last});
    return std::move(out.parts);
}

} // namespace core
