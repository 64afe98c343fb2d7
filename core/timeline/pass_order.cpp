// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of pipelines.
#include "core/timeline/pass_order.h"

#include <algorithm>

namespace core
{

namespace
{

/// Microbatches in groups of as many as there are stages, each group through all chunks.
std::vector<PassAt> chunkOrder(const StepParts& parts, SlotKind kind, int microbatches)
{
    std::vector<PassAt> order;
    for (int group = 0; group < microbatches; group += parts.stages)
        for (int chunk = 0; chunk < parts.chunks; ++chunk)
            for (int i = group; i < std::min(group + parts.stages, microbatches); ++i)
                order.push_back({kind, i, kind == SlotKind::forward ? chunk : parts.chunks - 1 - chunk});
    return order;
}

/// As many as the groups of an interleaved pipeline have places. The last group takes the places of a whole one: passed
/// over where it has no microbatch, no stage waits for what waits for it, and no stage holds more than with whole
/// groups.
int placesOf(const StepParts& parts)
{
    const int groups = (parts.microbatches + parts.stages - 1) / parts.stages;
    return parts.chunks > 1 ? groups * parts.stages : parts.microbatches;
}

/// Forward passes that a stage takes before its first backward one.
std::size_t warmUp(const StepParts& parts, int stage, std::size_t all)
{
    const auto behind = static_cast<std::size_t>(parts.stages - 1 - stage);
    if (parts.schedule == PipeSchedule::gpipe)
        return parts.stages > 1 ? all : 0;
    if (parts.chunks > 1)
        return std::min(all, 2 * behind + static_cast<std::size_t>((parts.chunks - 1) * parts.stages));
    return std::min(all, behind);
}

} // namespace

std::vector<PassAt> passOrder(const StepParts& parts, int stage)
{
    if (!parts.backward)
        return chunkOrder(parts, SlotKind::forward, parts.microbatches);
    const int places = placesOf(parts);
    const auto forward = chunkOrder(parts, SlotKind::forward, places);
    const auto backward = chunkOrder(parts, SlotKind::backward, places);
    const bool split = parts.schedule == PipeSchedule::zeroBubble && parts.stages > 1;
    const auto late = static_cast<std::size_t>(stage); // gradients of weights wait for as many microbatches
    const std::size_t before = warmUp(parts, stage, forward.size());
    std::vector<PassAt> order(forward.begin(), forward.begin() + static_cast<std::ptrdiff_t>(before));
    order.reserve(3 * forward.size());
    for (std::size_t i = 0; i < backward.size(); ++i) {
        if (before + i < forward.size())
            order.push_back(forward[before + i]);
        order.push_back(backward[i]);
        if (split && i >= late)
            order.push_back({SlotKind::weights, static_cast<int>(i - late), 0});
    }
    for (std::size_t i = backward.size() - std::min(late, backward.size()); split && i < backward.size(); ++i)
        order.push_back({SlotKind::weights, static_cast<int>(i), 0});
    std::erase_if(order, [&](const PassAt& pass) { return pass.microbatch >= parts.microbatches; });
    return order;
}

} // namespace core
