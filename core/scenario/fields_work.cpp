// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the workload: what is computed, on how many tokens, and what is kept for the backward pass.
#include "core/scenario/rows.h"

namespace core
{

namespace
{

constexpr auto work = &Scenario::work;

constexpr std::array rows{
    choice<work, &Work::mode>({.id = "work.mode",
                               .title = "Mode",
                               .help = "Training, reading a prompt (prefill) or generating tokens (decode)."}),
    whole<work, &Work::batch>({.id = "work.batch",
                               .symbol = "B",
                               .title = "Batch",
                               .unit = "tokens",
                               .help = "Tokens of the global batch; in decode, sequences that generate together.",
                               .least = 1,
                               .most = powerOfTwo(27)}),
    whole<work, &Work::seq>({.id = "work.seq",
                             .symbol = "T",
                             .title = "Sequence length",
                             .unit = "tokens",
                             .help = "Tokens per sequence; in decode, the length of the context.",
                             .least = 1,
                             .most = powerOfTwo(20)}),
    choice<work, &Work::pass>({.id = "work.pass",
                               .title = "Pass",
                               .help = "What times and bytes are counted over: forward, or forward and backward."}),
    whole<work, &Work::micro>({.id = "work.micro",
                               .symbol = "m",
                               .title = "Microbatches",
                               .unit = "microbatches",
                               .help = "Parts the batch is cut into, one after another through a pipeline.",
                               .least = 1,
                               .most = 1024}),
    choice<work, &Work::remat>({.id = "work.remat",
                                .title = "Rematerialisation",
                                .help = "What is kept for the backward pass; the rest is computed again."}),
    whole<work, &Work::rematK>({.id = "work.remat.k",
                                .symbol = "k_ckpt",
                                .title = "Checkpoints per layer",
                                .unit = "checkpoints",
                                .help = "Vectors of width D kept per layer when rematerialisation is at boundaries.",
                                .scale = Scale::linear,
                                .least = 1,
                                .most = 64}),
    whole<work, &Work::tokens>({.id = "work.tokens",
                                .symbol = "tokens",
                                .title = "Training tokens",
                                .unit = "tokens",
                                .help = "Tokens of the whole training run, for its duration and cost.",
                                .least = 1,
                                .most = 1e15}),
    real<work, &Work::mfu>({.id = "work.mfu",
                            .symbol = "mfu",
                            .title = "Assumed utilisation",
                            .help = "Share of the peak FLOP/s that the whole run is assumed to reach (MFU).",
                            .scale = Scale::linear,
                            .least = 0.01,
                            .most = 1}),
};

} // namespace

std::span<const Field> workFields() { return rows; }

} // namespace core
