// SPDX-License-Identifier: GPL-3.0-or-later
// In which order a stage takes its microbatches.
#pragma once

#include "core/timeline/step_parts.h"

#include <vector>

namespace core
{

struct PassAt {
    SlotKind kind = SlotKind::forward;
    int microbatch = 0, chunk = 0;
};

/// GPipe (Huang 2018), 1F1B (Narayanan 2019), interleaved (Narayanan 2021, Fig. 4), ZB-H1 (Qi 2023, Fig. 3); one stage
/// takes each microbatch forward and back at once. Every pass of the stage, each once.
std::vector<PassAt> passOrder(const StepParts&, int stage);

} // namespace core
