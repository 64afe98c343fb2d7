// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters, FLOPs, cache and saved activations of a transformer (MODEL.md, section f). Sizes are counts of elements.
#pragma once

#include "core/derive/formula.h"
#include "core/formulas/sources.h"
#include "core/quantity/units.h"

namespace core::formulas
{

// f.1 parameters

inline constexpr auto attentionParameters =
    formula<dim::count>("P_attn", "Attention parameters of a layer", "f.1", sources::attention,
                        args(count("D"), count("H"), count("N"), count("K")),
                        [](auto D, auto H, auto N, auto K) { return 2 * D * H * (N + K); });

inline constexpr auto mlpParameters = formula<dim::count>("P_mlp", "MLP parameters of a layer", "f.1", sources::mlps,
                                                          args(count("nmat"), count("D"), count("F")),
                                                          [](auto nmat, auto D, auto F) { return nmat * D * F; });

inline constexpr auto expertParameters =
    formula<dim::count>("P_exp", "Routed experts of a layer", "f.1", sources::experts,
                        args(count("E"), count("nmat"), count("D"), count("F")),
                        [](auto E, auto nmat, auto D, auto F) { return E * nmat * D * F; });

inline constexpr auto sharedParameters =
    formula<dim::count>("P_shared", "Shared experts and router of a layer", "f.1", sources::experts,
                        args(count("E_s"), count("nmat"), count("D"), count("F"), count("E")),
                        [](auto Es, auto nmat, auto D, auto F, auto E) { return Es * nmat * D * F + D * E; });

inline constexpr auto matrixParameters = formula<dim::count>(
    "P_W", "Parameters of weight matrices of one shape", "f.1", sources::parameters,
    args(count("n"), count("D"), count("F")), [](auto n, auto rows, auto columns) { return n * rows * columns; });

inline constexpr auto normParameters =
    formula<dim::count>("P_norm", "Parameters of norm vectors", "f.1", sources::otherOperations,
                        args(count("n"), count("D")), [](auto n, auto D) { return n * D; });

inline constexpr auto layerParameters = formula<dim::count>(
    "P_l", "Parameters of a layer", "f.1", sources::parameters, args(count("P_attn"), count("P_mlp"), count("P_norm")),
    [](auto attention, auto mlp, auto norms) { return attention + mlp + norms; });

inline constexpr auto moeParameters = formula<dim::count>("P_moe", "MLP parameters of a layer with experts", "f.1",
                                                          sources::experts, args(count("P_exp"), count("P_shared")),
                                                          [](auto experts, auto shared) { return experts + shared; });

inline constexpr auto embeddingParameters = formula<dim::count>(
    "P_emb", "Embedding parameters", "f.1", sources::otherOperations,
    args(count("n_emb"), count("V_vocab"), count("D")), [](auto copies, auto V, auto D) { return copies * V * D; });

inline constexpr auto outsideParameters = formula<dim::count>(
    "P_out", "Parameters outside the layers", "f.1", sources::parameters, args(count("P_emb"), count("P_norm")),
    [](auto embedding, auto finalNorm) { return embedding + finalNorm; });
inline constexpr auto totalParameters = formula<dim::count>(
    "P", "Parameters", "f.1", sources::parameters, args(count("L"), count("P_l"), count("P_emb"), count("P_final")),
    [](auto L, auto layer, auto embedding, auto finalNorm) { return L * layer + embedding + finalNorm; });

inline constexpr auto allLayers =
    formula<dim::count>("P_all", "Parameters of all layers of one kind", "f.1", sources::parameters,
                        args(count("L"), count("P_part")), [](auto L, auto p) { return L * p; });

inline constexpr auto multiplyingParameters =
    formula<dim::count>("P_mm", "Parameters that multiply each token", "f.2", sources::ruleOfThumb,
                        args(count("L"), count("P_l"), count("V_vocab"), count("D")),
                        [](auto L, auto layer, auto V, auto D) { return L * layer + V * D; });

// f.2, f.3, f.7 operations

inline constexpr auto causalShare =
    formula<dim::count>("f_causal", "Share of the scores a causal mask keeps", "c.5", sources::attention,
                        args(count("T")), [](auto T) { return (T + 1) / (2 * T); });

inline constexpr auto attentionFlops =
    formula<dim::flop>("F_attn", "Attention FLOPs, forward", "f.2", sources::attention,
                       args(count("B"), count("S"), count("N"), count("H"), count("f"), count("L")),
                       [](auto B, auto S, auto N, auto H, auto f, auto L) { return 4_flop * B * S * N * H * f * L; });

inline constexpr auto attentionPart = formula<dim::count>(
    "f_attn", "Share of a layer's forward FLOPs that attention has", "f.2", sources::attention,
    args(flops("F_attn,l"), flops("F_l")), [](auto attention, auto layer) { return attention / layer; });
// Where 4TNH, or half of it with a mask, are the 4DH(N + K) of the projections.
inline constexpr auto equalLength = formula<dim::count>(
    "T_eq", "Sequence length at which attention takes the FLOPs of its projections", "f.2", sources::attention,
    args(count("D"), count("K"), count("N")), [](auto D, auto K, auto N) { return D + D * K / N; });
inline constexpr auto equalLengthMasked =
    formula<dim::count>("T_eq,causal", "The same with a causal mask, which keeps half of the scores", "f.2",
                        sources::attention, args(count("T_eq")), [](auto T) { return 2 * T - 1; });

inline constexpr auto forwardFlops = formula<dim::flop>(
    "F_fwd", "Forward FLOPs", "f.2", sources::ruleOfThumb, args(count("P_mm"), count("B"), flops("F_attn")),
    [](auto P, auto B, auto attention) { return 2_flop * P * B + attention; });

inline constexpr auto backwardFlops = formula<dim::flop>(
    "F_bwd", "Backward FLOPs", "f.2", sources::reverse, args(flops("F_fwd")), [](auto forward) { return 2 * forward; });

inline constexpr auto stepFlops =
    formula<dim::flop>("F_step", "FLOPs of a training step", "f.3", sources::ruleOfThumb,
                       args(flops("F_fwd"), flops("F_bwd")), [](auto f, auto b) { return f + b; });

inline constexpr auto attentionOfPass = formula<dim::flop>("F_attn,pass", "Attention FLOPs of the pass", "f.2",
                                                           sources::attention, args(flops("F_attn"), count("n_pass")),
                                                           [](auto forward, auto passes) { return forward * passes; });

inline constexpr auto recomputeLayers =
    formula<dim::flop>("F_re", "Recomputed FLOPs", "f.7", sources::checkpointing,
                       args(count("L"), count("P_l"), count("B"), flops("F_attn")),
                       [](auto L, auto P, auto B, auto attention) { return 2_flop * L * P * B + attention; });

inline constexpr auto recomputeAttention =
    formula<dim::flop>("F_re,attn", "Recomputed FLOPs, attention only", "f.7", sources::checkpointing,
                       args(flops("F_attn")), [](auto attention) { return 1 * attention; });

inline constexpr auto recomputeAttentionBlock =
    formula<dim::flop>("F_re,block", "Recomputed FLOPs, attention and its projections", "f.7", sources::own::notKept,
                       args(count("P_attn"), count("B"), flops("F_attn")),
                       [](auto P, auto B, auto attention) { return 2_flop * P * B + attention; });

inline constexpr auto chipFlops = formula<dim::flop>(
    "F_chip", "FLOPs of one chip", "g.4", sources::dataParallelism, args(flops("F_pass"), flops("F_re"), count("n")),
    [](auto F, auto recompute, auto n) { return (F + recompute) / n; });

// f.5 cache

inline constexpr auto cachePerToken = formula<dim::byte>(
    "KV", "Cache per token", "f.5", sources::kvCache, args(count("L"), count("K"), count("H"), bytes("s")),
    [](auto L, auto K, auto H, auto s) { return 2 * L * K * H * s; });

// f.6 saved activations, elements per token and layer: those of width D, and those the tensor axis splits

inline constexpr auto residualWidth =
    formula<dim::count>("e_D", "Saved elements of width D, per token and layer", "f.6", sources::checkpointing,
                        args(count("n_D"), count("D")), [](auto n, auto D) { return n * D; });

inline constexpr auto hiddenWidth = formula<dim::count>(
    "F_act", "Hidden width a token uses", "f.6", sources::checkpointing, args(count("k"), count("E_s"), count("F")),
    [](auto k, auto Es, auto F) { return (k + Es) * F; });

inline constexpr auto innerWidthAll =
    formula<dim::count>("e_in", "Saved elements inside the blocks, per token and layer", "f.6", sources::checkpointing,
                        args(count("N"), count("K"), count("H"), count("n_F"), count("F")),
                        [](auto N, auto K, auto H, auto n, auto F) { return 2 * N * H + 2 * K * H + n * F; });

inline constexpr auto innerWidthMatmuls =
    formula<dim::count>("e_mm", "Saved matmul outputs inside the blocks, per token and layer", "f.6",
                        sources::checkpointing, args(count("N"), count("K"), count("H"), count("nmat"), count("F")),
                        [](auto N, auto K, auto H, auto n, auto F) { return N * H + 2 * K * H + (n - 1) * F; });

inline constexpr auto innerWidthMlp =
    formula<dim::count>("e_ffn", "Saved MLP elements, per token and layer", "f.6", sources::cs336,
                        args(count("nmat"), count("F")), [](auto n, auto F) { return (n - 1) * F; });

inline constexpr auto savedElements =
    formula<dim::count>("e_l", "Saved elements per token and layer", "f.6", sources::checkpointing,
                        args(count("e_D"), count("e_in")), [](auto residual, auto inner) { return residual + inner; });

inline constexpr auto savedElementsShard =
    formula<dim::count>("e_dev", "Saved elements per token and layer on one chip", "f.6", sources::tensorCheckpointing,
                        args(count("e_D"), count("n_seq"), count("e_in"), count("Y")),
                        [](auto residual, auto split, auto inner, auto Y) { return residual / split + inner / Y; });

inline constexpr auto keyValueWidth =
    formula<dim::count>("e_kv", "Saved keys and values, per token and layer", "f.6", sources::checkpointing,
                        args(count("K"), count("H")), [](auto K, auto H) { return 2 * K * H; });

// Y beyond the K heads: the axis splits keys and values K ways, and copies them.
inline constexpr auto savedElementsCopied = formula<dim::count>(
    "e_copy", "Saved elements per token and layer on one chip, with copies of key/value heads", "f.6",
    sources::korthikanti, args(count("e_D"), count("n_seq"), count("e_in"), count("e_kv"), count("Y"), count("K")),
    [](auto residual, auto split, auto inner, auto keys, auto Y, auto K) {
        return residual / split + (inner - keys) / Y + keys / K;
    });

inline constexpr auto arrayWidth =
    formula<dim::count>("e_A", "Saved elements of an array, per token and layer", "f.6", sources::checkpointing,
                        args(count("n"), count("w")), [](auto n, auto width) { return n * width; });

inline constexpr auto savedPerToken = formula<dim::byte>(
    "a_tok", "Saved bytes per token, whole model", "f.6", sources::checkpointing,
    args(bytes("s_act"), count("e_l"), count("L")), [](auto s, auto elements, auto L) { return s * elements * L; });

inline constexpr auto savedGlobal =
    formula<dim::byte>("A_all", "Saved bytes of the global batch", "f.6", sources::checkpointing,
                       args(bytes("a_tok"), count("B")), [](auto a, auto B) { return a * B; });

} // namespace core::formulas
