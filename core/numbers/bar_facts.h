// SPDX-License-Identifier: GPL-3.0-or-later
// One bar of the timeline of a collective: when it begins and ends, and what it waited for.
#pragma once

#include "core/collectives/gantt.h"
#include "core/numbers/step_number_id.h"

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

/// Bars of a chip of the study's network.
Gantt barsOf(const CollectiveStudy&, StepNumber, CollectiveClock, int chip);
/// The error says that there is no such bar.
tl::expected<BarFacts, std::string> barAt(const WholeCollective&, const Gantt&, const StepPlace&, CollectiveClock,
                                          std::string_view id);

} // namespace core
