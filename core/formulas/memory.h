// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per chip by component, and chips that hold a model (MODEL.md, section g.2).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto splitExperts =
    formula<dim::count>("P_l,ep", "Parameters of a layer with its experts spread", "g.2", sources::training,
                        [](auto layer, auto experts, auto ep) { return layer - experts + experts / ep; });

inline constexpr auto stageParameters =
    formula<dim::count>("P_dev", "Parameters of the first stage on one tensor shard", "g.2", sources::training,
                        [](auto L, auto Z, auto layer, auto outside, auto Y) { return (L * layer / Z + outside) / Y; });

inline constexpr auto weightBytes =
    formula<dim::byte>("m_w", "Weights", "g.2", sources::zero, [](auto s, auto P, auto f) { return s * P / f; });
inline constexpr auto masterBytes =
    formula<dim::byte>("m_m", "Master weights", "g.2", sources::zero, [](auto s, auto P, auto f) { return s * P / f; });
inline constexpr auto gradientBytes =
    formula<dim::byte>("m_g", "Gradients", "g.2", sources::zero, [](auto s, auto P, auto f) { return s * P / f; });
inline constexpr auto optimizerBytes =
    formula<dim::byte>("m_o", "Optimizer states", "g.2", sources::zero,
                       [](auto states, auto s, auto P, auto f) { return states * s * P / f; });

inline constexpr auto tokensPerRank =
    formula<dim::count>("B_rank", "Tokens per data rank", "a.2", sources::training, [](auto B, auto ranks) {
        return B / ranks;
    }).in("token");
inline constexpr auto tokensPerChip =
    formula<dim::count>("B_chip", "Tokens per chip", "a.2", sources::training, [](auto B, auto n) {
        return B / n;
    }).in("token");
inline constexpr auto microTokens =
    formula<dim::count>("tau", "Tokens of a microbatch on one chip", "g.2", sources::training, [](auto B, auto m) {
        return B / m;
    }).in("token");

inline constexpr auto activationBytes =
    formula<dim::byte>("m_a", "Saved activations", "g.2", sources::transformers,
                       [](auto s, auto e, auto tau, auto L, auto Z, auto inflight, auto share) {
                           return s * e * tau * L * inflight * share / Z;
                       });

inline constexpr auto shardedShare =
    formula<dim::count>("phi", "Share of the saved activations a chip keeps", "g.2", sources::cs336,
                        [](auto f, auto X) { return (1 - f) + f / X; });

inline constexpr auto gatheredBytes =
    formula<dim::byte>("m_ag", "Gathered layers, present and next", "g.2", sources::training,
                       [](auto s, auto P, auto Y) { return 2 * s * P / Y; });
inline constexpr auto gradientBufferBytes =
    formula<dim::byte>("m_gb", "Unreduced gradient of one layer", "g.2", sources::training,
                       [](auto s, auto P, auto Y) { return s * P / Y; });
inline constexpr auto logitBytes = formula<dim::byte>("m_l", "Logits in fp32", "g.2", sources::training,
                                                      [](auto tau, auto V, auto Y) { return 4_B * tau * V / Y; });
inline constexpr auto cacheBytes = formula<dim::byte>("m_kv", "KV cache", "h.2", sources::inference,
                                                      [](auto B, auto S, auto kv, auto n) { return B * S * kv / n; });

inline constexpr auto chipBytes =
    formula<dim::byte>("m_dev", "Memory on one chip", "g.2", sources::training,
                       [](auto w, auto m, auto g, auto o, auto a, auto ag, auto gb, auto l, auto kv) {
                           return w + m + g + o + a + ag + gb + l + kv;
                       });

inline constexpr auto stateBytes = formula<dim::byte>(
    "S_all", "Weights, gradients and optimizer of the whole model", "g.2", sources::cs336,
    [](auto P, auto w, auto m, auto g, auto states, auto o) { return P * (w + m + g + states * o); });

inline constexpr auto gibCapacity =
    formula<dim::byte>("M_gib", "Capacity if the printed GB were GiB", "a.2", sources::cs336,
                       [](auto nominal) { return nominal * 1073741824 / 1000000000; });
inline constexpr auto usableCapacity = formula<dim::byte>(
    "M_use", "Capacity less the reserve", "g.2", sources::training, [](auto M, auto r) { return M * (1 - r); });

// Chips that hold a model.

inline constexpr auto chipsForState = formula<dim::count>("n_state", "Chips for the state, before rounding up", "g.2",
                                                          sources::cs336, [](auto S, auto M) { return S / M; })
                                          .in("chip");
inline constexpr auto chipsForAll =
    formula<dim::count>("n_all", "Chips for state and activations, before rounding up", "g.2", sources::cs336,
                        [](auto S, auto A, auto M) { return (S + A) / M; })
        .in("chip");
inline constexpr auto wholeChips =
    formula<dim::count>("N_chips", "Whole chips", "a.2", sources::cs336, [](auto n) { return ceil(n); }).in("chip");

inline constexpr auto savedPerRank = formula<dim::byte>("A_rank", "Saved bytes of one data rank", "f.6", sources::cs336,
                                                        [](auto a, auto B) { return a * B; });
inline constexpr auto leastShards =
    formula<dim::count>("N_min", "Least FSDP shards that fit", "g.2", sources::cs336,
                        [](auto S, auto f, auto A, auto M) { return ceil((S + f * A) / (M - (1 - f) * A)); })
        .in("chip");

} // namespace core::formulas
