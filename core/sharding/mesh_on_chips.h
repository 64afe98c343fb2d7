// SPDX-License-Identifier: GPL-3.0-or-later
// Where the mesh axes of a sharded product lie on the chips.
#pragma once

#include "core/sharding/named_mesh.h"
#include "core/step/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace core
{

struct Scenario;

/// As the design lays them, where it has the same axes of the same sizes; else each on a hardware axis of its own, in
/// their order, and of GPUs the last one innermost.
struct MeshOnChips {
    bool ofDesign = false;
    std::vector<AxisFit> axis;      // those of the mesh
    std::vector<std::size_t> order; // of GPUs: the axis that lies innermost first

    MeshOnChips(const Scenario&, const NamedMesh&);
    /// GPUs of a group along some of the axes on the domains that it touches.
    DomainSpan span(const NamedMesh&, std::string_view axes, double domain) const;
    /// "X lies as in the design: 2 hardware axes, 4 one-way links."
    std::string sentence(const NamedMesh&, char axis) const;
};

} // namespace core
