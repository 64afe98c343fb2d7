// SPDX-License-Identifier: GPL-3.0-or-later
// What one device holds and multiplies of a sharded product (MODEL.md, section d).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto localSize =
    formula<dim::count>("I_loc", "Size of a dimension on one device", "d.2", sources::shardedNotation,
                        args(count("I"), count("n")), [](auto I, auto n) { return I / n; });
inline constexpr auto localBytes =
    formula<dim::byte>("b_loc", "Bytes of the array on one device", "d.2", sources::shardedNotation,
                       args(bytes("s"), count("e_loc")), [](auto s, auto elements) { return s * elements; });
inline constexpr auto copiesOfPiece = formula<dim::count>(
    "n_copies", "Devices that hold the same piece, or another term of it", "d.2", sources::shardedNotation,
    args(count("N_dev"), count("n")), [](auto devices, auto n) { return devices / n; });
inline constexpr auto productFlops =
    formula<dim::flop>("F_loc", "FLOPs of one device", "d.3", sources::shardedProduct, args(count("e_prod")),
                       [](auto terms) { return 2_flop * terms; });
inline constexpr auto exchangedBytes =
    formula<dim::byte>("V_a2a", "Shards of all devices that exchange", "e.4", sources::allToAll,
                       args(bytes("b_loc"), count("n")), [](auto local, auto n) { return local * n; });
inline constexpr auto planComms = formula<dim::second>(
    "T_colls", "Collectives of the plan, one after the other", "d.3", sources::own::sumOfCollectives,
    args(seconds("T_1"), seconds("T_2")), [](auto before, auto next) { return before + next; });
inline constexpr auto planTime = formula<dim::second>(
    "T_plan", "Time of the product, math and collectives overlapped", "c.2", sources::timeGoes,
    args(seconds("T_math"), seconds("T_coll")), [](auto math, auto comms) { return max(math, comms); });

} // namespace core::formulas
