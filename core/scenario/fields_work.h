// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the workload: what is computed, on how many tokens, and what is kept for the backward pass.
#pragma once

#include "core/scenario/rows.h"
#include "core/scenario/scenario.h"
#include "core/scenario/text_forms.h"

namespace core::field::work
{

inline constexpr auto mode = choice<&Scenario::work, &Work::mode>(
    {.id = "work.mode",
     .title = "Mode",
     .help = "Training, reading a prompt (prefill) or generating tokens (decode)."});
inline constexpr auto batch = whole<&Scenario::work, &Work::batch>(
    {.id = "work.batch",
     .symbol = "B",
     .title = "Batch",
     .unit = "tokens",
     .help = "Tokens of the global batch; in decode, sequences that generate together.",
     .min = 1,
     .max = powerOfTwo(27)});
inline constexpr auto seq =
    whole<&Scenario::work, &Work::seq>({.id = "work.seq",
                                        .symbol = "T",
                                        .title = "Sequence length",
                                        .unit = "tokens",
                                        .help = "Tokens per sequence; in decode, the length of the context.",
                                        .min = 1,
                                        .max = powerOfTwo(20)});
inline constexpr auto pass = choice<&Scenario::work, &Work::pass>(
    {.id = "work.pass",
     .title = "Pass",
     .help = "What times and bytes are counted over: forward, or forward and backward."});
inline constexpr auto micro = whole<&Scenario::work, &Work::micro>(
    {.id = "work.micro",
     .symbol = "m",
     .title = "Microbatches",
     .unit = "microbatches",
     .help = "Parts of the batch. They pass through a pipeline one after another; without one their "
             "gradients are accumulated, and FSDP gathers the weights for each.",
     .min = 1,
     .max = powerOfTwo(16)});
inline constexpr auto remat =
    choice<&Scenario::work, &Work::remat>({.id = "work.remat",
                                           .title = "Rematerialisation",
                                           .help = "What is kept for the backward pass; the rest is computed again."});
inline constexpr auto rematK = whole<&Scenario::work, &Work::rematK>(
    {.id = "work.remat.k",
     .symbol = "k_ckpt",
     .title = "Checkpoints per layer",
     .unit = "checkpoints",
     .help = "Vectors of width D kept per layer when rematerialisation is at boundaries.",
     .scale = Scale::linear,
     .min = 1,
     .max = 64});
inline constexpr auto tokens =
    whole<&Scenario::work, &Work::tokens>({.id = "work.tokens",
                                           .symbol = "tokens",
                                           .title = "Training tokens",
                                           .unit = "tokens",
                                           .help = "Tokens of the whole training run, for its duration and cost.",
                                           .min = 1,
                                           .max = 1e15});
inline constexpr auto mfu =
    real<&Scenario::work, &Work::mfu>({.id = "work.mfu",
                                       .symbol = "mfu",
                                       .title = "Assumed utilisation",
                                       .help = "Share of the peak FLOP/s that the whole run is assumed to reach (MFU).",
                                       .scale = Scale::linear,
                                       .min = 0.01,
                                       .max = 1});

/// In file order.
constexpr void all(auto visit) { visit(mode, batch, seq, pass, micro, remat, rematK, tokens, mfu); }

} // namespace core::field::work

namespace core::field::trace
{

inline constexpr auto patterns = text<&Scenario::trace, &TraceReading::patterns>(
    {.id = "trace.patterns",
     .title = "Kernels by name",
     .help = "What kernels of a measured trace do, by a part of their names, before the usual names are tried: "
             "flash=math; my_gather=AllGather.",
     .accepts = isTracePatterns,
     .form = "empty, or different parts of names with what they do, one semicolon between two, such as \"flash=math; "
             "my_gather=AllGather\"; it is math, AllGather, ReduceScatter, AllReduce, AllToAll, send, other or copy"});

constexpr void all(auto visit) { visit(patterns); }

} // namespace core::field::trace
