// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of prefill and decode (MODEL.md, section h).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto servedShare =
    formula<dim::count>("P_read", "Parameters that one chip reads in a decode step", "h.2", sources::latency,
                        args(count("P"), count("Z"), count("Y")), [](auto P, auto Z, auto Y) { return P / (Z * Y); });
inline constexpr auto groupTokens =
    formula<dim::count>("B_exp", "Tokens of the ranks that share the experts", "c.6", sources::experts,
                        args(count("B_rank"), count("n_ep")), [](auto B, auto ranks) { return B * ranks; })
        .in("token");
inline constexpr auto servedExperts = formula<dim::count>(
    "P_read,moe", "Parameters that one chip reads in a decode step: of its experts, those that tokens visit", "c.6",
    sources::experts,
    args(count("P"), count("L"), count("P_exp"), count("E_hit"), count("E"), count("n_ep"), count("Z"), count("Y")),
    [](auto P, auto L, auto experts, auto hit, auto E, auto ranks, auto Z, auto Y) {
        return (P - L * experts + L * experts * hit / (E * ranks)) / (Z * Y);
    });
inline constexpr auto servedCache =
    formula<dim::byte>("KV_seq", "Cache of one sequence", "h.2", sources::latency, args(count("S"), bytes("KV")),
                       [](auto S, auto kv) { return S * kv; });
inline constexpr auto decodeMath =
    formula<dim::second>("t_mm", "Math of a decode step, every parameter once", "h.2", sources::latency,
                         args(count("B"), count("P"), count("n"), flopRate("C")),
                         [](auto B, auto P, auto n, auto C) { return 2_flop * B * P / (n * C); });
inline constexpr auto decodeStep = formula<dim::second>(
    "t_dec", "Decode step", "h.2", sources::latency,
    args(seconds("t_mm"), bytes("m_kv"), bytes("b_w"), byteRate("W_hbm")),
    [](auto math, auto cache, auto weights, auto Whbm) { return cache / Whbm + max(math, weights / Whbm); });
inline constexpr auto prefillTime =
    formula<dim::second>("t_pre", "Prefill time per sequence, all chips at work", "h.1", sources::prefill,
                         args(count("P_mm"), count("T"), flops("F_attn"), count("n"), flopRate("C"), count("mfu")),
                         [](auto P, auto T, auto attention, auto n, auto C, auto mfu) {
                             return (2_flop * P * T + attention) / (n * C * mfu);
                         });
inline constexpr auto decodeThroughput =
    formula<dim::perSecond>("q_dec", "Tokens per second", "h.2", sources::latency, args(count("B"), seconds("t_dec")),
                            [](auto B, auto t) { return B / t; });
inline constexpr auto tokenLatency = formula<dim::second>("t_tok", "Latency per token", "h.2", sources::latency,
                                                          args(seconds("t_dec")), [](auto t) { return 1 * t; });
inline constexpr auto decodeCritical =
    formula<dim::count>(
        "B_dec", "Batch of one replica where math equals loading the weights", "h.3", sources::linearOperations,
        args(flopRate("C"), byteRate("W_hbm"), bytes("s_w"), count("P"), count("P_act")),
        [](auto C, auto W, auto s, auto total, auto active) { return C * s * total / (2_flop * W * active); })
        .in("sequence");
inline constexpr auto decodeBatchMax =
    formula<dim::count>("B_max", "Max sequences that fit", "h.3", sources::servingMemory,
                        args(count("n"), bytes("M_hbm"), bytes("m_w"), bytes("m_ag"), bytes("KV_seq"), count("0")),
                        [](auto n, auto M, auto weights, auto gathered, auto cache, auto none) {
                            return max(floor(n * (M - weights - gathered) / cache), none);
                        })
        .in("sequence");

} // namespace core::formulas
