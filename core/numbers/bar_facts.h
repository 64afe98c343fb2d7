// SPDX-License-Identifier: GPL-3.0-or-later
// One bar of the timeline of a collective: when it begins and ends, and what it waited for.
#pragma once

#include "core/collectives/gantt.h"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// What a bar begins with: atOnce: the clock. link: its link is free. data: what it carries or multiplies is there.
/// barrier: the step before has ended. product: the one before has. collective, products: all of the other has, where
/// they are done one after the other.
enum class BarStart { atOnce, link, data, barrier, product, collective, products };

struct BarFacts {
    GanttBar bar;
    BarStart start = BarStart::atOnce;
    double hidden = 0;  // seconds of a message beside products of its chip
    double exposed = 0; // the others
};

struct StepFacts;

/// Bars of a chip of the study's network; `naive`: of collective and matmul one after the other.
Gantt barsOf(const CollectiveStudy&, bool naive, CollectiveClock, int chip);
/// The one at the place of the facts. The error says that there is none.
tl::expected<BarFacts, std::string> barAt(const StepFacts&, const Gantt&, CollectiveClock, std::string_view id);

} // namespace core
