// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of prefill and decode (MODEL.md, section h).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto servedWeights =
    formula<dim::byte>("b_serve", "Weights of the model", "h.2", sources::inference, args(bytes("s_w"), count("P")),
                       [](auto s, auto P) { return s * P; });
inline constexpr auto servedCache =
    formula<dim::byte>("KV_seq", "Cache of one sequence", "h.2", sources::inference, args(count("S"), bytes("KV")),
                       [](auto S, auto kv) { return S * kv; });
inline constexpr auto decodeStep = formula<dim::second>(
    "t_dec", "Decode step", "h.2", sources::inference,
    args(count("B"), bytes("KV_seq"), count("n"), byteRate("W_hbm"), count("P"), flopRate("C"), bytes("b_serve")),
    [](auto B, auto cache, auto n, auto Whbm, auto P, auto C, auto weights) {
        return B * cache / (n * Whbm) + max(2_flop * B * P / (n * C), weights / (n * Whbm));
    });
inline constexpr auto prefillTime =
    formula<dim::second>("t_pre", "Prefill of one sequence", "h.1", sources::inference,
                         args(count("P_mm"), count("T"), flops("F_attn"), count("n"), flopRate("C"), count("mfu")),
                         [](auto P, auto T, auto attention, auto n, auto C, auto mfu) {
                             return (2_flop * P * T + attention) / (n * C * mfu);
                         });
inline constexpr auto decodeThroughput =
    formula<dim::perSecond>("q_dec", "Tokens per second", "h.2", sources::inference, args(count("B"), seconds("t_dec")),
                            [](auto B, auto t) { return B / t; });
inline constexpr auto tokenLatency = formula<dim::second>("t_tok", "Latency per token", "h.2", sources::inference,
                                                          args(seconds("t_dec")), [](auto t) { return 1 * t; });
inline constexpr auto decodeCritical =
    formula<dim::count>(
        "B_dec", "Batch where math equals loading the weights", "h.3", sources::inference,
        args(flopRate("C"), byteRate("W_hbm"), bytes("s_w"), count("P"), count("P_act")),
        [](auto C, auto W, auto s, auto total, auto active) { return C * s * total / (2_flop * W * active); })
        .in("sequence");
inline constexpr auto decodeBatchMax =
    formula<dim::count>(
        "B_max", "Most sequences that fit", "h.3", sources::inference,
        args(count("n"), bytes("M_hbm"), bytes("b_serve"), bytes("KV_seq"), count("0")),
        [](auto n, auto M, auto weights, auto cache, auto none) { return max(floor((n * M - weights) / cache), none); })
        .in("sequence");

/// All of the above, for the catalogue.
constexpr void servingFormulas(auto visit)
{
    visit(servedWeights, servedCache, decodeStep, prefillTime, decodeThroughput, tokenLatency, decodeCritical,
          decodeBatchMax);
}

} // namespace core::formulas
