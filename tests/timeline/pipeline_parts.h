// SPDX-License-Identifier: GPL-3.0-or-later
// A pipeline of two layers a stage and chunk, whose passes take whole seconds, for tests.
#pragma once

#include "core/timeline/step_parts.h"

namespace tests
{

/// F takes 1 s a layer, B 2 s; of ZB-H1 B and W 1 s each.
inline core::StepParts pipeline(core::PipeSchedule schedule, int stages, int micro, int chunks)
{
    core::StepParts parts;
    parts.schedule = schedule;
    parts.stages = stages;
    parts.microbatches = micro;
    parts.chunks = chunks;
    parts.layers = 2;
    parts.backward = true;
    const bool split = schedule == core::PipeSchedule::zeroBubble && stages > 1;
    parts.layer[0] = {1, 0, 1, {}, {}, {}};
    parts.layer[1] = {split ? 1.0 : 2.0, 0, split ? 1.0 : 2.0, {}, {}, {}};
    parts.layer[2] = {1, 0, 1, {}, {}, {}};
    return parts;
}

} // namespace tests
