// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of slots, rows and bars of a step on a clock.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace core
{

/// A pass of one microbatch through the layers of a stage. ZB-H1 takes the gradients of weights out of the backward
/// pass.
enum class SlotKind { forward, backward, weights };
inline constexpr std::size_t slotKinds = 3;

/// What a chip has one of.
enum class ClockRow { math, hbm, axisX, axisY, axisZ, dcn };
inline constexpr std::size_t clockRows = 6;

inline constexpr std::array networkRows{ClockRow::axisX, ClockRow::axisY, ClockRow::axisZ, ClockRow::dcn};

constexpr bool isNetwork(ClockRow row) { return row != ClockRow::math && row != ClockRow::hbm; }

/// The row of a mesh axis, 0 to 2.
constexpr ClockRow rowOfAxis(std::size_t axis) { return networkRows[axis]; }
constexpr std::size_t axisOf(ClockRow row) { return row == ClockRow::axisX ? 0 : row == ClockRow::axisY ? 1 : 2; }

enum class BarKind { math, hbm, tokens, gather, scatter, reduction, optimizer };

/// Seconds from the start of the slot, or of the step.
struct StepBar {
    ClockRow row = ClockRow::math;
    BarKind kind = BarKind::math;
    double start = 0, end = 0;
    double exposed = 0; // of it, time in which the chip computes nothing
};

/// What decides how a slot runs. `next`: whose weights are gathered meanwhile; none at the end of a stage, and where
/// each slot gathers its own. `scatters`: gradients of the operation before are still to be reduced.
struct SlotContent {
    SlotKind kind = SlotKind::forward;
    std::optional<SlotKind> next;
    bool scatters = false;
    bool reduces = false; // before it goes on, the network reduces what is reduced once a step
    auto operator<=>(const SlotContent&) const = default;
};

} // namespace core
