// SPDX-License-Identifier: GPL-3.0-or-later
// What a chip, a link and a message of a schedule hold and carry, step by step (sections e and i).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

// Bytes: chunks where all are alike, else elements.
inline constexpr auto chunkBytes =
    formula<dim::byte>("S_chunk", "One chunk of the array", "e.2", sources::own::counted,
                       args(bytes("V"), count("m_cut")), [](auto V, auto chunks) { return V / chunks; });
inline constexpr auto elementBytes =
    formula<dim::byte>("b_el", "Bytes of elements; chunks are not all alike", "e.2", sources::own::counted,
                       args(count("E"), bytes("s")), [](auto elements, auto s) { return elements * s; });
inline constexpr auto heldBytes = formula<dim::byte>(
    "b_held", "Bytes of the array on a chip, unfinished sums with them", "e.2", sources::own::counted,
    args(count("c_held"), bytes("S_chunk")), [](auto chunks, auto S) { return chunks * S; });
inline constexpr auto messageBytes =
    formula<dim::byte>("b_msg", "Bytes of a message", "e.2", sources::own::counted,
                       args(count("c_msg"), bytes("S_chunk")), [](auto chunks, auto S) { return chunks * S; });
inline constexpr auto messagesBytes =
    formula<dim::byte>("b_sent", "Bytes over a link so far, messages all alike", "e.2", sources::own::counted,
                       args(count("m_msg"), bytes("b_msg")), [](auto messages, auto b) { return messages * b; });
inline constexpr auto carriedBytes =
    formula<dim::byte>("b_sent,c", "Bytes over a link so far, chunk by chunk", "e.2", sources::own::counted,
                       args(count("c_link"), bytes("S_chunk")), [](auto chunks, auto S) { return chunks * S; });
inline constexpr auto sentBytes =
    formula<dim::byte>("b_sent,all", "Bytes over all links so far", "e.2", sources::own::counted,
                       args(count("c_all"), bytes("S_chunk")), [](auto chunks, auto S) { return chunks * S; });

// Chips of a torus, and of what is drawn of a large one.
inline constexpr auto torusChips = formula<dim::count>(
    "N_torus", "Chips of the torus: those along its axes, multiplied", "e.3", sources::own::counted,
    args(count("N_X"), count("N_Y"), count("N_Z")), [](auto x, auto y, auto z) { return x * y * z; });
inline constexpr auto torusBlocks =
    formula<dim::count>("N_blocks", "Blocks of 4 chips along each axis, or fewer at its end", "e.3",
                        sources::own::counted, args(count("N_X"), count("N_Y"), count("N_Z")),
                        [](auto x, auto y, auto z) { return ceil(x / 4) * ceil(y / 4) * ceil(z / 4); });
inline constexpr auto blockChips = formula<dim::count>("N_block", "Chips of a block", "e.3", sources::own::counted,
                                                       args(count("c_X"), count("c_Y"), count("c_Z")),
                                                       [](auto x, auto y, auto z) { return x * y * z; });
inline constexpr auto sliceChips =
    formula<dim::count>("N_slice", "Chips at one place of an axis", "e.3", sources::own::counted,
                        args(count("N_torus"), count("N_Z")), [](auto chips, auto length) { return chips / length; });
inline constexpr auto innerChips = formula<dim::count>(
    "N_in", "Chips at neither end of an axis", "e.3", sources::own::counted,
    args(count("(N_X − 2)"), count("(N_Y − 2)"), count("(N_Z − 2)")), [](auto x, auto y, auto z) { return x * y * z; });
inline constexpr auto faceChips =
    formula<dim::count>("N_face", "Chips at an end of an axis", "e.3", sources::own::counted,
                        args(count("N_torus"), count("N_in")), [](auto chips, auto inner) { return chips - inner; });

// Links between two blocks of chips.
inline constexpr auto blockLinks = formula<dim::count>(
    "L_block", "Links from a block to the next: one for each chip of the face between them", "e.3",
    sources::own::counted, args(count("c_X"), count("c_Y")), [](auto width, auto height) { return width * height; });
inline constexpr auto linksBytes =
    formula<dim::byte>("b_links", "Bytes over links between two blocks so far, all alike", "e.3", sources::own::counted,
                       args(count("L_block"), bytes("b_sent")), [](auto links, auto b) { return links * b; });
inline constexpr auto linksChunkBytes = formula<dim::byte>(
    "b_links,c", "Bytes over links between two blocks so far, chunk by chunk", "e.3", sources::own::counted,
    args(count("c_block"), bytes("S_chunk")), [](auto chunks, auto S) { return chunks * S; });
inline constexpr auto linksMean = formula<dim::byte>(
    "b_mean", "Bytes over a link between two blocks so far, on average", "e.3", sources::own::counted,
    args(bytes("b_links"), count("L_block")), [](auto b, auto links) { return b / links; });

// Links against the clock.
inline constexpr auto linkCapacity =
    formula<dim::byte>("b_cap", "Bytes a link could have carried so far", "e.3", sources::own::counted,
                       args(byteRate("w"), seconds("T_bar")), [](auto w, auto T) { return w * T; });
inline constexpr auto linkLoad =
    formula<dim::count>("load", "Load of a link, of what it could have carried", "e.3", sources::own::counted,
                        args(bytes("b_sent"), bytes("b_cap")), [](auto b, auto capacity) { return b / capacity; })
        .in("share");

// A critical path: what follows one another up to the end.
inline constexpr auto pathMessages = formula<dim::second>(
    "T_msg", "Critical path: messages, each there before the next leaves", "e.6", sources::own::simulated,
    args(seconds("T_before"), count("m_seq"), bytes("b_seq"), byteRate("w"), seconds("t_hop")),
    [](auto before, auto m, auto b, auto w, auto hop) { return before + m * (b / w + hop); });
inline constexpr auto pathWire = formula<dim::second>(
    "T_busy", "Critical path: messages for whose link the next one waits", "e.6", sources::own::simulated,
    args(seconds("T_before"), count("m_seq"), bytes("b_seq"), byteRate("w")),
    [](auto before, auto m, auto b, auto w) { return before + m * b / w; });
inline constexpr auto pathHops =
    formula<dim::second>("T_hop,max", "Critical path: hops that outlast their bytes", "e.6", sources::own::simulated,
                         args(seconds("T_before"), count("m_seq"), seconds("t_hop")),
                         [](auto before, auto m, auto hop) { return before + m * hop; });
inline constexpr auto pathProducts =
    formula<dim::second>("T_mul", "Critical path: products of shards", "i.1", sources::own::overlapped,
                         args(seconds("T_before"), count("x_seq"), seconds("t_c")),
                         [](auto before, auto x, auto tc) { return before + x * tc; });
inline constexpr auto largestMessages =
    formula<dim::byte>("b_crit", "Largest message of each step, added up", "e.6", sources::own::simulated,
                       args(bytes("b_before"), count("m_seq"), bytes("b_seq")),
                       [](auto before, auto m, auto b) { return before + m * b; });

// Bars of the timeline.
inline constexpr auto messageSent = formula<dim::second>(
    "t_sent", "Last byte of a message leaves", "e.2", sources::own::counted,
    args(seconds("t_start"), bytes("b_msg"), byteRate("w")), [](auto start, auto b, auto w) { return start + b / w; });
inline constexpr auto messageThere =
    formula<dim::second>("t_there", "Last byte of a message is there", "e.2", sources::own::counted,
                         args(seconds("t_sent"), seconds("t_hop")), [](auto sent, auto hop) { return sent + hop; });
inline constexpr auto messageThereBook =
    formula<dim::second>("t_there,max", "A message is there, by its hop or its bytes", "e.6", sources::own::simulated,
                         args(seconds("t_start"), seconds("t_hop"), seconds("t_sent")),
                         [](auto start, auto hop, auto sent) { return max(start + hop, sent); });
inline constexpr auto exposedTime = formula<dim::second>(
    "t_exp", "A message is in flight while its chip computes nothing", "i.1", sources::own::overlapped,
    args(bytes("b_msg"), byteRate("w"), seconds("t_hid")), [](auto b, auto w, auto hidden) { return b / w - hidden; });
inline constexpr auto productEnd =
    formula<dim::second>("t_end", "A product ends", "i.1", sources::own::overlapped,
                         args(seconds("t_start"), seconds("t_c")), [](auto start, auto tc) { return start + tc; });
inline constexpr auto halfProductEnd =
    formula<dim::second>("t_end,half", "The product of half a shard ends", "i.1", sources::own::overlapped,
                         args(seconds("t_start"), seconds("t_c")), [](auto start, auto tc) { return start + tc / 2; });

} // namespace core::formulas
