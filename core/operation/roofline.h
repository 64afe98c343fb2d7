// SPDX-License-Identifier: GPL-3.0-or-later
// What the roofline plot shows, as values.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace core
{

enum class Resource { compute, hbm, axisX, axisY, axisZ, dcn };

/// "compute", "hbm", "X": in ids of numbers and in tables.
std::string_view idOf(Resource);

/// One roof: a horizontal line (compute: `rate` FLOP/s) or a slope (`rate` byte/s).
struct Roof {
    Resource resource = Resource::compute;
    std::string name; // "bf16 MXU", "HBM", "ICI X (2 axes)"
    double rate = 0;
    double ridge = 0; // intensity where the slope meets the compute roof, FLOP/byte; 0 for compute
    bool binding = false;
};

/// One mark: FLOPs over the bytes of `resource`, and the rate reached at the lower bound.
struct RooflinePoint {
    Resource resource = Resource::hbm;
    std::string name;       // "step", "W_in · W_out", "attention", "vocabulary"
    double intensity = 0;   // FLOP/byte
    double rate = 0;        // FLOP/s
    bool operation = false; // an operation of the step rather than the step itself
};

struct Roofline {
    std::vector<Roof> roofs;
    std::vector<RooflinePoint> points;
};

Roofline roofline(const Scenario&, const Report&);

} // namespace core
