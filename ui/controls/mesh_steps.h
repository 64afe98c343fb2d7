// SPDX-License-Identifier: GPL-3.0-or-later
// Halving and doubling an axis of the mesh, with the number of chips kept or not. No widget.
#pragma once

#include <QString>

#include <array>

namespace ui
{

inline constexpr std::array<char, 3> axisLetters{'X', 'Y', 'Z'};

using MeshSizes = std::array<double, 3>;

/// The sizes after the step, or why it cannot be done.
struct MeshStep {
    MeshSizes sizes{};
    QString why; // empty: it can be done
};

/// With `donor` 0 to 2 the product is kept: the donor's axis takes the opposite step. -1: no axis gives.
MeshStep halved(const MeshSizes&, int axis, int donor);
MeshStep doubled(const MeshSizes&, int axis, int donor);

} // namespace ui
