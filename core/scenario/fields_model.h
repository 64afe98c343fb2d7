// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the model's shape; the preset overwrites all of them.
#pragma once

#include "core/scenario/presets.h"
#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"

namespace core::field::model
{

inline constexpr Field preset{.id = "model.preset",
                              .title = "Model",
                              .help = "A published model, whose numbers replace all those below; custom keeps them.",
                              .kind = FieldKind::choice,
                              .get = [](const Scenario& s) -> Value { return s.model.preset; },
                              .set = [](Scenario& s, const Value& v) { applyModel(s, std::get<std::string>(v)); }};
inline constexpr auto D =
    whole<&Scenario::model, &Model::D>({.id = "model.D",
                                        .symbol = "D",
                                        .title = "Model width",
                                        .help = "Width of the vector that passes from layer to layer (d_model).",
                                        .min = 1,
                                        .max = powerOfTwo(16)});
inline constexpr auto F = whole<&Scenario::model, &Model::F>(
    {.id = "model.F",
     .symbol = "F",
     .title = "Feed-forward width",
     .help = "Hidden width of the feed-forward block (d_ff), of one expert in an MoE.",
     .min = 1,
     .max = powerOfTwo(18)});
inline constexpr auto L = whole<&Scenario::model, &Model::L>({.id = "model.L",
                                                              .symbol = "L",
                                                              .title = "Layers",
                                                              .unit = "layers",
                                                              .help = "Number of transformer layers.",
                                                              .scale = Scale::linear,
                                                              .min = 1,
                                                              .max = 256});
inline constexpr auto N = whole<&Scenario::model, &Model::N>({.id = "model.N",
                                                              .symbol = "N",
                                                              .title = "Query heads",
                                                              .unit = "heads",
                                                              .help = "Attention heads (queries).",
                                                              .min = 1,
                                                              .max = 1024});
inline constexpr auto K =
    whole<&Scenario::model, &Model::K>({.id = "model.K",
                                        .symbol = "K",
                                        .title = "Key/value heads",
                                        .unit = "heads",
                                        .help = "Key/value heads; fewer than query heads in grouped-query attention.",
                                        .min = 1,
                                        .max = 1024});
inline constexpr auto H = whole<&Scenario::model, &Model::H>({.id = "model.H",
                                                              .symbol = "H",
                                                              .title = "Head width",
                                                              .help = "Width of one attention head.",
                                                              .min = 1,
                                                              .max = 1024});
inline constexpr auto V = whole<&Scenario::model, &Model::V>(
    {.id = "model.V",
     .symbol = "V_vocab",
     .title = "Vocabulary",
     .unit = "tokens",
     .help = "Entries of the embedding; 0 leaves embedding and output projection out.",
     .min = 0,
     .max = powerOfTwo(20)});
inline constexpr auto nmat =
    whole<&Scenario::model, &Model::nmat>({.id = "model.nmat",
                                           .symbol = "nmat",
                                           .title = "Feed-forward matrices",
                                           .unit = "matrices",
                                           .help = "1: one square matrix; 2: in and out; 3: gate, up and down.",
                                           .scale = Scale::linear,
                                           .min = 1,
                                           .max = 3});
inline constexpr auto attention = toggle<&Scenario::model, &Model::attention>(
    {.id = "model.attention", .title = "Attention counted", .help = "Counts the parameters and FLOPs of attention."});
inline constexpr auto tied =
    toggle<&Scenario::model, &Model::tied>({.id = "model.tied",
                                            .title = "Tied embeddings",
                                            .help = "Input embedding and output projection share one matrix."});
inline constexpr auto causal =
    toggle<&Scenario::model, &Model::causal>({.id = "model.causal",
                                              .title = "Causal attention halved",
                                              .help = "Counts only the half of attention that a causal mask leaves."});
inline constexpr auto E = whole<&Scenario::model, &Model::E>({.id = "model.E",
                                                              .symbol = "E",
                                                              .title = "Experts",
                                                              .unit = "experts",
                                                              .help = "Routed experts per layer; 0 is a dense model.",
                                                              .min = 0,
                                                              .max = 1024});
inline constexpr auto k = whole<&Scenario::model, &Model::k>({.id = "model.k",
                                                              .symbol = "k",
                                                              .title = "Active experts",
                                                              .unit = "experts",
                                                              .help = "Routed experts that each token visits.",
                                                              .min = 0,
                                                              .max = 1024});
inline constexpr auto Es = whole<&Scenario::model, &Model::Es>({.id = "model.Es",
                                                                .symbol = "E_s",
                                                                .title = "Shared experts",
                                                                .unit = "experts",
                                                                .help = "Experts that every token visits.",
                                                                .min = 0,
                                                                .max = 1024});
inline constexpr auto norms = whole<&Scenario::model, &Model::norms>(
    {.id = "model.norms",
     .symbol = "n_norm",
     .title = "Norm vectors counted",
     .unit = "vectors",
     .help = "Norm vectors of width D per layer that count as parameters; 0 leaves them out.",
     .scale = Scale::linear,
     .min = 0,
     .max = 8});

/// In file order.
constexpr void all(auto visit) { visit(preset, D, F, L, N, K, H, V, nmat, attention, tied, causal, E, k, Es, norms); }

} // namespace core::field::model
