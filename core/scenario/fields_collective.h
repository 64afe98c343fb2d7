// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the single collective, of the sharded product and of a layer's edited arrays.
#pragma once

#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"
#include "core/scenario/text_forms.h"

namespace core::field::coll
{

inline constexpr std::string_view senderForm =
    "empty, the coordinates of a chip such as \"0,0\", several as \"0,0; 1,0\", or \"all\"";
inline constexpr std::string_view receiverForm =
    "empty, the coordinates of a chip such as \"0,0\", several as \"1,0; 0,0\", or places further such as \"+1\"";

inline constexpr auto kind = choice<&Scenario::coll, &Collective::kind>(
    {.id = "coll.kind", .title = "Collective", .help = "What the chips exchange."});
inline constexpr auto torus = text<&Scenario::coll, &Collective::torus>(
    {.id = "coll.torus",
     .title = "Collective: chips",
     .help = "Sides of the torus the chips form, or GPUs behind switches: switch16/2 is 16 GPUs, 2 behind each switch, "
             "with NICs between.",
     .accepts = isTopology,
     .form = "one to three sides such as \"4x4\", each of 1 to 4,096, or GPUs behind "
             "switches such as \"switch8\" or \"switch16/2\""});
inline constexpr auto axes =
    text<&Scenario::coll, &Collective::axes>({.id = "coll.axes",
                                              .title = "Collective: axes",
                                              .help = "Participating axes of the torus.",
                                              .accepts = isAxes,
                                              .form = "\"all\" or different letters of X, Y and Z such as \"XY\""});
inline constexpr auto wrap = choice<&Scenario::coll, &Collective::wrap>(
    {.id = "coll.wrap", .title = "Collective: wraparound", .help = "Whether axes close into rings."});
inline constexpr auto direction = choice<&Scenario::coll, &Collective::direction>(
    {.id = "coll.direction", .title = "Collective: directions", .help = "Both directions of an axis, or one."});
inline constexpr auto algorithm = choice<&Scenario::coll, &Collective::algorithm>(
    {.id = "coll.algorithm",
     .title = "Collective: algorithm",
     .help = "The schedule; auto takes the best one for the collective."});
inline constexpr auto bytes =
    whole<&Scenario::coll, &Collective::bytes>({.id = "coll.bytes",
                                                .symbol = "V_coll",
                                                .title = "Collective: bytes",
                                                .help = "Size of the array that the collective handles.",
                                                .min = 1,
                                                .max = powerOfTwo(50)});
inline constexpr auto clock = choice<&Scenario::coll, &Collective::clock>(
    {.id = "coll.clock",
     .title = "Collective: clock",
     .help = "Whether steps wait for each other. Hop or bytes: they do, and each takes the longer of both."});
inline constexpr auto B =
    whole<&Scenario::coll, &Collective::B>({.id = "coll.B",
                                            .symbol = "B_coll",
                                            .title = "Collective matmul: batch",
                                            .unit = "tokens",
                                            .help = "Rows of the left operand of a collective matmul.",
                                            .min = 1,
                                            .max = powerOfTwo(27)});
inline constexpr auto D =
    whole<&Scenario::coll, &Collective::D>({.id = "coll.D",
                                            .symbol = "D_coll",
                                            .title = "Collective matmul: D",
                                            .help = "The dimension that a collective matmul sums over.",
                                            .min = 1,
                                            .max = powerOfTwo(20)});
inline constexpr auto F =
    whole<&Scenario::coll, &Collective::F>({.id = "coll.F",
                                            .symbol = "F_coll",
                                            .title = "Collective matmul: F",
                                            .help = "Columns of the right operand of a collective matmul.",
                                            .min = 1,
                                            .max = powerOfTwo(20)});
inline constexpr auto from = text<&Scenario::coll, &Collective::from>(
    {.id = "coll.from",
     .title = "Permute: from",
     .help = "The chip that sends, or several as 0,0; 1,0; empty is one corner, all is every chip.",
     .accepts = isSender,
     .form = senderForm});
inline constexpr auto to = text<&Scenario::coll, &Collective::to>(
    {.id = "coll.to",
     .title = "Permute: to",
     .help = "The chip that receives, or one for each that sends; empty is the opposite corner, +1 the next on a ring.",
     .accepts = isReceiver,
     .form = receiverForm});

/// In file order.
constexpr void all(auto visit)
{
    visit(kind, torus, axes, wrap, direction, algorithm, bytes, clock, B, D, F, from, to);
}

} // namespace core::field::coll

namespace core::field::shard
{

inline constexpr auto expression = text<&Scenario::shard, &Sharding::expression>(
    {.id = "shard.expr",
     .title = "Sharded product",
     .help = "A product with named dimensions, each with the mesh axes it is split over.",
     .accepts = isExpression,
     .form = "one line such as \"A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]\""});
inline constexpr auto mesh = text<&Scenario::shard, &Sharding::mesh>(
    {.id = "shard.mesh",
     .title = "Sharding: mesh",
     .help = "Mesh axes of the sharded product and their sizes.",
     .accepts = isNamedMesh,
     .form = "different letters with sizes of 1 to 16,384 such as \"X=4, Y=4\""});
inline constexpr auto dtype = format<&Scenario::shard, &Sharding::dtype>(
    "Bytes of an element of the sharded arrays", {.id = "shard.dtype",
                                                  .symbol = "s_shard",
                                                  .title = "Sharding: format",
                                                  .help = "Number format of the sharded arrays."});

/// In file order.
constexpr void all(auto visit) { visit(expression, mesh, dtype); }

} // namespace core::field::shard

namespace core::field::layer
{

inline constexpr auto arrays = text<&Scenario::layer, &LayerSharding::arrays>(
    {.id = "layer.arrays",
     .title = "Layer: edited arrays",
     .help = "Arrays of a layer that lie otherwise than the roles of the mesh say: a what-if of the tab Layer. Step, "
             "memory and all other numbers count the roles.",
     .accepts = isEditedArrays,
     .form = "empty, or one line of arrays such as \"Hid[B, F_Y]; W_in[D, F_XY]\""});

constexpr void all(auto visit) { visit(arrays); }

} // namespace core::field::layer
