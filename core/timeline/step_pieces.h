// SPDX-License-Identifier: GPL-3.0-or-later
// The bars of one stage with what they belong to, those too short to be seen apart taken together.
#pragma once

#include "core/timeline/step_bar.h"

#include <vector>

namespace core
{

struct StepParts;
struct StepTimeline;

/// One bar, or several on the same row that follow each other within a moment.
struct StepPiece {
    ClockRow row = ClockRow::math;
    BarKind kind = BarKind::math;
    SlotKind pass = SlotKind::forward;     // in which its layer is used
    int microbatch = -1;                   // -1: of several, or of all
    int layer = -1;                        // of the model, from 0 on; of several the first; -1: of all
    double start = 0, end = 0;             // seconds from the start of the step
    double busy = 0;                       // seconds of its bars; less than end - start where there are gaps
    double exposed = 0;                    // of it, seconds in which the chip computes nothing
    double exposedFrom = 0, exposedTo = 0; // where; of several bars nothing
    int bars = 1;
    int lastLayer = -1;  // of the model, where an uneven stage draws several as one; else `layer`
    bool isPart = false; // of a reduction that pauses
};

inline bool isMerged(const StepPiece& piece) { return piece.bars > 1; }

/// What looks alike: passes, then reductions of gradients, then the optimizer.
std::size_t purposeOf(const StepPiece&);

/// Of a stage, those that reach into [from, to): bars as long as `least` seconds each on its own, shorter ones
/// together. `least` 0: every bar. The last one is the optimizer's update, after the end of the step.
std::vector<StepPiece> stepPieces(const StepTimeline&, std::size_t stage, double from, double to, double least = 0);

/// How many bars like it a pass has on a stage: each takes its share of what the evaluation counts for the pass.
struct BarsOfPass {
    double layers = 1;
    double microbatches = 1; // 1 of reductions, which happen once a step
};
BarsOfPass barsOfPass(const StepParts&, const StepPiece&);

/// How many bars all stages have.
double barCount(const StepTimeline&);

} // namespace core
