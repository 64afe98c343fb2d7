// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the networks that a mesh axis crosses its collectives wait for.
#pragma once

#include <cstddef>
#include <string>

namespace core
{

struct MeshFit;
struct Scenario;

enum class AxisNetwork { ici, domain, scaleOut };

/// GPUs: the slower of the two levels of e.8; inside one domain that level.
AxisNetwork networkOf(const Scenario&, const MeshFit&, std::size_t axis);

/// "ICI X", "NVLink Y", "scale-out X": the axis with the network that it waits for.
std::string networkName(const Scenario&, const MeshFit&, std::size_t axis);

} // namespace core
