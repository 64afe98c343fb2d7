// SPDX-License-Identifier: GPL-3.0-or-later
// What each mesh axis carries and how long that takes (MODEL.md, sections e, g.3, g.8 to g.11, g.13).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

// Share of the array that crosses a link, kappa; 1 at book rates.
inline constexpr auto ringShare =
    formula<dim::count>("kappa", "Share of the array that moves, (n - 1)/n", "e.2", sources::contracting,
                        args(count("n")), [](auto n) { return (n - 1) / n; });
// p: chips of the mesh axis on the hardware axis, n: chips of the mesh axis.
inline constexpr auto allToAllRing =
    formula<dim::count>("kappa_a2a", "AllToAll share on a ring", "e.4", sources::allToAll, args(count("p"), count("n")),
                        [](auto p, auto n) { return floor(p * p / 4) / (p * n); });
inline constexpr auto allToAllBook =
    formula<dim::count>("kappa_book", "AllToAll share on a ring, book rates", "e.7", sources::learned,
                        args(count("p"), count("n")), [](auto p, auto n) { return p / (4 * n); });
inline constexpr auto allToAllLine = formula<dim::count>(
    "kappa_line", "AllToAll share on a line", "e.4", sources::own::simulated, args(count("p"), count("n")),
    [](auto p, auto n) { return floor(p / 2) * ceil(p / 2) / (p * n); });
inline constexpr auto allToAllSwitch =
    formula<dim::count>("kappa_sw", "AllToAll share on a switch", "e.8", sources::insideNodes, args(count("n")),
                        [](auto n) { return (n - 1) / (n * n); });
inline constexpr auto allToAllSwitchBook =
    formula<dim::count>("kappa_sw,book", "AllToAll share on a switch, large n", "e.8", sources::insideNodes,
                        args(count("n")), [](auto n) { return 1 / n; });
inline constexpr auto allToAllInside =
    formula<dim::count>("kappa_dom", "AllToAll share inside one of the domains", "e.8", sources::acrossNodes,
                        args(count("kappa_sw"), count("n_in"), count("n")),
                        [](auto share, auto within, auto n) { return share * within / n; });
// Ranks that do not fill domains: r of them are on the domain that has fewest.
inline constexpr auto restShare =
    formula<dim::count>("kappa_rest", "Share of the array that the smallest domain takes in", "e.8",
                        sources::acrossNodes, args(count("n"), count("r")), [](auto n, auto r) { return (n - r) / n; });
// A token goes to a domain once, however many of its k experts are there: of n ranks the domain has n_in.
inline constexpr auto exchangeAcross =
    formula<dim::count>("kappa_a2a,dom", "AllToAll share that a domain takes in, a token once", "g.10",
                        sources::gpuExpertParallelism, args(count("kappa"), count("n_in"), count("n"), count("k")),
                        [](auto share, auto within, auto n, auto k) { return share * min(within / n, 1 / k); });

// Bandwidth.
inline constexpr auto axisBandwidth =
    formula<dim::bytePerSecond>("W", "Bandwidth of the axis per chip", "e.3", sources::contracting,
                                args(count("l"), byteRate("w")), [](auto links, auto w) { return links * w; });
inline constexpr auto groupEgress = formula<dim::bytePerSecond>(
    "W_out", "Egress of the ranks that a group has on one domain", "e.8", sources::acrossNodes,
    args(count("n_in"), byteRate("W_nic")), [](auto ranks, auto nic) { return ranks * nic; });

// Ranks.
inline constexpr auto jointRanks = formula<dim::count>(
    "n_joint", "Ranks over which weights are reduced: data and context axes", "g.11", sources::megatron,
    args(count("n_data"), count("n_cp")), [](auto data, auto context) { return data * context; });
inline constexpr auto headsOfShard = formula<dim::count>(
    "K_sh", "Key/value heads of one tensor shard", "g.11", sources::ring, args(count("K"), count("Y")),
    [](auto K, auto Y) { return max(K / Y, Quantity<dim::count>(1)); });

// Bytes of the arrays.
inline constexpr auto denseParameters =
    formula<dim::count>("P_dense", "Parameters of a layer without its routed experts", "g.10", sources::own::even,
                        args(count("P_l"), count("P_exp")), [](auto layer, auto experts) { return layer - experts; });
inline constexpr auto shardedParameters = formula<dim::count>(
    "P_mesh", "Parameters of one tensor and pipeline shard", "g.3", sources::fsdp,
    args(count("L"), count("P_l"), count("P_emb"), count("Z"), count("Y")),
    [](auto L, auto layer, auto embedding, auto Z, auto Y) { return (L * layer + embedding) / (Z * Y); });
inline constexpr auto weightArray = formula<dim::byte>("V_w", "Weights as gathered over the axis", "g.3", sources::fsdp,
                                                       args(bytes("s"), count("P_mesh"), count("n_fsdp")),
                                                       [](auto s, auto P, auto others) { return s * P / others; });
inline constexpr auto gradientArray = formula<dim::byte>(
    "V_g", "Gradients as reduced over the axis", "g.3", sources::fsdp,
    args(bytes("s_gc"), count("P_mesh"), count("n_fsdp")), [](auto s, auto P, auto others) { return s * P / others; });
inline constexpr auto activationArray =
    formula<dim::byte>("V_a", "Activations of one data rank, width D", "g.3", sources::tensorParallelism,
                       args(bytes("s"), count("B_rank"), count("D")), [](auto s, auto B, auto D) { return s * B * D; });
inline constexpr auto routedArray =
    formula<dim::byte>("V_r", "Routed copies of the tokens of the group", "g.10", sources::experts,
                       args(bytes("s"), count("k"), count("B_rank"), count("n"), count("D"), count("n_seq")),
                       [](auto s, auto k, auto B, auto n, auto D, auto split) { return s * k * B * n * D / split; });
inline constexpr auto keyValueArray =
    formula<dim::byte>("V_kv", "Keys and values of the whole sequence", "g.11", sources::ring,
                       args(bytes("s"), count("B_rank"), count("n"), count("K"), count("H")),
                       [](auto s, auto B, auto n, auto K, auto H) { return 2 * s * B * n * K * H; });

// Bytes of a pass, counted so that time = kappa U / W.
inline constexpr auto perMicrobatch =
    formula<dim::byte>("U_m", "Collectives of all microbatches", "g.9", sources::pipelining,
                       args(bytes("V_w"), count("m")), [](auto V, auto m) { return V * m; });
inline constexpr auto perLayer =
    formula<dim::byte>("U_l", "Collectives of the layers of a chip", "g.3", sources::tensorParallelism,
                       args(count("q"), count("L"), count("Z"), bytes("V_a")),
                       [](auto n, auto L, auto Z, auto V) { return n * L * V / Z; });
inline constexpr auto reduceAndGather = formula<dim::byte>(
    "U", "Bytes of the collectives of the pass", "g.3", sources::own::calls,
    args(bytes("V_ag"), bytes("V_rs"), bytes("V_ar"), bytes("V_other")),
    [](auto gathered, auto reduced, auto both, auto other) { return gathered + reduced + 2 * both + other; });
inline constexpr auto boundaryBytes = formula<dim::byte>(
    "V_p", "Activations across a stage boundary", "g.9", sources::pipelineTransfers,
    args(bytes("V_a"), count("v"), count("n_seq")), [](auto V, auto v, auto split) { return V * v / split; });

// Times.
inline constexpr auto axisTime = formula<dim::second>("T_axis", "Time of the axis", "e.3", sources::contracting,
                                                      args(count("kappa"), bytes("U"), byteRate("W")),
                                                      [](auto kappa, auto U, auto W) { return kappa * U / W; });
inline constexpr auto levelTime =
    formula<dim::second>("T_gpu", "Time of the axis, node and scale-out", "e.8", sources::acrossNodes,
                         args(count("kappa_in"), byteRate("W_gpu"), count("kappa_out"), byteRate("W_out"), bytes("U")),
                         [](auto in, auto W, auto out, auto Wout, auto U) { return max(in * U / W, out * U / Wout); });
// Measured on 8 H200: 482 GB/s of bus bandwidth where W is 450 GB/s, from 512 MiB on.
inline constexpr auto reduceInSwitch =
    formula<dim::second>("T_nvls", "All-reduce in the switch, at the measured efficiency of 0.68", "e.8",
                         sources::own::measured, args(count("kappa_nvls"), bytes("V_ar"), byteRate("W_gpu")),
                         [](auto share, auto V, auto W) { return share * V / W / 0.68; });
inline constexpr auto switchShare =
    formula<dim::count>("kappa_nvls", "Share of the array that a GPU exchanges with a switch that reduces", "e.8",
                        sources::insideNodes, args(count("n")), [](auto n) { return (n + 1) / n; });
inline constexpr auto latencyFloor = formula<dim::second>(
    "T_hops", "Min time of the hops", "e.6", sources::contracting, args(count("n_coll"), count("h"), seconds("t_hop")),
    [](auto collectives, auto hops, auto hop) { return collectives * hops * hop; });
inline constexpr auto withLatency = formula<dim::second>(
    "T_lat", "Time of the axis with latency", "e.6", sources::contracting, args(seconds("T_axis"), seconds("T_hops")),
    [](auto bandwidth, auto floor) { return max(bandwidth, floor); });
inline constexpr auto timeOfBoth = formula<dim::second>(
    "T_both", "Time of an axis: weights, then tokens", "g.4", sources::own::sumOfCollectives,
    args(seconds("T_weights"), seconds("T_tokens")), [](auto weights, auto tokens) { return weights + tokens; });
inline constexpr auto wireOfBoth = formula<dim::byte>(
    "b_both", "Bytes one chip sends over an axis: weights and tokens", "g.3", sources::own::sumOfCollectives,
    args(bytes("b_weights"), bytes("b_tokens")), [](auto weights, auto tokens) { return weights + tokens; });
inline constexpr auto wireBytes =
    formula<dim::byte>("b_wire", "Bytes one chip sends over the axis", "e.2", sources::contracting,
                       args(count("kappa"), bytes("U")), [](auto kappa, auto U) { return kappa * U; });
inline constexpr auto dcnBytes =
    formula<dim::byte>("b_dcn", "Gradient bytes of one chip over DCN", "g.8", sources::betweenPods,
                       args(count("kappa"), bytes("s_gc"), count("P"), count("N_slice")),
                       [](auto kappa, auto s, auto P, auto n) { return 2 * kappa * s * P / n; });
inline constexpr auto dcnTime =
    formula<dim::second>("T_dcn", "Time of the gradients over DCN", "g.8", sources::betweenPods,
                         args(bytes("b_dcn"), byteRate("W_dcn")), [](auto b, auto W) { return b / W; });
inline constexpr auto callTime =
    formula<dim::second>("T_call", "One collective's share of the time of its axis", "g.3", sources::own::calls,
                         args(seconds("T_lat"), count("n_pass"), bytes("V"), bytes("U")),
                         [](auto T, auto passes, auto V, auto U) { return T * (passes * V / U); });
// n: calls in a layer and microbatch, m: microbatches.
inline constexpr auto callCount =
    formula<dim::count>("N_calls", "Calls of a collective in a step", "g.3", sources::own::calls,
                        args(count("n_each"), count("L"), count("Z"), count("m")),
                        [](auto n, auto L, auto Z, auto m) { return n * L * m / Z; });
inline constexpr auto allCallsTime =
    formula<dim::second>("T_calls", "Time of all calls of a collective", "g.3", sources::own::calls,
                         args(count("n_each"), count("L"), count("Z"), count("m"), seconds("T_call")),
                         [](auto n, auto L, auto Z, auto m, auto T) { return n * L * m * T / Z; });
// The charge of one call beside its schedule.
inline constexpr auto exactRates = formula<dim::second>(
    "Delta_rates", "Time that exact rates add", "e.7", sources::own::difference,
    args(seconds("T_exact"), seconds("T_bytes")), [](auto exact, auto charged) { return exact - charged; });
inline constexpr auto bytesTime =
    formula<dim::second>("T_wire", "Bytes of the schedule, were hops to take nothing", "e.6", sources::own::difference,
                         args(bytes("b_crit"), byteRate("w")), [](auto b, auto w) { return b / w; });
inline constexpr auto scheduledBytes = formula<dim::second>(
    "Delta_wire", "Time that the schedule adds to the bytes", "e.3", sources::own::difference,
    args(seconds("T_wire"), seconds("T_exact")), [](auto wire, auto exact) { return wire - exact; });
inline constexpr auto chargedHops = formula<dim::second>(
    "T_wait", "Hops that the step charges", "e.6", sources::own::difference,
    args(seconds("T_call"), seconds("T_bytes")), [](auto call, auto bytes) { return call - bytes; });
inline constexpr auto scheduledHops =
    formula<dim::second>("Delta_hops", "Time that hops add", "e.6", sources::own::difference,
                         args(seconds("T_coll"), seconds("T_wire"), seconds("T_wait")),
                         [](auto time, auto wire, auto charged) { return time - wire - charged; });
inline constexpr auto twoPasses =
    formula<dim::byte>("b_pass", "Bytes of the pass", "g.3", sources::own::calls, args(bytes("b_fwd"), bytes("b_bwd")),
                       [](auto f, auto b) { return f + b; });

// From place to place.
inline constexpr auto pointToPoint =
    formula<dim::second>("T_p2p", "From one place to another, hops first", "e.5", sources::hostLink,
                         args(count("h_path"), seconds("t_hop"), bytes("V_net"), count("p_path"), byteRate("w")),
                         [](auto h, auto hop, auto V, auto p, auto w) { return h * hop + V / (p * w); });
inline constexpr auto streamTime =
    formula<dim::second>("T_stream", "Time of the bytes through one link", "c.7", sources::hostLink,
                         args(bytes("V_net"), byteRate("W")), [](auto V, auto W) { return V / W; });
inline constexpr auto throughHost = formula<dim::bytePerSecond>(
    "W_far", "From chip to chip of another slice, through both hosts", "c.7", sources::hostLink,
    args(byteRate("W_pcie"), byteRate("W_dcn")), [](auto pcie, auto dcn) { return min(pcie, dcn); });
inline constexpr auto podHosts =
    formula<dim::count>("N_host", "Hosts of a pod", "b.1", sources::tpus, args(count("n_pod"), count("n_host")),
                        [](auto chips, auto each) { return chips / each; });
inline constexpr auto podCores =
    formula<dim::count>("N_core", "Cores of a pod", "b.1", sources::tpus, args(count("n_pod"), count("n_core")),
                        [](auto chips, auto each) { return chips * each; });
inline constexpr auto podRate = formula<dim::flopPerSecond>("C_pod", "Peak rate of a pod", "b.1", sources::tpus,
                                                            args(count("n_pod"), flopRate("C")),
                                                            [](auto chips, auto each) { return chips * each; });
inline constexpr auto podMemory =
    formula<dim::byte>("M_pod", "Memory of a pod", "b.1", sources::tpus, args(count("n_pod"), bytes("M_hbm")),
                       [](auto chips, auto each) { return chips * each; });

} // namespace core::formulas
