// SPDX-License-Identifier: GPL-3.0-or-later
// Which fields of coll.* name the chips that a mesh axis lies on.
#pragma once

#include "core/collectives/networks/topology.h"
#include "core/design/collectives.h"
#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <array>
#include <string>

#include <tl/expected.hpp>

namespace core
{

/// Values for coll.torus, coll.axes and coll.wrap, and what they give.
struct DesignPlace {
    std::string torus;
    std::string axes = "all";
    Wrap wrap = Wrap::hardware;
    Topology topology; // of the chips that take part
    /// Coordinates in `torus` of a chip and its neighbour along the mesh axis; of GPUs in several domains, where the
    /// next domain begins.
    std::array<int, 3> first{}, second{};
};

/// Of the ranks that take part. The whole slice where it carries them on whole hardware axes, else these chips alone.
/// An error where an axis is longer than the fields can say.
tl::expected<DesignPlace, std::string> placeOfRanks(const Scenario&, const DesignCollective&);

/// Of TPUs along some axes of the design's mesh; likewise.
tl::expected<DesignPlace, std::string> placeOfAxes(const Scenario&, const std::array<bool, meshAxes>&);

/// Ranks that take part: chips of an axis, slices.
double ranksOf(const Scenario&, const DesignCollective&);

bool hasEqualAxes(const Topology&);

} // namespace core
