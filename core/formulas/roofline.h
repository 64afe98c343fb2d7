// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline of one operation: matmul, matmul per row, attention, mixture of experts (MODEL.md, section c).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto matmulFlops =
    formula<dim::flop>("F_mm", "FLOPs of the matmul", "c.1", sources::matmul, args(count("B"), count("D"), count("F")),
                       [](auto B, auto D, auto F) { return 2_flop * B * D * F; });
inline constexpr auto matmulBytes = formula<dim::byte>(
    "Q_op", "Bytes of the matmul", "c.1", sources::matmul,
    args(bytes("s_x"), bytes("s_w"), bytes("s_o"), count("B"), count("D"), count("F")),
    [](auto sx, auto sw, auto so, auto B, auto D, auto F) { return sx * B * D + sw * D * F + so * B * F; });
inline constexpr auto batchedBytes = formula<dim::byte>(
    "Q_bat", "Bytes with a matrix per row", "c.4", sources::problems,
    args(bytes("s_x"), bytes("s_w"), bytes("s_o"), count("B"), count("D"), count("F")),
    [](auto sx, auto sw, auto so, auto B, auto D, auto F) { return sx * B * D + sw * B * D * F + so * B * F; });
// Vector kernels: B of them, of length D.
inline constexpr auto dotFlops =
    formula<dim::flop>("F_dot", "FLOPs of the dot products", "c.4", sources::matmul, args(count("B"), count("D")),
                       [](auto B, auto D) { return 1_flop * B * (2 * D - 1); });
inline constexpr auto dotBytes =
    formula<dim::byte>("Q_dot", "Bytes of the dot products", "c.4", sources::matmul,
                       args(bytes("s_x"), bytes("s_w"), bytes("s_o"), count("B"), count("D")),
                       [](auto sx, auto sw, auto so, auto B, auto D) { return (sx + sw) * B * D + so * B; });
inline constexpr auto elementwiseFlops =
    formula<dim::flop>("F_elem", "FLOPs of the elementwise operation", "c.4", sources::vectorUnit,
                       args(count("B"), count("D")), [](auto B, auto D) { return 1_flop * B * D; });
inline constexpr auto elementwiseBytes =
    formula<dim::byte>("Q_elem", "Bytes of the elementwise operation", "c.4", sources::vectorUnit,
                       args(bytes("s_x"), bytes("s_w"), bytes("s_o"), count("B"), count("D")),
                       [](auto sx, auto sw, auto so, auto B, auto D) { return (sx + sw + so) * B * D; });
inline constexpr auto reductionFlops =
    formula<dim::flop>("F_red", "FLOPs of the reduction", "c.4", sources::vectorUnit, args(count("B"), count("D")),
                       [](auto B, auto D) { return 1_flop * B * (D - 1); });
inline constexpr auto reductionBytes =
    formula<dim::byte>("Q_red", "Bytes of the reduction", "c.4", sources::vectorUnit,
                       args(bytes("s_x"), bytes("s_o"), count("B"), count("D")),
                       [](auto sx, auto so, auto B, auto D) { return sx * B * D + so * B; });
inline constexpr auto operandBytes =
    formula<dim::byte>("Q_host", "Bytes of the operand that lives on the host", "c.7", sources::hostLink,
                       args(bytes("s"), count("n_1"), count("n_2"), count("n_3")),
                       [](auto s, auto a, auto b, auto c) { return s * a * b * c; });
inline constexpr auto fusedAttentionFlops =
    formula<dim::flop>("F_fa", "FLOPs of fused attention", "c.5", sources::flash,
                       args(count("B"), count("T"), count("S"), count("N"), count("H"), count("f_mask")),
                       [](auto B, auto T, auto S, auto N, auto H, auto f) { return 4_flop * B * T * S * N * H * f; });
// Queries are read in s_x, keys and values in s_w, the result is written in s_o.
inline constexpr auto fusedAttentionBytes =
    formula<dim::byte>("Q_fa", "Bytes of fused attention", "c.5", sources::flash,
                       args(bytes("s_x"), bytes("s_w"), bytes("s_o"), count("B"), count("T"), count("S"), count("N"),
                            count("K"), count("H")),
                       [](auto sx, auto sw, auto so, auto B, auto T, auto S, auto N, auto K, auto H) {
                           return (sx + so) * B * T * N * H + sw * 2 * B * S * K * H;
                       });
// Scores and probabilities are written and read: two round trips.
inline constexpr auto unfusedAttentionBytes = formula<dim::byte>(
    "Q_ua", "Bytes of attention that is not fused", "c.5", sources::flash,
    args(bytes("Q_fa"), bytes("s_x"), count("B"), count("T"), count("S"), count("N")),
    [](auto fused, auto s, auto B, auto T, auto S, auto N) { return fused + 4 * s * B * T * S * N; });
inline constexpr auto causalShareOf =
    formula<dim::count>("f_mask", "Share of the scores the mask keeps", "c.5", sources::flash,
                        args(count("T"), count("S")), [](auto T, auto S) { return (S - (T - 1) / 2) / S; });
// More queries than keys: the first T - S see nothing, the others keep S (S + 1) / 2 of T S scores.
inline constexpr auto causalShareOfLong =
    formula<dim::count>("f_long", "Share of the scores the mask keeps, fewer keys than queries", "c.5", sources::flash,
                        args(count("T"), count("S")), [](auto T, auto S) { return (S + 1) / (2 * T); });
inline constexpr auto expertSize = formula<dim::count>("m_e", "Parameters of one expert", "c.6", sources::experts,
                                                       args(count("nmat"), count("D"), count("F")),
                                                       [](auto nmat, auto D, auto F) { return nmat * D * F; });
inline constexpr auto moeFlops =
    formula<dim::flop>("F_moe", "FLOPs of the experts", "c.6", sources::experts,
                       args(count("B"), count("E_used"), count("E_s"), count("m_e")),
                       [](auto B, auto experts, auto Es, auto m) { return 2_flop * B * (experts + Es) * m; });
inline constexpr auto moeBytes = formula<dim::byte>("Q_moe", "Bytes of the experts", "c.6", sources::experts,
                                                    args(bytes("s_w"), count("E_loaded"), count("E_s"), count("m_e"),
                                                         bytes("s_x"), bytes("s_o"), count("B"), count("D")),
                                                    [](auto s, auto loaded, auto Es, auto m, auto sx, auto so, auto B,
                                                       auto D) { return s * (loaded + Es) * m + (sx + so) * B * D; });
inline constexpr auto expertWeightBytes =
    formula<dim::byte>("Q_exp", "Bytes of the experts' weights", "c.6", sources::experts,
                       args(bytes("s_w"), count("E_loaded"), count("E_s"), count("m_e")),
                       [](auto s, auto loaded, auto Es, auto m) { return s * (loaded + Es) * m; });
inline constexpr auto loadedPerToken =
    formula<dim::count>("E_tok", "Experts loaded, token by token", "c.6", sources::experts,
                        args(count("k"), count("B")), [](auto k, auto B) { return k * B; });
inline constexpr auto hitExperts = formula<dim::count>(
    "E_hit", "Experts hit by random routing", "c.6", sources::experts, args(count("E"), count("k"), count("B")),
    [](auto E, auto k, auto B) { return E * (1 - pow(1 - k / E, B)); });

inline constexpr auto wastedFlops =
    formula<dim::flop>("F_waste", "FLOPs whose results are dropped", "c.6", sources::experts,
                       args(flops("F"), flops("F_use")), [](auto F, auto useful) { return F - useful; });
inline constexpr auto paddedSize =
    formula<dim::count>("n_pad", "Size in whole sides of the systolic array", "b.1", sources::tpus,
                        args(count("n"), count("n_mxu")), [](auto n, auto side) { return ceil(n / side) * side; });
inline constexpr auto idleShare =
    formula<dim::count>("f_idle", "Share of the systolic array that is idle", "b.1", sources::tpus,
                        args(flops("F"), flops("F_pad")), [](auto F, auto padded) { return 1 - F / padded; })
        .in("share");
inline constexpr auto filledRate = formula<dim::flopPerSecond>(
    "C_fill", "Peak rate of the part of the array that is filled", "b.1", sources::tpus,
    args(flopRate("C"), flops("F"), flops("F_pad")), [](auto C, auto F, auto padded) { return C * (F / padded); });

inline constexpr auto operationIntensity =
    formula<dim::flopPerByte>("I_op", "Arithmetic intensity", "c.1", sources::timeGoes,
                              args(flops("F_mm"), bytes("Q_op")), [](auto F, auto Q) { return F / Q; });
inline constexpr auto machineIntensity =
    formula<dim::flopPerByte>("alpha_op", "Machine intensity", "a.1", sources::timeGoes,
                              args(flopRate("C"), byteRate("W")), [](auto C, auto W) { return C / W; });
inline constexpr auto operationMath =
    formula<dim::second>("t_math", "Math time of the operation", "c.2", sources::timeGoes,
                         args(flops("F_mm"), flopRate("C")), [](auto F, auto C) { return F / C; });
inline constexpr auto operationMemory =
    formula<dim::second>("t_mem", "Memory time of the operation", "c.2", sources::timeGoes,
                         args(bytes("Q_op"), byteRate("W")), [](auto Q, auto W) { return Q / W; });
inline constexpr auto operationLower =
    formula<dim::second>("t_low", "Lower bound of the operation", "c.2", sources::timeGoes,
                         args(seconds("t_math"), seconds("t_mem")), [](auto a, auto b) { return max(a, b); });
inline constexpr auto operationUpper =
    formula<dim::second>("t_up", "Upper bound of the operation", "c.2", sources::timeGoes,
                         args(seconds("t_math"), seconds("t_mem")), [](auto a, auto b) { return a + b; });
inline constexpr auto operationRate = formula<dim::flopPerSecond>(
    "R_op", "Rate at the lower bound", "c.2", sources::visualizing, args(flopRate("C"), intensity("I"), byteRate("W")),
    [](auto C, auto I, auto W) { return min(C, I * W); });
inline constexpr auto matmulCritical =
    formula<dim::count>("B_op,crit", "Compute-bound batch of the matmul", "c.3", sources::matmul,
                        args(intensity("alpha"), bytes("s_w"), count("D"), count("F"), bytes("s_x"), bytes("s_o")),
                        [](auto alpha, auto sw, auto D, auto F, auto sx, auto so) {
                            return alpha * sw * D * F / (2_flop * D * F - alpha * (sx * D + so * F));
                        })
        .in("token");
inline constexpr auto matmulCriticalApprox =
    formula<dim::count>("B_op,apx", "Compute-bound batch for B far below D and F", "c.3", sources::matmul,
                        args(intensity("alpha"), bytes("s_w")), [](auto alpha, auto sw) { return alpha * sw / 2_flop; })
        .in("token");
// R experts are read for all tokens, v more for each token; every token passes U of them.
inline constexpr auto moeCritical =
    formula<dim::count>("B_op,crit,moe", "Compute-bound batch of the experts", "c.6", sources::experts,
                        args(intensity("alpha"), bytes("s_w"), count("R"), count("m_e"), count("U"), count("v"),
                             bytes("s_x"), bytes("s_o"), count("D")),
                        [](auto alpha, auto sw, auto R, auto m, auto U, auto v, auto sx, auto so, auto D) {
                            return alpha * sw * R * m / (2_flop * U * m - alpha * (sw * v * m + (sx + so) * D));
                        })
        .in("token");
inline constexpr auto moeCriticalApprox =
    formula<dim::count>("B_op,moe", "Compute-bound batch of the grouped experts, none shared", "c.6", sources::experts,
                        args(intensity("alpha"), bytes("s_w"), count("E"), count("k")),
                        [](auto alpha, auto sw, auto E, auto k) { return alpha * sw * E / (2_flop * k); })
        .in("token");

// Points and roofs of a step: its matmuls on one chip under the HBM roof, and what it reaches.
inline constexpr auto shardColumns =
    formula<dim::count>("F_col", "Columns of a weight matrix on one chip", "c.1", sources::tensorParallelism,
                        args(count("F"), count("Y")), [](auto F, auto Y) { return F / Y; });
inline constexpr auto attentionColumns =
    formula<dim::count>("F_qkv", "Columns of the query, key and value matrices on one chip", "c.1",
                        sources::tensorParallelism, args(count("H"), count("N"), count("K"), count("Y")),
                        [](auto H, auto N, auto K, auto Y) { return H * (N + 2 * K) / Y; });
inline constexpr auto expertRows =
    formula<dim::count>("B_e", "Tokens of one expert", "c.6", sources::experts,
                        args(count("B"), count("k"), count("E")), [](auto B, auto k, auto E) { return B * k / E; })
        .in("token");
inline constexpr auto cachedAttentionBytes = formula<dim::byte>(
    "Q_kv", "Bytes of fused attention, keys and values in a format of their own", "c.5", sources::flash,
    args(bytes("s_act"), count("T"), count("N"), count("H"), bytes("s_kv"), count("S"), count("K")),
    [](auto s, auto T, auto N, auto H, auto kv, auto S, auto K) { return s * 2 * T * N * H + kv * 2 * S * K * H; });
inline constexpr auto reachedRate =
    formula<dim::flopPerSecond>("R_step", "Rate of one chip in the step", "c.2", sources::own::rooflinePoint,
                                args(flops("F_chip"), seconds("T_step")), [](auto F, auto T) { return F / T; });
inline constexpr auto reachedIntensity = formula<dim::flopPerByte>(
    "I_step", "FLOPs of the step over the bytes of a resource", "c.1", sources::own::rooflineOfStep,
    args(flops("F_chip"), seconds("T_res"), byteRate("W")), [](auto F, auto T, auto W) { return F / (T * W); });
inline constexpr auto deliveredRate = formula<dim::bytePerSecond>(
    "W_axis", "Rate at which an axis delivers: bytes sent over the time they take", "c.2", sources::own::rooflinePoint,
    args(bytes("b_wire"), seconds("T_axis")), [](auto b, auto T) { return b / T; });

// A systolic array of n x n multiplies and adds n x n numbers in each cycle.
inline constexpr auto arrayRate = formula<dim::flopPerSecond>(
    "C_mxu", "Peak rate of one systolic array", "b.1", sources::tpus, args(count("n_mxu"), frequency("f")),
    [](auto side, auto f) { return 2_flop * side * side * f; });
inline constexpr auto arraysRate = formula<dim::flopPerSecond>(
    "C_chip", "Peak rate of the systolic arrays of a chip", "b.1", sources::tpus,
    args(count("n_array"), flopRate("C_mxu")), [](auto arrays, auto each) { return arrays * each; });

} // namespace core::formulas
