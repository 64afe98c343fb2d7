// SPDX-License-Identifier: GPL-3.0-or-later
// Exact times of scheduled collectives and of collective matmul, and what no schedule can beat (sections e and i).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

// Gathers and reductions on one axis; S is a shard, w one link one way.
inline constexpr auto ringGather =
    formula<dim::second>("T_ring", "Gather round a ring, both directions", "e.2", sources::contracting,
                         args(count("h"), seconds("t_hop"), count("n"), bytes("S"), byteRate("w")),
                         [](auto h, auto hop, auto n, auto S, auto w) { return h * hop + (n - 1) * S / (2 * w); });
inline constexpr auto lineGather =
    formula<dim::second>("T_line", "Gather along a line, or unidirectional on a ring", "e.2", sources::own::simulated,
                         args(count("n"), seconds("t_hop"), bytes("S"), byteRate("w")),
                         [](auto n, auto hop, auto S, auto w) { return (n - 1) * (hop + S / w); });

// Several axes.
inline constexpr auto offsetsGather = formula<dim::second>(
    "T_off", "Gather with every link busy in every step", "e.3", sources::own::simulated,
    args(count("q"), seconds("t_hop"), count("n"), bytes("S"), count("d"), byteRate("w")),
    [](auto steps, auto hop, auto n, auto S, auto d, auto w) { return steps * hop + (n - 1) * S / (d * w); });
inline constexpr auto ringPhaseBytes =
    formula<dim::byte>("b_ring", "Bytes a link of a ring carries in a phase", "e.3", sources::own::simulated,
                       args(count("n"), bytes("S_p")), [](auto n, auto held) { return (n - 1) * held / 2; });
inline constexpr auto linePhaseBytes =
    formula<dim::byte>("b_line", "Bytes a link of a line carries in a phase", "e.3", sources::own::simulated,
                       args(count("n"), bytes("S_p")), [](auto n, auto held) { return (n - 1) * held; });
inline constexpr auto phaseEnd = formula<dim::second>(
    "T_phase", "End of a phase of one segment", "e.3", sources::own::simulated,
    args(seconds("T_part"), seconds("T_free"), count("h"), seconds("t_hop"), bytes("b_ring"), byteRate("w")),
    [](auto ready, auto free, auto h, auto hop, auto b, auto w) { return max(ready, free) + h * hop + b / w; });

// All-to-all; b is a block.
inline constexpr auto ringExchange = formula<dim::second>(
    "T_a2a", "All-to-all round a ring, shortest paths", "e.4", sources::allToAll,
    args(count("h"), seconds("t_hop"), count("n"), bytes("b"), byteRate("w")),
    [](auto h, auto hop, auto n, auto b, auto w) { return h * hop + floor(n * n / 4) * b / (2 * w); });
inline constexpr auto bundledExchange =
    formula<dim::second>("T_a2a,1", "All-to-all along a line, bundled, or unidirectional on a ring", "e.4",
                         sources::own::simulated, args(count("n"), seconds("t_hop"), bytes("b"), byteRate("w")),
                         [](auto n, auto hop, auto b, auto w) { return (n - 1) * hop + n * (n - 1) * b / (2 * w); });
inline constexpr auto slotExchange =
    formula<dim::second>("T_slot", "All-to-all along a line, one block a step", "e.4", sources::own::simulated,
                         args(count("n"), seconds("t_hop"), bytes("b"), byteRate("w")),
                         [](auto n, auto hop, auto b, auto w) { return floor(n * n / 4) * (hop + b / w); });
inline constexpr auto exchangePhaseBytes = formula<dim::byte>(
    "b_a2a", "Bytes a link of a ring carries in a phase of an all-to-all", "e.4", sources::own::simulated,
    args(count("n"), bytes("S_p")), [](auto n, auto held) { return floor(n * n / 4) * held / (2 * n); });

// All-reduce, point to point.
inline constexpr auto reduceThenGatherTime =
    formula<dim::second>("T_ar", "Reduce-scatter, then all-gather", "e.5", sources::bothContracting,
                         args(seconds("T_ring")), [](auto one) { return 2 * one; });
inline constexpr auto middleReduce = formula<dim::second>(
    "T_mid", "All-reduce on a line: reduce to the center, then broadcast", "e.5", sources::own::simulated,
    args(count("m"), count("n"), seconds("t_hop"), bytes("V"), byteRate("w")),
    [](auto m, auto n, auto hop, auto V, auto w) { return (m + n - 2) * (hop + V / (m * w)); });
inline constexpr auto middlePieces =
    formula<dim::count>("m_mid", "Best number of pieces for it", "e.5", sources::own::simulated,
                        args(count("n"), bytes("V"), seconds("t_hop"), byteRate("w")),
                        [](auto n, auto V, auto hop, auto w) { return sqrt((n - 2) * V / (hop * w)); });
inline constexpr auto oneShotLimit = formula<dim::byte>(
    "V_shot", "Bytes below which a ring gathers all arrays and adds everywhere", "e.5", sources::own::simulated,
    args(count("L_link"), count("n"), count("h"), seconds("t_hop"), byteRate("w")),
    [](auto L, auto n, auto h, auto hop, auto w) { return L * n * h * hop * w / ((n - 1) * (n - 2)); });
inline constexpr auto treeRounds = formula<dim::count>(
    "m_tree", "Best number of pieces per link of a bundle of trees", "e.5", sources::own::simulated,
    args(count("h_fill"), count("n_others"), count("L_link"), bytes("V"), seconds("t_hop"), byteRate("w")),
    [](auto wait, auto others, auto links, auto V, auto hop, auto w) {
        return sqrt(wait * V / (others * links * hop * w));
    });
inline constexpr auto pathTime =
    formula<dim::second>("T_path", "Pieces serialized along a path", "e.5", sources::own::simulated,
                         args(count("h"), seconds("t_hop"), count("m"), bytes("M"), byteRate("w")),
                         [](auto h, auto hop, auto m, auto M, auto w) { return h * hop + (h + m - 1) * M / (m * w); });
inline constexpr auto pathShare = formula<dim::count>(
    "f_path", "Share of a path, so that all paths end together", "e.5", sources::own::simulated,
    args(count("p_way"), count("H"), count("h"), seconds("t_hop"), byteRate("w"), bytes("M")),
    [](auto p, auto H, auto h, auto hop, auto w, auto M) { return 1 / p + (H / p - h) * hop * w / M; });
inline constexpr auto shiftBytes = formula<dim::byte>(
    "b_shift", "Bytes a link carries when every chip of a ring sends to its kth", "e.5", sources::own::simulated,
    args(count("k"), count("n"), bytes("M")), [](auto k, auto n, auto M) { return k * (n - k) * M / n; });

// Switches; G is the port of a GPU.
inline constexpr auto portTime =
    formula<dim::second>("T_port", "Collective through a switch", "e.8", sources::insideNodes,
                         args(count("q"), seconds("t_hop"), bytes("b"), byteRate("W_gpu")),
                         [](auto steps, auto hop, auto b, auto G) { return steps * hop + b / G; });
inline constexpr auto domainsPort = formula<dim::bytePerSecond>(
    "W_port", "Rate of a port that NVLink in domains and NICs between them amount to", "e.8", sources::acrossNodes,
    args(count("n"), count("d"), count("g"), byteRate("W_gpu"), byteRate("W_out")),
    [](auto n, auto d, auto g, auto W, auto out) { return (n - 1) / max(n * (d - 1) / (d * W), (n - g) / out); });
inline constexpr auto switchPort = formula<dim::bytePerSecond>(
    "W_nvls", "Rate of a port that reductions in the switch amount to", "e.8", sources::own::measured,
    args(count("n"), byteRate("W_gpu")), [](auto n, auto W) { return 2 * (n - 1) / (n + 1) * W * 0.68; });
inline constexpr auto switchReduce = formula<dim::second>(
    "T_sharp", "All-reduce with the adding done in the switch, at the measured efficiency of 0.68", "e.8",
    sources::own::measured, args(seconds("t_hop"), count("n"), bytes("V"), byteRate("W_gpu")),
    [](auto hop, auto n, auto V, auto G) { return 2 * hop + (V + V / n) / G / 0.68; });
inline constexpr auto slowerLevel = formula<dim::bytePerSecond>(
    "W_book", "Rate of the slower of NVLink in domains and NICs between them, as for large n", "e.8",
    sources::acrossNodes, args(byteRate("W_gpu"), byteRate("W_out")), [](auto W, auto out) { return min(W, out); });

// What no schedule can beat.
inline constexpr auto intakeBound = formula<dim::second>(
    "T_in", "Time to take in what a chip lacks", "e.3", sources::own::bound,
    args(bytes("b_lack"), count("d"), byteRate("w")), [](auto lacking, auto d, auto w) { return lacking / (d * w); });
inline constexpr auto reduceBound = formula<dim::second>(
    "T_add", "Time of the additions over all links", "e.5", sources::own::bound,
    args(count("n"), bytes("V"), count("L_link"), count("d"), byteRate("w")),
    [](auto n, auto V, auto links, auto d, auto w) { return max(2 * (n - 1) * V / (links * w), V / (d * w)); });
inline constexpr auto anyPort = formula<dim::bytePerSecond>(
    "W_any",
    "Rate of a port that no schedule over several domains exceeds: NVLink and NIC take in what a GPU lacks, the "
    "NICs what its domain lacks",
    "e.8", sources::own::bound, args(count("n"), count("g"), byteRate("W_gpu"), byteRate("W_nic"), byteRate("W_out")),
    [](auto n, auto g, auto W, auto nic, auto out) { return (n - 1) / max((n - 1) / (W + nic), (n - g) / out); });
inline constexpr auto reduceAcross = formula<dim::second>(
    "T_add,dom", "Time of the additions over all ports and NICs, and of one array into the smallest domain", "e.8",
    sources::own::bound, args(count("n"), count("M"), count("g"), bytes("V"), byteRate("W_gpu"), byteRate("W_nic")),
    [](auto n, auto M, auto g, auto V, auto W, auto nic) {
        return max(2 * (n - 1) * V / (n * (W + nic)), 2 * (M - 1) * V / (n * nic), V / (g * nic));
    });
inline constexpr auto loadBound =
    formula<dim::second>("T_load", "Time of a load over all links that can carry it", "e.4", sources::own::bound,
                         args(bytes("b_load"), count("L_link"), byteRate("w")),
                         [](auto load, auto links, auto w) { return load / (links * w); });
inline constexpr auto diameterBound =
    formula<dim::second>("T_far", "Time to the farthest chip", "e.6", sources::own::bound,
                         args(count("h"), seconds("t_hop")), [](auto h, auto hop) { return h * hop; });

// Around a schedule: what it is cut into, how it adds up, how near it comes to the bound.
inline constexpr auto shardBytes =
    formula<dim::byte>("S", "One chip's shard", "e.2", sources::contracting, args(bytes("V"), count("n")),
                       [](auto V, auto n) { return V / n; });
inline constexpr auto blockBytes =
    formula<dim::byte>("b", "Block from one chip to another", "e.4", sources::allToAll, args(bytes("V"), count("n")),
                       [](auto V, auto n) { return V / (n * n); });
inline constexpr auto gatherTotal =
    formula<dim::byte>("b_all", "Bytes over all links: each chip takes in what it lacks", "e.2", sources::own::counted,
                       args(count("n"), bytes("V")), [](auto n, auto V) { return (n - 1) * V; });
inline constexpr auto reduceTotal = formula<dim::byte>(
    "b_all,ar", "Bytes over all links: each byte added n - 1 times and sent back", "e.5", sources::own::counted,
    args(count("n"), bytes("V")), [](auto n, auto V) { return 2 * (n - 1) * V; });
inline constexpr auto barrierTime =
    formula<dim::second>("T_bar", "Serialized steps", "e.6", sources::own::simulated,
                         args(count("q"), seconds("t_hop"), bytes("b_crit"), byteRate("w")),
                         [](auto steps, auto hop, auto b, auto w) { return steps * hop + b / w; });
inline constexpr auto noFasterThan =
    formula<dim::second>("T_least", "What no schedule can beat", "e.3", sources::own::bound,
                         args(seconds("T_in"), seconds("T_far")), [](auto wire, auto far) { return max(wire, far); });
inline constexpr auto timeOverBound = formula<dim::count>(
    "gap", "Time over what no schedule can beat", "e.3", sources::own::bound,
    args(seconds("T_coll"), seconds("T_least")), [](auto time, auto bound) { return time / bound; });

// Collective matmul; t_c is the product of one shard.
inline constexpr auto shardFlops =
    formula<dim::flop>("F_shard", "FLOPs of one shard's product on one chip", "i.1", sources::own::overlapped,
                       args(count("B"), count("D"), count("F"), count("n")),
                       [](auto B, auto D, auto F, auto n) { return 2_flop * B * (D / n) * (F / n); });
inline constexpr auto shardTime =
    formula<dim::second>("t_c", "Product of one shard", "i.1", sources::own::overlapped,
                         args(flops("F_shard"), flopRate("C")), [](auto f, auto C) { return f / C; });
inline constexpr auto shardTransfer = formula<dim::second>(
    "t_s", "One shard to the next chip", "i.1", sources::own::overlapped,
    args(seconds("t_hop"), bytes("S"), byteRate("w")), [](auto hop, auto S, auto w) { return hop + S / w; });
inline constexpr auto bookTransfer = formula<dim::second>(
    "t_s,max", "One shard to the next chip, its hop or its bytes", "e.6", sources::own::simulated,
    args(seconds("t_hop"), bytes("S"), byteRate("w")), [](auto hop, auto S, auto w) { return max(hop, S / w); });
inline constexpr auto pipelinedMatmul =
    formula<dim::second>("T_cm", "Matmul overlapped with its transfers", "i.1", sources::own::overlapped,
                         args(count("n"), seconds("t_c"), seconds("t_s")),
                         [](auto n, auto tc, auto ts) { return tc + (n - 1) * max(tc, ts); });
inline constexpr auto wholeMatmulOdd = formula<dim::second>(
    "T_cm,odd", "Matmul overlapped with bidirectional whole shards, odd ring", "i.1", sources::own::overlapped,
    args(count("n"), count("h"), seconds("t_c"), seconds("t_s")),
    [](auto n, auto k, auto tc, auto ts) { return max(n * tc, ts + (n - 1) * tc, k * ts + 2 * tc); });
inline constexpr auto wholeMatmulEven = formula<dim::second>(
    "T_cm,even", "Matmul overlapped with bidirectional whole shards, even ring", "i.1", sources::own::overlapped,
    args(count("n"), count("h"), seconds("t_c"), seconds("t_s"), seconds("t_s,half")),
    [](auto n, auto k, auto tc, auto ts, auto th) {
        return max(n * tc, ts + (n - 1) * tc, (k - 1) * ts + 3 * tc, (k - 1) * ts + th + tc);
    });
inline constexpr auto matmulThenCollective =
    formula<dim::second>("T_naive", "Matmul and collective, serialized", "i.4", sources::own::overlapped,
                         args(count("n"), seconds("t_c"), seconds("T_ring")),
                         [](auto n, auto tc, auto collective) { return n * tc + collective; });
inline constexpr auto matmulSaving = formula<dim::second>(
    "T_saved", "Time saved by multiplying what is there already", "i.4", sources::own::overlapped,
    args(seconds("T_naive"), seconds("T_cm")), [](auto naive, auto pipelined) { return naive - pipelined; });
inline constexpr auto matmulLoss = formula<dim::second>(
    "T_lost", "Time lost by multiplying what is there already", "i.4", sources::own::overlapped,
    args(seconds("T_cm"), seconds("T_naive")), [](auto pipelined, auto naive) { return pipelined - naive; });
inline constexpr auto matmulShare =
    formula<dim::count>("f_naive", "Share of the serialized time", "i.4", sources::own::overlapped,
                        args(seconds("T_saved"), seconds("T_naive")),
                        [](auto part, auto naive) { return part / naive; })
        .in("share");
inline constexpr auto hidingWidth = formula<dim::count>(
    "E_hid", "Width from which a shard's product takes longer than its transfer", "i.1", sources::own::overlapped,
    args(count("n"), flopRate("C"), seconds("t_s"), count("B"), count("D")),
    [](auto n, auto C, auto ts, auto B, auto D) { return n * n * C * ts / (2_flop * B * D); });
inline constexpr auto neverHiding = formula<dim::count>(
    "E_never", "Width that hides the transfers in lockstep, where steps wait for chips with two products", "i.1",
    sources::own::overlapped, args(count("E_hid"), count("s_even")),
    [](auto width, auto none) { return width / none; });
inline constexpr auto mathRatio =
    formula<dim::count>("r_math", "Product of one shard over its transfer", "i.1", sources::own::overlapped,
                        args(seconds("t_c"), seconds("t_s")), [](auto tc, auto ts) { return tc / ts; });
inline constexpr auto movingBytes = formula<dim::byte>(
    "V_cm", "Bytes sent while the matmul runs", "i.1", sources::own::overlapped,
    args(bytes("s"), count("B"), count("D")), [](auto s, auto B, auto width) { return s * B * width; });
inline constexpr auto multiplyingTime =
    formula<dim::second>("T_prod", "All products and nothing else", "i.1", sources::own::overlapped,
                         args(count("n"), seconds("t_c")), [](auto n, auto tc) { return n * tc; });

} // namespace core::formulas
