// SPDX-License-Identifier: GPL-3.0-or-later
// Time slots for the blocks of an all-to-all on a line: one block per link and step, longest way first.
#pragma once

#include <vector>

namespace core
{

/// A block of a line by its ends.
struct LineBlock {
    int source = -1; // -1: the link is idle
    int destination = -1;
};

/// By step, then by 2·place + (0 in +, 1 in −).
using LineSlots = std::vector<std::vector<LineBlock>>;

/// On longer lines the blocks, about n³/3 messages, would be too many to follow.
inline constexpr int longestSlotLine = 160;

/// Done in ⌊n²/4⌋ steps, as many blocks as cross the middle.
LineSlots lineSlots(int length);

} // namespace core
