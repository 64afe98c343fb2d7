// SPDX-License-Identifier: GPL-3.0-or-later
// Each axis is walked once: slots in order of time, and what they leave of it.
#include "core/timeline/reductions.h"

#include "core/timeline/slot_shape.h"
#include "core/timeline/step_timeline.h"

#include <algorithm>
#include <utility>

namespace core
{

namespace
{

struct SlotAt {
    double start = 0;
    const SlotShape* shape = nullptr;
    bool gradients = false; // of a layer, in the last microbatch
    double reduced = 0;     // when the slot behind it has reduced them; 0: it does not
};

/// Slots of the stage from the first that gives gradients of the last microbatch.
std::vector<SlotAt> lastSlots(const StepTimeline& step, const StageLine& line, SlotShapes& shapes)
{
    const auto gives = [&](const StagePass& pass) {
        return pass.kind == step.gradients() && pass.microbatch + 1 == step.parts.microbatches;
    };
    std::vector<SlotAt> slots;
    for (auto pass = std::ranges::find_if(line.passes, gives); pass != line.passes.end(); ++pass) {
        double at = pass->start;
        for (int layer = 0; layer < step.parts.layers; ++layer) {
            const bool last = layer + 1 == step.parts.layers;
            const auto& shape = shapes.of(layer == 0 ? pass->first : last ? pass->last : step.between(*pass));
            if (shape.reductionDone > 0)
                slots.back().reduced = at + shape.reductionDone;
            slots.push_back({at, &shape, gives(*pass)});
            at += shape.length;
        }
    }
    return slots;
}

constexpr double rounding = 1e-12;

/// What slots leave of one resource, in order of time.
class Spare
{
public:
    /// `free`: const SlotShape& -> from and until when of the slot it is. `last`: when the last reduce-scatter on it
    /// ends. What follows a pause is a part of its own.
    template <class Free>
    std::vector<Reduction> run(const std::vector<SlotAt>& slots, double release, double length, double last, Free free)
    {
        std::vector<Reduction> out;
        m_at = std::max(m_at, release);
        const auto take = [&](double until, double workFrom, double workTo) {
            const double part = std::min(length, until - m_at);
            if (!(part > 0))
                return;
            if (out.empty() || m_at > out.back().end * (1 + rounding))
                out.push_back({.start = m_at});
            m_at += part;
            auto& now = out.back();
            now.end = m_at;
            now.busy += part;
            now.exposed += part - std::max(0.0, std::min(m_at, workTo) - std::max(m_at - part, workFrom));
            length -= part;
        };
        while (length > 0 && m_slot < slots.size()) {
            const double start = slots[m_slot].start;
            const auto* shape = slots[m_slot].shape;
            take(start, 0, 0);
            if (!(length > 0))
                break;
            const auto [from, to] = free(*shape);
            m_at = std::max(m_at, start + from);
            take(start + to, start + shape->workFrom, start + shape->workTo);
            if (length > 0)
                m_at = std::max(m_at, start + shape->length), ++m_slot;
        }
        if (length > 0)
            m_at = std::max(m_at, last);
        take(m_at + length + 1, 0, 0);
        for (auto& part : out)
            part.pauses = out.size() > 1;
        return out;
    }

private:
    std::size_t m_slot = 0;
    double m_at = 0;
};

struct Release {
    double at = 0;
    bool reduced = false; // over the mesh axes
};

/// When each layer has its gradients, as the slots give them.
std::vector<Release> releases(const StepTimeline& step, const StageLine& line, const std::vector<SlotAt>& slots)
{
    const auto& scatter = step.parts.layer[static_cast<std::size_t>(step.gradients())].scatter;
    const bool scatters = line.scatters && lengthOfEnds(step.parts, scatter) > 0;
    const double last = line.slotsEnd + (scatters ? lengthOfEnds(step.parts, scatter) : 0);
    std::vector<Release> out;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!slots[i].gradients)
            continue;
        if (slots[i].reduced > 0 || !scatters) {
            const double end = slots[i].start + slots[i].shape->length;
            out.push_back({std::max(end, slots[i].reduced), slots[i].reduced > 0});
            continue;
        }
        auto next = i + 1; // the slot in which they are reduced
        while (next < slots.size() && !(slots[next].shape->scatterDone > 0))
            ++next;
        out.push_back({next < slots.size() ? slots[next].start + slots[next].shape->scatterDone : last});
    }
    return out;
}

/// Nothing overlaps: all of them after the last slot.
std::vector<Reduction> inTurn(const StepTimeline& step, double at, int layers)
{
    std::vector<Reduction> out;
    const auto add = [&](ClockRow row, int layer, double length) {
        if (length > 0)
            out.push_back({row, layer, at, at + length, length, length});
        at += std::max(0.0, length);
    };
    for (int layer = 0; layer < layers; ++layer) {
        for (std::size_t a = 0; a < meshAxes; ++a)
            add(rowOfAxis(a), layer, step.parts.once[a]);
        add(ClockRow::dcn, layer, step.parts.dcn);
    }
    return out;
}

} // namespace

std::vector<Reduction> reductionsOf(const StepTimeline& step, const StageLine& line, SlotShapes& shapes)
{
    const auto& parts = step.parts;
    if (parts.comms == Overlap::none)
        return inTurn(step, line.slotsEnd, parts.layers * parts.chunks);
    const auto slots = lastSlots(step, line, shapes);
    const auto ready = releases(step, line, slots);
    const auto& scatter = parts.layer[static_cast<std::size_t>(step.gradients())].scatter;
    const bool shared = parts.comms == Overlap::added;
    std::array<Spare, clockRows> spare;
    std::vector<Reduction> out;
    std::vector<std::pair<double, std::size_t>> done; // over the mesh axes, when and which layer
    const auto add = [&](ClockRow row, std::size_t layer, double at, double length, double last, auto free) {
        if (!(length > 0))
            return at;
        auto& one = spare[static_cast<std::size_t>(shared && row != ClockRow::dcn ? ClockRow::axisX : row)];
        for (auto& part : one.run(slots, at, length, last, free)) {
            part.row = row;
            part.layer = static_cast<int>(layer);
            at = part.end;
            out.push_back(part);
        }
        return at;
    };
    for (std::size_t layer = 0; layer < ready.size(); ++layer) {
        double at = ready[layer].at;
        for (std::size_t a = 0; a < meshAxes; ++a)
            at = add(rowOfAxis(a), layer, at, ready[layer].reduced ? 0 : parts.once[a],
                     line.slotsEnd + (!line.scatters ? 0
                                      : shared       ? lengthOfEnds(parts, scatter)
                                                     : scatter[a]),
                     [&](const SlotShape& shape) {
                         return std::pair(shared ? shape.networkFreeFrom : shape.freeFrom[a], shape.freeTo);
                     });
        done.emplace_back(at, layer);
    }
    std::ranges::sort(done); // between slices the first that is ready goes first
    for (const auto& [at, layer] : done)
        add(ClockRow::dcn, layer, at, parts.dcn, 0,
            [](const SlotShape& shape) { return std::pair(0.0, shape.length); });
    return out;
}

} // namespace core
