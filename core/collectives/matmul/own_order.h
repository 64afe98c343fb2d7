// SPDX-License-Identifier: GPL-3.0-or-later
// An order of products that somebody made up: whether it can be done, its first fault, its quickest transfers.
#pragma once

#include "core/collectives/matmul/collective_matmul.h"

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// Products of one chip by step. A step may be empty, or hold several products; it begins when all of its shards are
/// there. Gather form: transfers of step t run beside the products of step t, so what arrives in step t can be
/// multiplied from step t + 1 on. Scatter form: the same run backwards.
using ChipOrder = std::vector<std::vector<ShardProduct>>;

/// What every chip multiplies where all do as chip 0 does, moved along the ring.
std::vector<ProductRow> rotated(const ChipOrder&, int chips);

/// The first thing that is wrong with an order.
struct OrderFault {
    enum class Kind { unknown, twice, early, late, missing };
    Kind kind = Kind::missing;
    int step = atTheEnd;
    int chip = 0;
    ShardProduct product;
    int bound = 0; // early: the first step that could multiply it; late: the last one

    static constexpr int atTheEnd = -1;
    bool operator==(const OrderFault&) const = default;
};

/// "A₂", or "A₂b" for a half; of the scatter form "C₂".
std::string productName(MatmulForm, const ShardProduct&);
/// One sentence; it counts steps from 1.
std::string faultText(MatmulForm, const OrderFault&);

/// Links between a chip and the owner of a shard (or output block), in the direction in which it travels.
int hopsOf(MatmulForm, const Topology&, int chip, int shard);

/// By step, then chip, then place in the step; what is missing comes last. A shard that travels at once, both ways, is
/// never in the way of another, so distance alone decides what can be multiplied when.
std::optional<OrderFault> firstFault(MatmulForm, const Topology&, const std::vector<ProductRow>&);

struct OwnMatmul {
    CollectiveMatmul plan; // its mode is `automatic`
    MatmulTiming timing;   // without a closed form
};

/// The order with the transfers that make it quickest by the clock of the request, of those that send each half of
/// every shard the same two ways round. With equal times, those with the fewest buffers. The error is the first fault,
/// or names a field.
tl::expected<OwnMatmul, std::string> planOwnOrder(const MatmulRequest&, const std::vector<ProductRow>&);

/// What is in memory beyond inputs and result during one step of products, in chunks: shards, or halves of them.
struct StepBuffers {
    int chip = 0;     // the one that needs most
    int kept = 0;     // there since an earlier step
    int made = 0;     // products to be added up, made in this step
    int arriving = 0; // in this step
    int halves = 1;   // chunks of a shard

    int chunks() const { return kept + made + arriving; }
    double shards() const { return static_cast<double>(chunks()) / halves; }
    bool operator==(const StepBuffers&) const = default;
};

/// By row of products.
std::vector<StepBuffers> buffersByStep(const CollectiveMatmul&);
/// The most of them, in shards, rounded up.
int buffersNeeded(const CollectiveMatmul&);

/// An order that goes on as `begun` does and multiplies the rest as quickly as possible: as the engine's own orders
/// where they begin like this and nothing else is quicker. Rings only.
tl::expected<ChipOrder, std::string> finishOrder(const MatmulRequest&, const ChipOrder& begun);

} // namespace core
