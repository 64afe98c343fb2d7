// SPDX-License-Identifier: GPL-3.0-or-later
// One slot: a layer of one microbatch in one pass on a stage, with what its chips do meanwhile (MODEL.md, g).
#pragma once

#include "core/timeline/step_parts.h"

#include <map>
#include <vector>

namespace core
{

/// Bars of a slot, and from when on its axes are free for what may wait.
struct SlotShape {
    double length = 0;
    double workFrom = 0, workTo = 0; // math, or HBM where that takes longer and counts
    double scatterDone = 0;          // when the gradients of the operation before are reduced
    double reductionDone = 0;        // and those that are reduced once a step
    std::vector<StepBar> bars;
    std::array<double, meshAxes> freeFrom{};
    double freeTo = 0;          // and until when: collectives of tokens that run alone pause all others
    double networkFreeFrom = 0; // where all axes share one network
    std::array<double, clockRows> busy{}, exposed{}; // sums over the bars
};

/// Shapes are made once for each content.
class SlotShapes
{
public:
    explicit SlotShapes(const StepParts&);
    const SlotShape& of(const SlotContent&);

private:
    SlotShape make(const SlotContent&) const;
    void together(const LayerParts&, const SlotContent&, SlotShape&) const;
    void oneAfterAnother(const LayerParts&, SlotShape&) const;

    const StepParts& m_parts;
    std::map<SlotContent, SlotShape> m_shapes;
};

} // namespace core
