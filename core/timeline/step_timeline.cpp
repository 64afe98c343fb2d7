// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the passes of all stages, each when the one before it has ended and its input is there.
#include "core/timeline/step_timeline.h"

#include "core/quantity/format.h"
#include "core/scenario/scenario.h"
#include "core/timeline/pass_order.h"
#include "core/timeline/reductions.h"
#include "core/timeline/slot_shape.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr double notYet = -1;

class TimelineRun
{
public:
    explicit TimelineRun(const StepParts& parts) : m_shapes(m_out.parts)
    {
        m_out.parts = parts;
        m_out.stages.resize(static_cast<std::size_t>(parts.stages));
        m_next.resize(m_out.stages.size());
        const auto all = m_out.stages.size() * static_cast<std::size_t>(parts.chunks * parts.microbatches);
        m_forward.assign(all, notYet);
        m_backward.assign(all, notYet);
    }

    StepTimeline run()
    {
        for (std::size_t stage = 0; stage < m_out.stages.size(); ++stage)
            layOut(stage);
        bool moves = true;
        while (moves) {
            moves = false;
            for (std::size_t stage = 0; stage < m_out.stages.size(); ++stage)
                moves |= advance(stage);
        }
        for (auto& line : m_out.stages) {
            finish(line);
            m_out.end = std::max(m_out.end, line.end);
        }
        addUp();
        return std::move(m_out);
    }

private:
    bool serial() const { return m_out.parts.comms == Overlap::none; }

    /// The passes of a stage and what their slots hold.
    void layOut(std::size_t stage)
    {
        auto& line = m_out.stages[stage];
        const auto order = passOrder(m_out.parts, static_cast<int>(stage));
        line.passes.reserve(order.size());
        bool pending = false; // a layer's gradients are still to be reduced
        int held = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            StagePass pass{order[i].kind, order[i].microbatch, order[i].chunk, 0, 0, false, {}, {}};
            const bool reduces = pass.kind == m_out.gradients() && !serial();
            const auto next = i + 1 < order.size() && !serial() ? std::optional(order[i + 1].kind) : std::nullopt;
            const bool one = m_out.parts.layers == 1;
            const auto own = serial() ? std::nullopt : std::optional(pass.kind);
            pass.first = {pass.kind, one ? next : own, reduces && pending, false};
            pass.reduces = reduces && stage == 0 && pass.microbatch + 1 == m_out.parts.microbatches;
            pass.last = one ? pass.first : SlotContent{pass.kind, next, reduces, pass.reduces};
            pending |= reduces;
            held += pass.kind == SlotKind::forward ? 1 : (pass.kind == SlotKind::backward ? -1 : 0);
            line.inFlight = std::max(line.inFlight, held);
            line.passes.push_back(pass);
        }
        if (!serial() && !order.empty())
            line.gathers = order.front().kind;
        line.scatters = pending;
    }

    double lengthOf(const StagePass& pass)
    {
        const int layers = m_out.parts.layers;
        if (layers == 1)
            return m_shapes.of(pass.first).length;
        double length = m_shapes.of(pass.first).length + m_shapes.of(pass.last).length;
        return layers > 2 ? length + (layers - 2) * m_shapes.of(m_out.between(pass)).length : length;
    }

    std::size_t place(std::size_t stage, const StagePass& pass) const
    {
        const auto part = static_cast<std::size_t>(pass.chunk) * m_out.stages.size() + stage; // of all layers
        return part * static_cast<std::size_t>(m_out.parts.microbatches) + static_cast<std::size_t>(pass.microbatch);
    }

    /// When the input of a pass is there; notYet before that is known.
    double inputOf(std::size_t at, const StagePass& pass) const
    {
        const auto step = static_cast<std::size_t>(m_out.parts.microbatches);
        if (pass.kind == SlotKind::forward)
            return at < step ? 0 : m_forward[at - step];
        if (pass.kind == SlotKind::weights)
            return m_backward[at];
        return at + step < m_backward.size() ? m_backward[at + step] : m_forward[at];
    }

    double firstGather(const StageLine& line) const
    {
        return line.gathers ? lengthOfEnds(m_out.parts, layerOf(*line.gathers).gather) : 0;
    }

    const LayerParts& layerOf(SlotKind kind) const { return m_out.parts.layer[static_cast<std::size_t>(kind)]; }

    /// Takes passes of a stage as long as their inputs are known; whether there was one.
    bool advance(std::size_t stage)
    {
        auto& line = m_out.stages[stage];
        auto& next = m_next[stage];
        const auto first = next;
        for (; next < line.passes.size(); ++next) {
            auto& pass = line.passes[next];
            const auto at = place(stage, pass);
            const double input = inputOf(at, pass);
            if (input == notYet)
                break;
            pass.start = std::max({input, next > 0 ? line.passes[next - 1].end : firstGather(line)});
            pass.end = pass.start + lengthOf(pass);
            if (pass.kind != SlotKind::weights)
                (pass.kind == SlotKind::forward ? m_forward : m_backward)[at] = pass.end;
        }
        return next > first;
    }

    void finish(StageLine& line)
    {
        line.slotsEnd = line.passes.empty() ? 0 : line.passes.back().end;
        line.end = line.slotsEnd;
        if (line.scatters)
            line.end += lengthOfEnds(m_out.parts, layerOf(m_out.gradients()).scatter);
        if (m_out.parts.backward)
            line.reductions = reductionsOf(m_out, line, m_shapes);
        for (const auto& reduction : line.reductions)
            line.end = std::max(line.end, reduction.end);
    }

    void addUp()
    {
        const auto& line = m_out.stages[m_out.lastStage()];
        const auto add = [&](const SlotContent& content, double times) {
            const auto& shape = m_shapes.of(content);
            for (std::size_t row = 0; row < clockRows; ++row) {
                m_out.busy[row] += times * shape.busy[row];
                m_out.exposed[row] += times * shape.exposed[row];
            }
        };
        for (const auto& pass : line.passes) {
            add(pass.first, 1);
            if (m_out.parts.layers > 1)
                add(pass.last, 1);
            if (m_out.parts.layers > 2)
                add(m_out.between(pass), m_out.parts.layers - 2);
        }
        for (const auto& bar : m_out.ends(m_out.lastStage())) {
            if (bar.kind != BarKind::reduction)
                m_out.busy[static_cast<std::size_t>(bar.row)] += bar.end - bar.start;
            m_out.exposed[static_cast<std::size_t>(bar.row)] += bar.exposed;
        }
        for (const auto& reduction : line.reductions) // which may pause
            m_out.busy[static_cast<std::size_t>(reduction.row)] += reduction.busy;
    }

    StepTimeline m_out;
    SlotShapes m_shapes;                       // of m_out.parts
    std::vector<std::size_t> m_next;           // pass of each stage
    std::vector<double> m_forward, m_backward; // ends, by part of the layers and microbatch
};

} // namespace

double lengthOfEnds(const StepParts& parts, const std::array<double, meshAxes>& axes)
{
    double length = 0;
    for (const double one : axes)
        length = parts.comms == Overlap::added ? length + one : std::max(length, one);
    return length;
}

SlotContent StepTimeline::between(const StagePass& pass) const
{
    if (parts.comms == Overlap::none)
        return {pass.kind, std::nullopt, false, false};
    return {pass.kind, pass.kind, pass.kind == gradients(), pass.reduces};
}

double StepTimeline::idleShare() const
{
    double slots = 0, inPasses = 0;
    for (const auto& line : stages) {
        slots = std::max(slots, line.slotsEnd);
        for (const auto& pass : line.passes)
            inPasses += pass.end - pass.start;
    }
    return slots > 0 ? 1 - inPasses / slots / static_cast<double>(stages.size()) : 0;
}

double StepTimeline::shareWithoutMath() const
{
    double math = 0;
    for (const auto& line : stages)
        for (const auto& pass : line.passes)
            for (int layer = 0; layer < parts.layers; ++layer)
                math += parts.layer[static_cast<std::size_t>(pass.kind)].math;
    const double share = 1 - math / end / static_cast<double>(stages.size());
    constexpr double rounding = 1e-9;
    return share > rounding ? share : 0;
}

double StepTimeline::fill() const
{
    const double more = end - parts.charged;
    return std::abs(more) <= 1e-9 * std::max(end, parts.charged) ? 0 : more;
}

SlotKind StepTimeline::gradients() const
{
    return parts.schedule == PipeSchedule::zeroBubble && parts.stages > 1 ? SlotKind::weights : SlotKind::backward;
}

std::size_t StepTimeline::lastStage() const
{
    const auto last = std::ranges::max_element(stages, {}, &StageLine::end);
    return static_cast<std::size_t>(last - stages.begin());
}

std::vector<StepBar> StepTimeline::ends(std::size_t stage) const
{
    const auto& line = stages[stage];
    std::vector<StepBar> bars;
    const auto add = [&](const std::array<double, meshAxes>& axes, BarKind kind, double from) {
        double at = from;
        for (std::size_t a = 0; a < meshAxes; ++a) {
            if (!(axes[a] > 0))
                continue;
            bars.push_back({rowOfAxis(a), kind, at, at + axes[a], axes[a]});
            at = parts.comms == Overlap::added ? at + axes[a] : from;
        }
    };
    if (line.gathers)
        add(parts.layer[static_cast<std::size_t>(*line.gathers)].gather, BarKind::gather, 0);
    if (line.scatters)
        add(parts.layer[static_cast<std::size_t>(gradients())].scatter, BarKind::scatter, line.slotsEnd);
    for (const auto& r : line.reductions)
        bars.push_back({r.row, BarKind::reduction, r.start, r.end, r.exposed});
    return bars;
}

std::vector<StepBar> StepTimeline::bars(std::size_t stage, double from, double to) const
{
    std::vector<StepBar> out;
    SlotShapes shapes(parts);
    const auto put = [&](const StepBar& bar, double at) {
        if (bar.end + at > from && bar.start + at < to)
            out.push_back({bar.row, bar.kind, bar.start + at, bar.end + at, bar.exposed});
    };
    for (const auto& bar : ends(stage))
        put(bar, 0);
    const auto& passes = stages[stage].passes;
    auto pass = std::ranges::upper_bound(passes, from, {}, &StagePass::end);
    for (; pass != passes.end() && pass->start < to; ++pass) {
        double at = pass->start;
        for (int layer = 0; layer < parts.layers && at < to; ++layer) {
            const bool last = layer + 1 == parts.layers;
            const auto& shape = shapes.of(layer == 0 ? pass->first : last ? pass->last : between(*pass));
            if (at + shape.length > from)
                for (const auto& bar : shape.bars)
                    put(bar, at);
            at += shape.length;
        }
    }
    return out;
}

tl::expected<StepTimeline, std::string> stepTimeline(const StepParts& parts)
{
    if (!std::isfinite(parts.charged))
        return tl::unexpected(std::string("The step has no time: see what the scenario's messages say of it"));
    if (parts.passes() > maxPasses)
        return tl::unexpected(fmt::format(
            "The step has more than {} passes of microbatches through stages, as many as are laid out: take fewer "
            "microbatches or stages",
            grouped(maxPasses)));
    return TimelineRun(parts).run();
}

tl::expected<StepTimeline, std::string> stepTimeline(const Scenario& s) { return stepTimeline(stepParts(s)); }

} // namespace core
