// SPDX-License-Identifier: GPL-3.0-or-later
// A step as operations on one clock: its rules, and what it agrees with, in MODEL.md, g.
#pragma once

#include "core/timeline/step_parts.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// One microbatch through the layers of one chunk of a stage.
struct StagePass {
    SlotKind kind = SlotKind::forward;
    int microbatch = 0, chunk = 0;
    double start = 0, end = 0; // seconds from the start of the step
    bool reduces = false;      // what is reduced once a step takes turns with its slots
    SlotContent first, last;   // of its slots; those between them gather for themselves
};

/// Gradients of a layer, reduced once a step; or a part of that, between collectives of slots, which go first.
struct Reduction {
    ClockRow row = ClockRow::dcn;
    int layer = 0; // in the order in which gradients are there: the last layer of the stage is the first
    double start = 0, end = 0;
    double busy = 0, exposed = 0; // seconds of it
    bool pauses = false;          // it is a part
};

/// What one stage does, in order.
struct StageLine {
    std::vector<StagePass> passes;
    std::vector<Reduction> reductions;
    std::optional<SlotKind> gathers; // the first operation's weights, from the start of the step
    bool scatters = false;           // the last one's gradients, after all slots
    double slotsEnd = 0, end = 0;
    int inFlight = 0; // microbatches times chunks whose saved activations it holds, at most
};

struct StepTimeline {
    StepParts parts;
    std::vector<StageLine> stages;
    double end = 0;                                  // step.simulated
    std::array<double, clockRows> busy{}, exposed{}; // of the stage that ends last

    /// When the optimizer has updated what each chip holds: after the end, on all chips at once.
    double updated() const { return end + parts.update; }
    /// 0 where they differ by rounding alone.
    double fill() const;
    /// Of the time that all stages have until the last slot ends, the share outside of passes: the bubble.
    double idleShare() const;
    /// Of the time that all stages have in the whole step, the share in which a chip computes nothing.
    double shareWithoutMath() const;
    /// The stage that ends last, of several the first.
    std::size_t lastStage() const;
    /// What the slots between the first and the last of a pass hold.
    SlotContent between(const StagePass&) const;
    /// The pass in which weights get their gradients.
    SlotKind gradients() const;
    /// Of a stage: the first gather, the last reduce-scatter, and reductions.
    std::vector<StepBar> ends(std::size_t stage) const;
    /// Bars of one stage that reach into [from, to), in order of their slots.
    std::vector<StepBar> bars(std::size_t stage, double from, double to) const;
};

/// Passes of microbatches that a timeline may have on all stages.
inline constexpr double maxPasses = 1 << 20;

/// Of the gathers before the first slot, or of the reduce-scatters after the last one: together, or one after the other
/// where all axes share one network.
double lengthOfEnds(const StepParts&, const std::array<double, meshAxes>&);

/// The step of the scenario, or the sentence that says why it is not laid out.
tl::expected<StepTimeline, std::string> stepTimeline(const Scenario&);
tl::expected<StepTimeline, std::string> stepTimeline(const StepParts&);

} // namespace core
