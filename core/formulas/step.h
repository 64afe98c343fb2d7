// SPDX-License-Identifier: GPL-3.0-or-later
// Times of a step: math, memory, overlap of axes, pipeline slots, utilisation (MODEL.md, sections a.2, g.4, g.9, g.12).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto passMath = formula<dim::second>("T_math", "Math of the pass", "g.4", sources::dataParallelism,
                                                      args(flops("F_pass"), count("n"), flopRate("C")),
                                                      [](auto F, auto n, auto C) { return F / (n * C); });
inline constexpr auto recomputingMath =
    formula<dim::second>("T_math,re", "Math of the pass with recomputation", "f.7", sources::own::recomputed,
                         args(flops("F_bwd"), flops("F_re"), count("n"), flopRate("C")),
                         [](auto F, auto recompute, auto n, auto C) { return (F + recompute) / (n * C); });
inline constexpr auto memoryTime = formula<dim::second>(
    "T_hbm", "Weights and activations through HBM", "g.4", sources::own::memoryTraffic,
    args(count("n_hbm"), bytes("b_w"), bytes("b_a"), byteRate("W_hbm")),
    [](auto passes, auto weights, auto activations, auto W) { return passes * (weights + activations) / W; });
inline constexpr auto weightTraffic = formula<dim::byte>(
    "b_w", "Weights read from HBM", "g.4", sources::own::memoryTraffic, args(count("m"), bytes("s_w"), count("P_mesh")),
    [](auto m, auto s, auto P) { return m * s * P; });
inline constexpr auto activationTraffic =
    formula<dim::byte>("b_a", "Activations through HBM", "g.4", sources::own::memoryTraffic,
                       args(bytes("s_act"), count("e_dev"), count("B_rank"), count("L"), count("Z")),
                       [](auto s, auto e, auto B, auto L, auto Z) { return s * e * B * L / Z; });

inline constexpr auto workTime = formula<dim::second>(
    "T_work", "Math of the pass, or its HBM traffic where that takes longer", "c.2", sources::timeGoes,
    args(seconds("T_math"), seconds("T_hbm")), [](auto math, auto hbm) { return max(math, hbm); });

// Overlap conventions.
inline constexpr auto commsOverlapped = formula<dim::second>(
    "T_comms", "Communication, axes overlapped", "a.2", sources::mixed,
    args(seconds("T_X"), seconds("T_Y"), seconds("T_Z")), [](auto x, auto y, auto z) { return max(x, y, z); });
inline constexpr auto commsAdded = formula<dim::second>(
    "T_comms,sum", "Communication, axes added", "a.2", sources::mixed,
    args(seconds("T_X"), seconds("T_Y"), seconds("T_Z")), [](auto x, auto y, auto z) { return x + y + z; });
inline constexpr auto passOverlapped = formula<dim::second>("T_pass", "Time of the pass, overlapped", "a.2",
                                                            sources::mixed, args(seconds("T_math"), seconds("T_comms")),
                                                            [](auto math, auto comms) { return max(math, comms); });
inline constexpr auto passTensorExposed =
    formula<dim::second>("T_pass,tp", "Time of the pass, tensor axis exposed", "a.2", sources::own::pessimistic,
                         args(seconds("T_math"), seconds("T_other"), seconds("T_tensor")),
                         [](auto math, auto others, auto tensor) { return max(math, others) + tensor; });
inline constexpr auto passSerial = formula<dim::second>(
    "T_pass,sum", "Time of the pass, nothing overlapped", "a.2", sources::own::serialized,
    args(seconds("T_math"), seconds("T_comms")), [](auto math, auto comms) { return math + comms; });

// Pipeline.
inline constexpr auto slotFactor = formula<dim::count>("sigma", "Slots per microbatch, with the bubble", "g.9",
                                                       sources::interleaving, args(count("m"), count("Z"), count("v")),
                                                       [](auto m, auto Z, auto v) { return (m + (Z - 1) / v) / m; });
inline constexpr auto bubbleShare = formula<dim::count>(
    "beta_idle", "Idle share of the pipeline", "g.9", sources::interleaving, args(count("m"), count("Z"), count("v")),
    [](auto m, auto Z, auto v) { return (Z - 1) / (v * m + Z - 1); });
inline constexpr auto slotFactorFew = formula<dim::count>(
    "sigma_few", "Slots per microbatch with fewer of them than stages: one passes all stages, each other a chunk later",
    "g.9", sources::own::fewMicrobatches, args(count("m"), count("Z"), count("v")),
    [](auto m, auto Z, auto v) { return (Z + (m - 1) / v) / m; });
inline constexpr auto slotFactorShort = formula<dim::count>(
    "sigma_up",
    "Slots per microbatch with a short last group of interleaved stages: each place that it leaves empty between "
    "chunks idles",
    "g.9", sources::own::fewMicrobatches, args(count("m"), count("Z"), count("v")),
    [](auto m, auto Z, auto v) { return (m + (Z - 1) / v + (Z * ceil(m / Z) - m) * (1 - 1 / v)) / m; });
// Zero bubble; of a microbatch, omega is the gradient of weights, for which no other stage waits.
inline constexpr auto weightPart = formula<dim::count>(
    "omega", "Share of a microbatch that is the gradient of weights: of the matmuls' three equal parts, one", "g.9",
    sources::zeroBubble, args(flops("F_step"), flops("F_attn"), flops("F_re")),
    [](auto F, auto attention, auto recompute) { return (F - attention) / (3 * (F + recompute)); });
inline constexpr auto weightPartOfAll = formula<dim::count>(
    "omega_w", "The same of a microbatch with its communication: what forward pass and gradients of inputs leave",
    "g.9", sources::own::fewMicrobatches, args(seconds("T_F"), seconds("T_B"), seconds("T_pass")),
    [](auto F, auto B, auto pass) { return 1 - (F + B) / pass; });
inline constexpr auto weightPartOfAdded =
    formula<dim::count>("omega_up", "The same of a slot in which everything is added", "g.9",
                        sources::own::fewMicrobatches, args(count("omega"), seconds("T_math"), seconds("T_slot")),
                        [](auto omega, auto math, auto slot) { return omega * math / slot; });
inline constexpr auto scatterAlone =
    formula<dim::second>("T_rs,axis", "Reduce-scatter of the gradients of weights", "g.9",
                         sources::own::fewMicrobatches, args(seconds("T_w"), bytes("b_ag"), bytes("b_rs")),
                         [](auto weights, auto gather, auto reduce) { return weights * reduce / (gather + reduce); });
inline constexpr auto withoutScatter = formula<dim::second>(
    "T_in,axis", "Communication of the gradients of inputs: without the reduce-scatter, for which no stage waits",
    "g.9", sources::own::fewMicrobatches, args(seconds("T_a"), seconds("T_rs")),
    [](auto all, auto scatter) { return all - scatter; });
inline constexpr auto inputShare = formula<dim::count>(
    "beta_B", "Share of a microbatch that is the gradient of inputs", "g.9", sources::own::fewMicrobatches,
    args(seconds("T_B"), seconds("T_pass")), [](auto B, auto pass) { return B / pass; });
inline constexpr auto slotFactorSplit = formula<dim::count>(
    "sigma_zb",
    "Slots per microbatch, ZB-H1: gradients of weights fill the bubble, but for the first gradients that come back",
    "g.9", sources::own::splitSlots, args(count("m"), count("Z"), count("omega"), count("beta_B")),
    [](auto m, auto Z, auto omega, auto beta) { return (m + (Z - 1) * max(beta, 1 - 2 * omega)) / m; });
inline constexpr auto slotFactorSplitFew = formula<dim::count>(
    "sigma_zb,few",
    "Slots per microbatch, ZB-H1 with fewer than stages: one through all and back, each other behind it", "g.9",
    sources::own::fewMicrobatches, args(count("m"), count("Z"), count("omega"), count("beta_B")),
    [](auto m, auto Z, auto omega, auto beta) {
        return (Z * (1 - omega) + omega + (m - 1) * max(1 - omega, beta + omega)) / m;
    });
inline constexpr auto weightMath = formula<dim::second>(
    "T_W", "Math of the gradients of weights, for which no stage waits", "g.9", sources::zeroBubble,
    args(count("omega"), seconds("T_math")), [](auto omega, auto math) { return omega * math; });
inline constexpr auto inputPart = formula<dim::second>(
    "T_B", "Math of the gradients of inputs, for which the stage before waits", "g.9", sources::zeroBubble,
    args(seconds("T_bwd"), seconds("T_W")), [](auto backward, auto weights) { return backward - weights; });
inline constexpr auto idleSlots =
    formula<dim::count>("beta_slots", "Idle share of the slots of the pipeline", "g.9", sources::own::fewMicrobatches,
                        args(count("sigma")), [](auto sigma) { return 1 - 1 / sigma; });
inline constexpr auto inflightInterleaved =
    formula<dim::count>("i_int", "Microbatches in flight on the first stage, interleaved", "g.9", sources::interleaved,
                        args(count("m"), count("Z"), count("v")),
                        [](auto m, auto Z, auto v) { return min(m, Z * (1 + (Z - 1) / (Z * v))); });
inline constexpr auto inflightInterleavedLast = formula<dim::count>(
    "i_last", "Microbatches in flight on the last stage, interleaved", "g.9", sources::interleaved,
    args(count("m"), count("Z"), count("v")), [](auto m, auto Z, auto v) { return min(m, Z) - (min(m, Z) - 1) / v; });
inline constexpr auto inflightOneForward =
    formula<dim::count>("i_1f1b", "Microbatches in flight, 1F1B", "g.9", sources::oneForwardOneBackward,
                        args(count("m"), count("Z")), [](auto m, auto Z) { return min(m, Z); });

// The whole step.
inline constexpr auto dcnExposed = formula<dim::second>(
    "T_dcn,exp", "DCN time not hidden behind the backward pass", "g.8", sources::betweenPods,
    args(seconds("T_dcn"), seconds("T_bwd")), [](auto dcn, auto backward) { return max(dcn - backward, 0_s); });
inline constexpr auto stepTime = formula<dim::second>(
    "T_step", "Time of the step", "g.4", sources::own::passes,
    args(count("sigma"), seconds("T_fwd"), seconds("T_bwd"), seconds("T_dcn,exp")),
    [](auto sigma, auto forward, auto backward, auto dcn) { return sigma * (forward + backward) + dcn; });
inline constexpr auto microbatchTime =
    formula<dim::second>("T_micro", "Time of one microbatch", "g.9", sources::own::lastMicrobatch,
                         args(seconds("T_pass"), count("m")), [](auto T, auto m) { return T / m; });
inline constexpr auto lastOfAxis =
    formula<dim::second>("T_last", "Axis in the last microbatch: its share, and what happens once a step", "g.9",
                         sources::own::lastMicrobatch, args(seconds("T_each"), count("m"), seconds("T_once")),
                         [](auto each, auto m, auto once) { return each / m + once; });
inline constexpr auto stepWithReductions = formula<dim::second>(
    "T_step,red", "Time of the step, reductions in the last microbatch", "g.9", sources::own::lastMicrobatch,
    args(count("sigma"), seconds("T_fwd"), seconds("T_bwd"), seconds("T_bwd,last"), seconds("T_micro"),
         seconds("T_dcn,exp")),
    [](auto sigma, auto forward, auto backward, auto last, auto micro, auto dcn) {
        return sigma * (forward + backward) + (last - micro) + dcn;
    });
inline constexpr auto sumOfPasses =
    formula<dim::second>("T_sum", "Forward and backward", "g.4", sources::own::passes,
                         args(seconds("T_fwd"), seconds("T_bwd")), [](auto f, auto b) { return f + b; });
inline constexpr auto lowerTime =
    formula<dim::second>("T_low", "Lower bound: everything overlaps", "c.2", sources::timeGoes,
                         args(count("sigma"), seconds("T_math"), seconds("T_hbm"), seconds("T_X"), seconds("T_Y"),
                              seconds("T_Z"), seconds("T_dcn")),
                         [](auto sigma, auto math, auto hbm, auto x, auto y, auto z, auto dcn) {
                             return max(sigma * max(math, hbm, x, y, z), dcn);
                         });
inline constexpr auto lowerSplit = formula<dim::second>(
    "T_low,zb",
    "Lower bound, ZB-H1: the first stage waits for the first gradients to come back, and every stage works; or all "
    "pass "
    "the last stage and come back",
    "g.9", sources::own::fewMicrobatches,
    args(seconds("T_stage"), seconds("T_math"), seconds("T_B"), count("omega"), count("m"), count("Z"),
         seconds("T_dcn")),
    [](auto busy, auto math, auto inputs, auto omega, auto m, auto Z, auto dcn) {
        return max(busy + (Z - 1) * inputs / m, ((Z + m - 1) * (1 - omega) + omega) * math / m, dcn);
    });
inline constexpr auto busyTime = formula<dim::second>(
    "T_stage", "Longest of what a stage has to do, everything overlapped", "c.2", sources::timeGoes,
    args(seconds("T_math"), seconds("T_hbm"), seconds("T_X"), seconds("T_Y"), seconds("T_Z")),
    [](auto math, auto hbm, auto x, auto y, auto z) { return max(math, hbm, x, y, z); });
inline constexpr auto upperTime =
    formula<dim::second>("T_up", "Everything added, at peak rates", "c.2", sources::timeGoes,
                         args(count("sigma"), seconds("T_math"), seconds("T_hbm"), seconds("T_X"), seconds("T_Y"),
                              seconds("T_Z"), seconds("T_dcn")),
                         [](auto sigma, auto math, auto hbm, auto x, auto y, auto z, auto dcn) {
                             return sigma * (math + hbm + x + y + z) + dcn;
                         });
inline constexpr auto slotsAndReductions =
    formula<dim::second>("T_slots", "Axis in all slots, then what happens once a step", "g.9",
                         sources::own::lastMicrobatch, args(count("sigma"), seconds("T_each"), seconds("T_once")),
                         [](auto sigma, auto each, auto once) { return sigma * each + once; });
inline constexpr auto lastChunk = formula<dim::second>(
    "T_chunk", "Of what happens once a step, the part of the chunk that ends last", "g.9",
    sources::own::fewMicrobatches, args(seconds("T_once"), count("v")), [](auto once, auto v) { return once / v; });
inline constexpr auto lowerWithReductions =
    formula<dim::second>("T_low,red", "Lower bound: axes also carry what no other stage waits for", "c.2",
                         sources::timeGoes, args(seconds("T_low"), seconds("T_X"), seconds("T_Y"), seconds("T_Z")),
                         [](auto low, auto x, auto y, auto z) { return max(low, x, y, z); });
inline constexpr auto upperWithReductions =
    formula<dim::second>("T_up,red", "Everything added, and what happens once a step", "c.2", sources::timeGoes,
                         args(seconds("T_up"), seconds("T_once")), [](auto up, auto once) { return up + once; });
inline constexpr auto boundMargin = formula<dim::count>("mu", "Margin: math over what it waits for", "g.6",
                                                        sources::mixed, args(seconds("T_math"), seconds("T_other")),
                                                        [](auto math, auto other) { return math / other; });
inline constexpr auto utilisation =
    formula<dim::count>("MFU", "Model FLOPs utilisation at this bound", "g.12", sources::palm,
                        args(flops("F_pass"), count("n"), flopRate("C"), seconds("T_step")),
                        [](auto F, auto n, auto C, auto T) { return min(F / (n * C * T), Quantity<dim::count>(1)); })
        .in("share");
inline constexpr auto trainingTime = formula<dim::second>(
    "T_train", "Training time", "g.12", sources::own::run,
    args(count("P"), count("tokens"), count("n"), flopRate("C"), count("mfu")),
    [](auto P, auto tokens, auto n, auto C, auto mfu) { return 6_flop * P * tokens / (n * C * mfu); });
inline constexpr auto trainingDays = formula<dim::count>("days", "Training time in days", "g.12", sources::own::run,
                                                         args(seconds("T_train")), [](auto T) { return T / 86400_s; })
                                         .in("day");
inline constexpr auto trainingCost = formula<dim::dollar>(
    "cost", "Cost of training", "b.5", sources::servingCost, args(count("days"), count("n"), dollars("price")),
    [](auto days, auto n, auto price) { return days * 24 * n * price; });

} // namespace core::formulas
