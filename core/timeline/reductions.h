// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions of gradients that happen once a step, in the last microbatch (MODEL.md, g).
#pragma once

#include <vector>

namespace core
{

class SlotShapes;
struct Reduction;
struct StageLine;
struct StepTimeline;

/// Of one stage whose passes have their times: over the mesh axes, then between slices, layer after layer. They take
/// what slots leave of an axis and never hold one up.
std::vector<Reduction> reductionsOf(const StepTimeline&, const StageLine&, SlotShapes&);

} // namespace core
