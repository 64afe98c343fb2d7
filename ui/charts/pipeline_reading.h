// SPDX-License-Identifier: GPL-3.0-or-later
// The present pipeline under each schedule, as much of it as a picture can show.
#pragma once

#include "core/timeline/held_activations.h"
#include "core/timeline/step_timeline.h"

#include <QString>

#include <array>
#include <functional>
#include <vector>

#include <tl/expected.hpp>

namespace core
{
struct Scenario;
}

namespace ui
{

/// A pass on a stage, or several within a moment.
struct PassPiece {
    core::StagePass pass; // of several the first, until the end of the last
    std::array<double, core::slotKinds> busy{};
    int passes = 1;
};

/// Those that begin in the same `least` seconds and are shorter than that, together.
std::vector<PassPiece> passPieces(const std::vector<PassPiece>&, double least);

/// The passes of a stage, and what it holds of saved activations: of what is within a moment the lowest and highest.
struct PipelineLane {
    std::vector<PassPiece> passes;
    std::vector<core::HeldAt> held;
};

/// One schedule of the present step.
struct PipelinePanel {
    QString name;
    core::StepParts parts;
    std::vector<PipelineLane> stages;
    bool present = false;
    double end = 0;
    double idle = 0;      // share of the time until the last slot ends
    double heldBytes = 0; // on a chip, of a chunk of a microbatch

    /// Microbatches whose saved activations stage 1 has at most; a chunk counts as its share of the layers.
    double maxHeld() const;
};

/// All four, or the sentence that says why there are none.
tl::expected<std::vector<PipelinePanel>, QString> pipelinePanels(const core::Scenario&);

/// Gives the timeline of each, one after the other, with its name; or the sentence.
tl::expected<void, QString>
eachSchedule(const core::Scenario&,
             const std::function<void(const QString& name, const core::Scenario&, const core::StepTimeline&)>&);

} // namespace ui
