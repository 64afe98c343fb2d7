// SPDX-License-Identifier: GPL-3.0-or-later
// Networks and requests that the properties of all algorithms are tried on.
#pragma once

#include "core/collectives/algorithms/catalogue.h"

#include <QString>

#include <vector>

namespace tests
{

/// Rings, lines, tori, meshes, half-open ones, axes of one and two, switches.
std::vector<QString> networkNames();
/// "4x8 ww", "5 -", "switch8", "6 w one way".
core::Topology network(const QString& name);

/// Every row of the catalogue that fits the network.
std::vector<core::CollectiveRequest> requestsOn(const core::Topology&, std::int64_t elements, double hopSeconds);

QString textOf(const core::CollectiveRequest&);

} // namespace tests
