// SPDX-License-Identifier: GPL-3.0-or-later
// The example of the course slides: four numbers on each of four chips, added up round a ring one way.
#pragma once

#include "core/collectives/schedules/schedule.h"

#include <array>

namespace core
{

/// The numbers that chips A to D of the slide hold; their sums are 12 15 18 14.
inline constexpr std::array<std::array<int, 4>, 4> slideNumbers{
    {{1, 7, 2, 0}, {2, 5, 0, 1}, {6, 2, 7, 5}, {3, 1, 9, 8}}};

/// The slide's data moves up, against the ring's numbering: its chips B, C and D are chips 3, 2 and 1.
constexpr int slideChip(int chip) { return (4 - chip) % 4; }

/// A reduction of four chunks round a one-way ring of four, as on the slide.
bool isSlide(const Schedule&);

} // namespace core
