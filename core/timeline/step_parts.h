// SPDX-License-Identifier: GPL-3.0-or-later
// What one layer of one microbatch takes on every resource of a chip (MODEL.md, g).
#pragma once

#include "core/scenario/choices.h"
#include "core/step/report.h"
#include "core/timeline/step_bar.h"

#include <array>

namespace core
{

struct Scenario;

/// Seconds of one layer of one microbatch in one pass.
struct LayerParts {
    double math = 0;
    double hbm = 0;                         // 0 where it does not count
    double work = 0;                        // math, or HBM where it takes longer and counts (conv.hbm)
    std::array<double, meshAxes> tokens{};  // tensor, context and expert collectives, sends between stages
    std::array<double, meshAxes> gather{};  // of the layer's weights, before it runs
    std::array<double, meshAxes> scatter{}; // of its gradients, after it ran
    double mathFrom = 0;                    // when math of a decode step starts, so that it ends with the slot
};

/// A step cut into equal layers; every stage has as many.
struct StepParts {
    Overlap comms = Overlap::overlapped;
    PipeSchedule schedule = PipeSchedule::oneForwardOneBackward;
    int stages = 1, microbatches = 1, chunks = 1;
    int layers = 1;        // of one chunk of a stage
    int ofModel = 0;       // layers of the model, where stages may be uneven; 0: as many as are drawn
    bool backward = false; // the pass is a training step, not a forward pass alone
    std::array<bool, meshAxes> tensor{};
    std::array<LayerParts, slotKinds> layer; // by SlotKind
    std::array<double, meshAxes> once{};     // gradients of one layer, reduced once a step
    double dcn = 0;                          // of one layer, between slices
    double charged = 0;                      // time.step
    double update = 0;                       // of the optimizer, after the step; 0 where there is none

    /// Passes of a microbatch through a chunk, on all stages.
    double passes() const;
    /// The layers of the model that one is drawn for, the first and the last of them; all from 0.
    int layerOfModel(int drawn) const;
    int lastLayerOfModel(int drawn) const;
};

/// Evaluates the scenario.
StepParts stepParts(const Scenario&);

} // namespace core
