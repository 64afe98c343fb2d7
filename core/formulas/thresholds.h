// SPDX-License-Identifier: GPL-3.0-or-later
// Batches, axes and floors at which math and communication take equal time (MODEL.md, sections g.6, g.7).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

// Weights take the same time at any batch; t is what one token takes, and grows with the batch.
inline constexpr auto criticalOverlapped =
    formula<dim::count>("B_ov", "Batch where math equals the weights' time, axes overlapped", "g.6", sources::mixed,
                        args(seconds("T_w"), seconds("t_math")), [](auto weights, auto math) { return weights / math; })
        .in("token");
inline constexpr auto criticalAdded =
    formula<dim::count>("B_add", "Batch where math equals all communication, axes added", "g.6", sources::mixed,
                        args(seconds("T_w"), seconds("t_math"), seconds("t_comms")),
                        [](auto weights, auto math, auto comms) { return weights / (math - comms); })
        .in("token");
inline constexpr auto criticalOfAll =
    formula<dim::count>("B_axes", "Batch that all axes allow", "g.6", sources::mixed,
                        args(count("B_ov"), count("B_add")), [](auto others, auto axis) { return max(others, axis); })
        .in("token");
inline constexpr auto criticalDcn =
    formula<dim::count>("B_dcn", "Batch that hides the gradients over DCN", "g.8", sources::betweenPods,
                        args(seconds("T_dcn"), seconds("t_math")), [](auto dcn, auto math) { return dcn / math; })
        .in("token");
inline constexpr auto criticalBatch =
    formula<dim::count>("B_crit", "Min compute-bound batch", "g.6", sources::mixed,
                        args(count("B_fwd"), count("B_bwd"), count("B_dcn")),
                        [](auto forward, auto backward, auto dcn) { return max(forward, backward, dcn); })
        .in("token");
inline constexpr auto criticalPerChip =
    formula<dim::count>("B_crit,chip", "Min compute-bound batch per chip", "g.6", sources::mixed,
                        args(count("B_crit"), count("n")), [](auto B, auto n) { return B / n; })
        .in("token");
inline constexpr auto criticalPerRank =
    formula<dim::count>("B_crit,rank", "Min compute-bound batch per data rank", "g.6", sources::mixed,
                        args(count("B_crit"), count("n_rank")), [](auto B, auto ranks) { return B / ranks; })
        .in("token");

inline constexpr auto tensorIntensity =
    formula<dim::flopPerByte>("alpha", "Machine intensity against the axis", "a.1", sources::dataParallelism,
                              args(flopRate("C"), byteRate("W")), [](auto C, auto W) { return C / W; });
inline constexpr auto hidingTokens =
    formula<dim::count>("b_hide",
                        "Tokens per data rank whose math takes as long as gathering the weights over the axis", "g.6",
                        sources::dataParallelism, args(bytes("s"), intensity("alpha")),
                        [](auto s, auto alpha) { return s * alpha / 2_flop; })
        .in("token");
inline constexpr auto hidingBackward =
    formula<dim::count>("b_hide,b", "Tokens per data rank whose backward math takes as long as weights and gradients",
                        "g.6", sources::dataParallelism, args(bytes("s_ag"), bytes("s_rs"), intensity("alpha")),
                        [](auto gather, auto reduce, auto alpha) { return (gather + reduce) * alpha / 4_flop; })
        .in("token");
inline constexpr auto floorOverlapped =
    formula<dim::count>("b_floor", "Min tokens per chip at the best mesh, axes overlapped", "g.7", sources::mixed,
                        args(count("q"), count("D"), count("b_X"), count("b_Y"), count("P_l"), count("P_l,act")),
                        [](auto q, auto D, auto bx, auto by, auto P, auto active) {
                            return 2 * q * D * bx * by * P / (active * active);
                        })
        .in("token");
// b_f: of the forward pass; b_X: at the best mesh X takes b_X/b_f of Y's time, so that both passes allow as much.
inline constexpr auto floorAdded =
    formula<dim::count>(
        "b_floor,sum", "Min tokens per chip at the best mesh, axes added", "g.7", sources::mixed,
        args(count("q"), count("D"), count("b_f"), count("b_X"), count("b_Y"), count("P_l"), count("P_l,act")),
        [](auto q, auto D, auto bf, auto bx, auto by, auto P, auto active) {
            return 2 * q * D * ((bf + bx) * (bf + bx) / bx) * by * P / (active * active);
        })
        .in("token");
inline constexpr auto bothPassesAdded =
    formula<dim::count>("b_X,sum", "Tokens of the data axis where both passes bind, axes added", "g.7", sources::mixed,
                        args(count("b_b"), count("b_f")), [](auto back, auto forward) { return 2 * (back - forward); })
        .in("token");
inline constexpr auto sharedTokens =
    formula<dim::count>("B_xy", "Tokens of one group of the data and tensor axes", "g.7", sources::mixed,
                        args(count("tau"), count("X")), [](auto tau, auto X) { return tau * X; })
        .in("token");
inline constexpr auto sharedChips =
    formula<dim::count>("N_xy", "Chips of a group of the data and tensor axes", "g.7", sources::mixed,
                        args(count("X"), count("Y")), [](auto X, auto Y) { return X * Y; })
        .in("chip");
inline constexpr auto bestDataAxis = formula<dim::count>(
    "X_opt", "Best size of the data axis", "g.7", sources::mixed,
    args(count("q"), count("D"), count("B_xy"), count("N_xy"), count("b_Y"), count("P_l"), count("b_X")),
    [](auto q, auto D, auto B, auto n, auto by, auto P, auto bx) { return sqrt(2 * q * D * B * n * by / (P * bx)); });
inline constexpr auto tensorLimit = formula<dim::count>(
    "Y_max", "Largest compute-bound tensor axis", "g.6", sources::tensorParallelism,
    args(count("P_l"), count("q"), bytes("s"), count("D"), intensity("alpha"), count("1")),
    [](auto P, auto q, auto s, auto D, auto alpha, auto one) { return 2_flop * P / (2 * q * s * D * alpha) + one; });

inline constexpr auto tensorLimitAcross =
    formula<dim::count>("Y_max,gpu", "Largest compute-bound tensor axis over several domains", "g.6",
                        sources::gpuTensorParallelism, args(count("Y_in"), count("n_dom"), count("Y_out")),
                        [](auto inside, auto w, auto outside) { return min(inside * w / (w - 1), outside); });

} // namespace core::formulas
