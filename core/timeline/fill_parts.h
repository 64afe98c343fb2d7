// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulated step has beyond time.step, part by part (MODEL.md, g).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace core
{

struct StepTimeline;

/// `seconds`: less than 0 where the timeline saves what time.step counts. `from`, `to`: where on the clock; `stage`: on
/// which line.
struct FillPart {
    std::string_view name, reason; // "first gather", "it has nothing to hide behind"
    double seconds = 0, from = 0, to = 0;
    std::size_t stage = 0;
};

/// They add up to step.fill; none where both agree.
std::vector<FillPart> fillParts(const StepTimeline&);

} // namespace core
