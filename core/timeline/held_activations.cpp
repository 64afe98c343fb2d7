// SPDX-License-Identifier: GPL-3.0-or-later
// Counts along the passes of a stage.
#include "core/timeline/held_activations.h"

#include "core/step/memory.h"
#include "core/timeline/step_timeline.h"

#include <algorithm>
#include <array>

namespace core
{

std::vector<HeldAt> heldActivations(const StepTimeline& step, std::size_t stage)
{
    std::vector<HeldAt> moments;
    if (!step.parts.backward)
        return moments;
    double held = 0;
    for (const auto& pass : step.stages[stage].passes) {
        if (pass.kind == SlotKind::weights)
            continue;
        moments.push_back({pass.start, held});
        held += heldMore(pass.kind);
        moments.push_back({pass.end, held});
    }
    return moments;
}

std::vector<HeldAt> thinned(const std::vector<HeldAt>& all, double least)
{
    std::vector<HeldAt> out;
    for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
        std::size_t low = from, high = from;
        for (to = from + 1; to < all.size() && all[to].at < all[from].at + least; ++to) {
            low = all[to].held < all[low].held ? to : low;
            high = all[to].held > all[high].held ? to : high;
        }
        const std::array kept{from, std::min(low, high), std::max(low, high), to - 1};
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (i == 0 || kept[i] != kept[i - 1])
                out.push_back(all[kept[i]]);
    }
    return out;
}

HeldAt maxHeld(const std::vector<HeldAt>& moments)
{
    const auto most = std::ranges::max_element(moments, {}, &HeldAt::held);
    return most == moments.end() ? HeldAt{} : *most;
}

double heldBytes(const Scenario& s, const StepTimeline& step, const MemoryOf<double>& memory)
{
    if (!step.parts.backward)
        return 0;
    const Plain plainly;
    const Reader<Plain> in(plainly, s);
    const double microbatches = plain(inflightOf(s, in, degreesOf(s, in), memory.stage));
    return memory.activations.si() / microbatches / step.parts.chunks;
}

} // namespace core
