// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers for an order of products: which way round each half of a shard goes, and in which step.
#pragma once

#include "core/collectives/matmul/collective_matmul.h"

#include <array>
#include <optional>
#include <vector>

namespace core
{

/// How the halves of every shard go round: so many hops in +, the rest in −; each hop as early, or as late, as it can.
struct RouteChoice {
    std::array<int, 2> forward{};
    bool late = true;
};

/// Whether some half of a shard is multiplied alone.
bool multipliesHalves(const std::vector<ProductRow>&);

/// The ways that a topology allows; those with the halves exchanged are left out where no half is multiplied alone.
std::vector<RouteChoice> routeChoices(MatmulForm, const Topology&, bool halves);

/// Hops of a half of a shard until it is on chip 0 of a ring.
int hopsToFirst(int chips, const RouteChoice&, int shard, int half);

/// Nothing where a shard would be late, or a link carry more than a shard in a step. The order has no fault.
std::optional<CollectiveMatmul> routedOrder(const MatmulRequest&, const std::vector<ProductRow>&, const RouteChoice&);

} // namespace core
