// SPDX-License-Identifier: GPL-3.0-or-later
// The citations behind the formulas.
#pragma once

#include "core/derive/source.h"

namespace core::sources
{

inline constexpr Source rooflines{"Scaling Book, Rooflines", "https://jax-ml.github.io/scaling-book/roofline"};
inline constexpr Source tpus{"Scaling Book, TPUs", "https://jax-ml.github.io/scaling-book/tpus"};
inline constexpr Source sharding{"Scaling Book, Sharding", "https://jax-ml.github.io/scaling-book/sharding"};
inline constexpr Source transformers{"Scaling Book, Transformers",
                                     "https://jax-ml.github.io/scaling-book/transformers"};
inline constexpr Source training{"Scaling Book, Training", "https://jax-ml.github.io/scaling-book/training"};
inline constexpr Source inference{"Scaling Book, Inference", "https://jax-ml.github.io/scaling-book/inference"};
inline constexpr Source gpus{"Scaling Book, GPUs", "https://jax-ml.github.io/scaling-book/gpus"};
inline constexpr Source cs336{"Stanford CS336, Assignment 2 (spring 2025), section 2.4",
                              "https://github.com/stanford-cs336/assignment2-systems"};
inline constexpr Source zero{"Rajbhandari et al. 2020, ZeRO, section 3", "https://arxiv.org/abs/1910.02054"};
inline constexpr Source megatron{"Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2",
                                 "https://arxiv.org/abs/2104.04473"};
inline constexpr Source korthikanti{"Korthikanti et al. 2022, Reducing Activation Recomputation, section 4",
                                    "https://arxiv.org/abs/2205.05198"};
inline constexpr Source interleaved{"Korthikanti et al. 2022, Reducing Activation Recomputation, section 4.2.3",
                                    "https://arxiv.org/abs/2205.05198"};
inline constexpr Source palm{"Chowdhery et al. 2022, PaLM, appendix B", "https://arxiv.org/abs/2204.02311"};
inline constexpr Source flash{"Dao et al. 2022, FlashAttention, section 3", "https://arxiv.org/abs/2205.14135"};
inline constexpr Source ring{"Liu et al. 2023, Ring Attention, section 3", "https://arxiv.org/abs/2310.01889"};
inline constexpr Source schedule{"counted on the schedule, message by message", ""};
inline constexpr Source book{"core/MODEL.md, conventions", ""};

} // namespace core::sources
