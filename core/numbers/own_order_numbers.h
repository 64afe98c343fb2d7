// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a collective matmul in an order of one's own, with their derivations. No scenario holds such an order, so
// they are made from the order itself.
#pragma once

#include "core/collectives/matmul/own_order.h"
#include "core/numbers/step_numbers.h"

namespace core
{

using OwnOrderNumber = DerivedNumber;

/// "own.time", "own.held@3,2": ids that lead to no scenario.
bool isOfOwnOrder(std::string_view id);

/// own.time, own.naive (one after the other), own.saved and own.lost (against that), own.saved_share and
/// own.lost_share, own.buffers, own.naive_buffers, own.steps; own.engine.uni, own.engine.halves and own.engine.whole:
/// the engine's own orders, which need none. Null: there is no valid order. The error says why there is no such number.
tl::expected<OwnOrderNumber, std::string> ownOrderNumber(const Scenario&, const OwnMatmul*, std::string_view id);

/// Numbers of the order that is played, which may be another one than that on the page: own.played.time and the like,
/// and those with a place, "own.held@3,2".
bool isOfPlayedOrder(std::string_view id);
tl::expected<OwnOrderNumber, std::string> playedOrderNumber(const Scenario&, const WholeCollective&,
                                                            std::string_view id);

} // namespace core
