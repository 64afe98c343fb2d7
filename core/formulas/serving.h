// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of prefill and decode (MODEL.md, section h).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto servedWeights = formula<dim::byte>("b_serve", "Weights of the model", "h.2", sources::inference,
                                                         [](auto s, auto P) { return s * P; });
inline constexpr auto servedCache = formula<dim::byte>("KV_seq", "Cache of one sequence", "h.2", sources::inference,
                                                       [](auto S, auto kv) { return S * kv; });
inline constexpr auto decodeStep =
    formula<dim::second>("t_dec", "Decode step", "h.2", sources::inference,
                         [](auto B, auto cache, auto n, auto Whbm, auto P, auto C, auto weights) {
                             return B * cache / (n * Whbm) + max(2_flop * B * P / (n * C), weights / (n * Whbm));
                         });
inline constexpr auto prefillTime = formula<dim::second>("t_pre", "Prefill of one sequence", "h.1", sources::inference,
                                                         [](auto P, auto T, auto attention, auto n, auto C, auto mfu) {
                                                             return (2_flop * P * T + attention) / (n * C * mfu);
                                                         });
inline constexpr auto decodeThroughput = formula<dim::perSecond>(
    "q_dec", "Tokens per second", "h.2", sources::inference, [](auto B, auto t) { return B / t; });
inline constexpr auto tokenLatency =
    formula<dim::second>("t_tok", "Latency per token", "h.2", sources::inference, [](auto t) { return 1 * t; });
inline constexpr auto decodeCritical =
    formula<dim::count>(
        "B_dec", "Batch where math equals loading the weights", "h.3", sources::inference,
        [](auto C, auto W, auto s, auto total, auto active) { return C * s * total / (2_flop * W * active); })
        .in("sequence");
inline constexpr auto decodeBatchMax =
    formula<dim::count>(
        "B_max", "Most sequences that fit", "h.3", sources::inference,
        [](auto n, auto M, auto weights, auto cache, auto none) { return max(floor((n * M - weights) / cache), none); })
        .in("sequence");

} // namespace core::formulas
