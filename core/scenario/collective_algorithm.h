// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithms of a collective and their ids, in one order.
#pragma once

#include <array>
#include <string_view>

namespace core
{

enum class CollectiveAlgorithm {
    automatic,
    ring,
    rotated,
    offsets,
    axisByAxis,
    middle,
    timeSlots,
    direct,
    halves,
    whole,
    uni,
    oneShot,
    trees
};

inline constexpr std::array<std::string_view, 13> collectiveAlgorithmNames{
    "auto",   "ring",   "rotated", "offsets", "axis-by-axis", "middle", "slots",
    "direct", "halves", "whole",   "uni",     "one-shot",     "trees"};

} // namespace core
