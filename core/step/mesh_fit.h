// SPDX-License-Identifier: GPL-3.0-or-later
// How a logical mesh lies on the hardware: which axes of the slice carry which mesh axis, ring or line (b.3, g.13).
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

namespace core
{

/// Total, allocates nothing. `fits` is false where the mesh cannot be laid on the slice; its axes then have no links.
MeshFit fitMesh(const Scenario&);

/// Whether the slice can be had: one of those that the preset lists, a single chip, or the whole pod.
bool isOffered(const Hardware&, std::array<int, 3> torus);

/// `size` as a product of `axes` factors, the largest as small as can be: how a pinned axis is taken to lie.
std::array<int, 3> evenParts(int size, int axes);

} // namespace core
