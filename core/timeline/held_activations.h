// SPDX-License-Identifier: GPL-3.0-or-later
// Saved activations that a stage holds over a step: what is in flight between forward and backward passes.
#pragma once

#include "core/step/report.h"
#include "core/timeline/step_bar.h"

#include <cstddef>
#include <vector>

namespace core
{

struct Scenario;
struct StepTimeline;

/// What is held at a moment, in chunks of a microbatch. It grows through a forward pass, layer after layer, and shrinks
/// through the backward one: between two moments a straight line.
struct HeldAt {
    double at = 0; // seconds from the start of the step
    double held = 0;
};

/// What a pass adds to it.
constexpr double heldMore(SlotKind kind)
{
    return kind == SlotKind::forward ? 1 : (kind == SlotKind::backward ? -1 : 0);
}

/// Of a stage; none where no backward pass follows.
std::vector<HeldAt> heldActivations(const StepTimeline&, std::size_t stage);

/// Of what is within `least` seconds the first, the lowest, the highest and the last.
std::vector<HeldAt> thinned(const std::vector<HeldAt>&, double least);

/// The first moment at which it holds most.
HeldAt maxHeld(const std::vector<HeldAt>&);

/// Bytes on one chip of one of them, by what mem.activations counts; `memory`: of the scenario. 0: nothing is saved.
double heldBytes(const Scenario&, const StepTimeline&, const MemoryOf<double>& memory);

} // namespace core
