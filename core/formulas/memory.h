// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per chip by component, and chips that hold a model (MODEL.md, section g.2).
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

inline constexpr auto splitExperts =
    formula<dim::count>("P_l,ep", "Parameters of a layer with its experts spread", "g.2", sources::own::even,
                        args(count("P_l"), count("P_exp"), count("n_ep")),
                        [](auto layer, auto experts, auto ep) { return layer - experts + experts / ep; });

inline constexpr auto stageParameters =
    formula<dim::count>("P_dev", "Parameters of the stage on one tensor shard", "g.2", sources::own::even,
                        args(count("L"), count("Z"), count("P_l"), count("P_out"), count("Y")),
                        [](auto L, auto Z, auto layer, auto outside, auto Y) { return (L * layer / Z + outside) / Y; });

inline constexpr auto weightBytes =
    formula<dim::byte>("m_w", "Weights", "g.2", sources::zeroWeights, args(bytes("s_w"), count("P_dev"), count("f_w")),
                       [](auto s, auto P, auto f) { return s * P / f; });
inline constexpr auto masterBytes = formula<dim::byte>("m_m", "Master weights", "g.2", sources::zeroOptimizer,
                                                       args(bytes("s_m"), count("P_dev"), count("f_o")),
                                                       [](auto s, auto P, auto f) { return s * P / f; });
inline constexpr auto gradientBytes = formula<dim::byte>("m_g", "Gradients", "g.2", sources::zeroGradients,
                                                         args(bytes("s_g"), count("P_dev"), count("f_g")),
                                                         [](auto s, auto P, auto f) { return s * P / f; });
inline constexpr auto optimizerBytes =
    formula<dim::byte>("m_o", "Optimizer states", "g.2", sources::zeroOptimizer,
                       args(count("n_opt"), bytes("s_opt"), count("P_dev"), count("f_o")),
                       [](auto states, auto s, auto P, auto f) { return states * s * P / f; });

// Of a chip's shard: master weights and states are read and written, gradients are read, weights written.
inline constexpr auto updateBytes =
    formula<dim::byte>("Q_upd", "Bytes of the optimizer's update", "g.4", sources::own::optimizerUpdate,
                       args(bytes("m_m"), bytes("m_o"), bytes("s_g"), bytes("s_w"), count("P_dev"), count("f_o")),
                       [](auto master, auto states, auto sg, auto sw, auto P, auto f) {
                           return 2 * (master + states) + (sg + sw) * P / f;
                       });
inline constexpr auto updateTime =
    formula<dim::second>("T_upd", "Optimizer's update", "g.4", sources::own::optimizerUpdate,
                         args(bytes("Q_upd"), byteRate("W_hbm")), [](auto Q, auto W) { return Q / W; });

inline constexpr auto tokensPerRank =
    formula<dim::count>("B_rank", "Batch per data rank", "a.2", sources::dataParallelism,
                        args(count("B"), count("n_rank")), [](auto B, auto ranks) { return B / ranks; })
        .in("token");
inline constexpr auto tokensPerChip =
    formula<dim::count>("B_chip", "Batch per chip", "a.2", sources::dataParallelism, args(count("B"), count("N_dev")),
                        [](auto B, auto n) { return B / n; })
        .in("token");
inline constexpr auto microTokens =
    formula<dim::count>("tau", "Tokens of a microbatch on one chip", "g.2", sources::dataParallelism,
                        args(count("B"), count("m")), [](auto B, auto m) { return B / m; })
        .in("token");

inline constexpr auto activationBytes = formula<dim::byte>(
    "m_a", "Saved activations", "g.2", sources::checkpointing,
    args(bytes("s_act"), count("e_dev"), count("tau"), count("L"), count("Z"), count("i"), count("phi")),
    [](auto s, auto e, auto tau, auto L, auto Z, auto inflight, auto share) {
        return s * e * tau * L * inflight * share / Z;
    });

inline constexpr auto shardedShare =
    formula<dim::count>("phi", "Share of the saved activations a chip keeps", "g.2", sources::cs336,
                        args(count("f"), count("X")), [](auto f, auto X) { return (1 - f) + f / X; });

inline constexpr auto gatheredBytes = formula<dim::byte>(
    "m_ag", "Gathered layers, present and next", "g.2", sources::own::gatheredLayers,
    args(bytes("s"), count("P_l"), count("Y")), [](auto s, auto P, auto Y) { return 2 * s * P / Y; });
inline constexpr auto gradientBufferBytes =
    formula<dim::byte>("m_gb", "Unreduced gradient of one layer", "g.2", sources::own::gatheredLayers,
                       args(bytes("s_gc"), count("P_l"), count("Y")), [](auto s, auto P, auto Y) { return s * P / Y; });
inline constexpr auto logitBytes =
    formula<dim::byte>("m_l", "Logits in fp32, of one piece of the loss", "g.2", sources::own::loss,
                       args(count("tau"), count("V_vocab"), count("Y"), count("n_loss")),
                       [](auto tau, auto V, auto Y, auto pieces) { return 4_B * tau * V / (Y * pieces); });
inline constexpr auto lastTokens =
    formula<dim::count>("tau_last", "Sequences of a microbatch: only their last tokens have logits", "h.1",
                        sources::prefill, args(count("tau"), count("n_cp"), count("T")),
                        [](auto tau, auto ranks, auto T) { return tau * ranks / T; })
        .in("token");
inline constexpr auto transientBytes = formula<dim::byte>(
    "m_tr", "Activations of one layer while it is recomputed", "f.6", sources::korthikanti,
    args(bytes("s_act"), count("e_re"), count("tau")), [](auto s, auto e, auto tau) { return s * e * tau; });
inline constexpr auto cacheBytes = formula<dim::byte>("m_kv", "KV cache", "h.2", sources::servingMemory,
                                                      args(count("B"), count("S"), bytes("KV"), count("n")),
                                                      [](auto B, auto S, auto kv, auto n) { return B * S * kv / n; });

inline constexpr auto chipBytes =
    formula<dim::byte>("m_dev", "Memory on one chip", "g.2", sources::own::sumOfParts,
                       args(bytes("m_w"), bytes("m_m"), bytes("m_g"), bytes("m_o"), bytes("m_a"), bytes("m_tr"),
                            bytes("m_ag"), bytes("m_gb"), bytes("m_l"), bytes("m_kv")),
                       [](auto w, auto m, auto g, auto o, auto a, auto tr, auto ag, auto gb, auto l, auto kv) {
                           return w + m + g + o + a + tr + ag + gb + l + kv;
                       });

inline constexpr auto stateBytes = formula<dim::byte>(
    "S_all", "Weights, gradients and optimizer of the whole model", "g.2", sources::cs336,
    args(count("P"), bytes("s_w"), bytes("s_m"), bytes("s_g"), count("n_opt"), bytes("s_opt")),
    [](auto P, auto w, auto m, auto g, auto states, auto o) { return P * (w + m + g + states * o); });

inline constexpr auto gibCapacity =
    formula<dim::byte>("M_gib", "Capacity if the printed GB were GiB", "a.2", sources::cs336, args(bytes("M_hbm")),
                       [](auto nominal) { return nominal * 1073741824 / 1000000000; });
inline constexpr auto usableCapacity =
    formula<dim::byte>("M_use", "Capacity less the reserve", "g.2", sources::own::reserve,
                       args(bytes("M_hbm"), count("r")), [](auto M, auto r) { return M * (1 - r); });

// Chips that hold a model.

inline constexpr auto chipsForState =
    formula<dim::count>("n_state", "Chips for the state, before rounding up", "g.2", sources::cs336,
                        args(bytes("S_all"), bytes("M_hbm")), [](auto S, auto M) { return S / M; })
        .in("chip");
inline constexpr auto chipsForAll =
    formula<dim::count>("n_all", "Chips for state, activations and cache, before rounding up", "g.2", sources::cs336,
                        args(bytes("S_all"), bytes("A_all"), bytes("KV_all"), bytes("M_hbm")),
                        [](auto S, auto A, auto cache, auto M) { return (S + A + cache) / M; })
        .in("chip");
inline constexpr auto wholeChips =
    formula<dim::count>("N_chips", "Whole chips", "a.2", sources::cs336, args(count("n")), [](auto n) {
        return ceil(n);
    }).in("chip");

inline constexpr auto savedPerRank =
    formula<dim::byte>("A_rank", "Saved bytes of one data rank", "f.6", sources::cs336,
                       args(bytes("a_tok"), count("B_rank")), [](auto a, auto B) { return a * B; });
inline constexpr auto minShards =
    formula<dim::count>("N_min", "Min FSDP shards that fit", "g.2", sources::cs336,
                        args(bytes("S_all"), count("f"), bytes("A_rank"), bytes("M_hbm")),
                        [](auto S, auto f, auto A, auto M) { return ceil((S + f * A) / (M - (1 - f) * A)); })
        .in("chip");

} // namespace core::formulas
