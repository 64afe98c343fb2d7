// SPDX-License-Identifier: GPL-3.0-or-later
// A step on a clock in words: rows, bars, their formulas and numbers.
#pragma once

#include "core/scenario/choices.h"
#include "core/timeline/step_pieces.h"
#include "core/timeline/step_timeline.h"

#include <QString>
#include <QStringList>

#include <array>
#include <memory>
#include <vector>

namespace ui
{

struct Snapshot;

/// A matmul of a layer, and what share of the layer's FLOPs it is, in the order of a forward pass.
struct MatmulShare {
    QString name; // "QKV"
    double share = 0;
};

/// What is shown of a scenario: its timeline, or why there is none.
struct StepReading {
    std::shared_ptr<const core::StepTimeline> step;
    QString absence;
    std::array<core::Role, core::meshAxes> roles{};
    std::vector<MatmulShare> matmuls;

    static StepReading of(const Snapshot&);
};

/// "math", "HBM", "X fsdp", "DCN".
QString rowName(const StepReading&, core::ClockRow);
/// "forward", "backward", "gradients of weights".
QString passName(core::SlotKind);
/// "layer 8"; of a bar that an uneven stage draws for several, "layers 3-4".
QString layerName(const core::StepPiece&);
/// "Gather of the weights of layer 8".
QString barName(const StepReading&, const core::StepPiece&);
/// Pass and microbatch, when it runs, what it is counted from, and what of it is exposed.
QStringList barLines(const StepReading&, const core::StepPiece&);
/// Of a bar of math: the matmuls in it by their shares, with start and end.
struct MatmulPiece {
    QString name;
    double start = 0, end = 0;
};
std::vector<MatmulPiece> matmulsOf(const StepReading&, const core::StepPiece&);
/// Words for one: those that fit into its bar, the longest first; and what its card says.
QStringList matmulTexts(const QString& name, const core::StepPiece&);
QStringList matmulLines(const core::StepPiece&);
/// What the height of bars too short to be told apart says, in a sentence of its own; `beside`: beside such a bar, or
/// among other words.
QString heightWords(bool beside = false);
/// The number that derives it: "time.X".
QString barNumber(const core::StepPiece&);
/// The words that fit into a bar, the longest first.
QStringList barTexts(const StepReading&, const core::StepPiece&);

} // namespace ui
