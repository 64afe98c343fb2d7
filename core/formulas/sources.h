// SPDX-License-Identifier: GPL-3.0-or-later
// The citations behind the formulas and the facts: a section of a publication or, where it is our own, why.
#pragma once

#include "core/derive/source.h"

namespace core::sources
{

inline constexpr Source matmul{"Scaling Book, Rooflines, section Matrix multiplication",
                               "https://jax-ml.github.io/scaling-book/roofline"};
inline constexpr Source problems{"Scaling Book, Rooflines, section A Few Problems to Work", matmul.url};
inline constexpr Source timeGoes{"Scaling Book, Rooflines, section Where Does the Time Go?", matmul.url};
inline constexpr Source visualizing{"Scaling Book, Rooflines, section Visualizing rooflines", matmul.url};

inline constexpr Source tpus{"Scaling Book, TPUs, section What Is a TPU?",
                             "https://jax-ml.github.io/scaling-book/tpus"};
inline constexpr Source vectorUnit{"Scaling Book (2026 edition), TPUs, appendix on the VPU", tpus.url};
inline constexpr Source hostLink{"Scaling Book, TPUs, section TPU Networking", tpus.url};

inline constexpr Source sharding{"Scaling Book, Sharding", "https://jax-ml.github.io/scaling-book/sharding"};
inline constexpr Source allToAll{"Scaling Book, Sharding, section Our final communication primitive: the AllToAll",
                                 sharding.url};
inline constexpr Source bothContracting{
    "Scaling Book, Sharding, section Case 3: both multiplicands have sharded contracting dimensions", sharding.url};
inline constexpr Source contracting{
    "Scaling Book, Sharding, section Case 2: one multiplicand has a sharded contracting dimension", sharding.url};
inline constexpr Source shardedNotation{"Scaling Book, Sharding, section A unified notation for sharding",
                                        sharding.url};
inline constexpr Source shardedProduct{"Scaling Book, Sharding, section Computation With Sharded Arrays", sharding.url};
inline constexpr Source learned{"Scaling Book, Sharding, section What Have We Learned?", sharding.url};

inline constexpr Source transformers{"Scaling Book, Transformers",
                                     "https://jax-ml.github.io/scaling-book/transformers"};
inline constexpr Source attention{"Scaling Book, Transformers, section Attention", transformers.url};
inline constexpr Source checkpointing{"Scaling Book, Transformers, section Gradient checkpointing", transformers.url};
inline constexpr Source experts{"Scaling Book, Transformers, section Sparsity and Mixture-of-Experts",
                                transformers.url};
inline constexpr Source kvCache{"Scaling Book, Transformers, section Key-Value (KV) caching", transformers.url};
inline constexpr Source mlps{"Scaling Book, Transformers, section MLPs", transformers.url};
inline constexpr Source otherOperations{"Scaling Book, Transformers, section Other Operations", transformers.url};
inline constexpr Source parameters{"Scaling Book, Transformers, section Global FLOPs and Params Calculation",
                                   transformers.url};
inline constexpr Source reverse{"Scaling Book, Transformers, section Forward and reverse FLOPs", transformers.url};
inline constexpr Source ruleOfThumb{"Scaling Book, Transformers, section General rule of thumb for Transformer FLOPs",
                                    transformers.url};

inline constexpr Source training{"Scaling Book, Training", "https://jax-ml.github.io/scaling-book/training"};
inline constexpr Source betweenPods{"Scaling Book, Training, section Scaling Between Pods", training.url};
inline constexpr Source dataParallelism{"Scaling Book, Training, section Data Parallelism", training.url};
inline constexpr Source fsdp{"Scaling Book, Training, section Fully-Sharded Data Parallelism (FSDP)", training.url};
inline constexpr Source mixed{"Scaling Book, Training, section Mixed FSDP and Tensor Parallelism", training.url};
inline constexpr Source pipelining{"Scaling Book, Training, section Pipelining", training.url};
inline constexpr Source tensorParallelism{"Scaling Book, Training, section Tensor Parallelism", training.url};

inline constexpr Source latency{"Scaling Book, Inference, section Theoretical estimates for LLM latency and throughput",
                                "https://jax-ml.github.io/scaling-book/inference"};
inline constexpr Source linearOperations{"Scaling Book, Inference, section Linear operations: what bottlenecks us?",
                                         latency.url};
inline constexpr Source prefill{"Scaling Book, Inference, section Prefill", latency.url};
inline constexpr Source servingMemory{"Scaling Book, Inference, section What about memory?", latency.url};

inline constexpr Source servingCost{"Scaling Book, Applied Inference, section What's the LLaMA Serving Story?",
                                    "https://jax-ml.github.io/scaling-book/applied-inference"};

inline constexpr Source gpus{"Scaling Book, GPUs", "https://jax-ml.github.io/scaling-book/gpus"};
inline constexpr Source acrossNodes{"Scaling Book, GPUs, section Cross-node collectives", gpus.url};
inline constexpr Source gpuExpertParallelism{"Scaling Book, GPUs, section Expert Parallelism", gpus.url};
inline constexpr Source gpuTensorParallelism{"Scaling Book, GPUs, section Tensor Parallelism", gpus.url};
inline constexpr Source insideNodes{"Scaling Book, GPUs, section Intra-node collectives", gpus.url};

inline constexpr Source cs336{"Stanford CS336, Assignment 2 (spring 2025), section 2.4",
                              "https://github.com/stanford-cs336/assignment2-systems"};

inline constexpr Source zeroGradients{"Rajbhandari et al. 2020, ZeRO, section 5.2", "https://arxiv.org/abs/1910.02054"};
inline constexpr Source zeroOptimizer{"Rajbhandari et al. 2020, ZeRO, section 5.1", zeroGradients.url};
inline constexpr Source zeroWeights{"Rajbhandari et al. 2020, ZeRO, section 5.3", zeroGradients.url};

inline constexpr Source megatron{"Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2",
                                 "https://arxiv.org/abs/2104.04473"};
inline constexpr Source interleaving{
    "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2.2.2", megatron.url};
inline constexpr Source oneForwardOneBackward{
    "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2.2.1", megatron.url};
inline constexpr Source pipelineTransfers{
    "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 2.2", megatron.url};

inline constexpr Source korthikanti{"Korthikanti et al. 2022, Reducing Activation Recomputation, section 4",
                                    "https://arxiv.org/abs/2205.05198"};
inline constexpr Source interleaved{"Korthikanti et al. 2022, Reducing Activation Recomputation, section 4.2.3",
                                    korthikanti.url};
inline constexpr Source tensorCheckpointing{"Korthikanti et al. 2022, Reducing Activation Recomputation, section 4.2.2",
                                            korthikanti.url};

inline constexpr Source zeroBubble{"Qi et al. 2023, Zero Bubble Pipeline Parallelism, section 2",
                                   "https://arxiv.org/abs/2401.10241"};

inline constexpr Source palm{"Chowdhery et al. 2022, PaLM, appendix B", "https://arxiv.org/abs/2204.02311"};

inline constexpr Source flash{"Dao et al. 2022, FlashAttention, section 3", "https://arxiv.org/abs/2205.14135"};

inline constexpr Source ring{"Liu et al. 2023, Ring Attention, section 3", "https://arxiv.org/abs/2310.01889"};

inline constexpr Source schedule{"counted on the schedule, message by message", ""};

} // namespace core::sources

// Our own work; the title gives the reason.
namespace core::sources::own
{

inline constexpr Source bound{
    "own: a bound from counting: what has to cross a link or reach a chip cannot do so faster", ""};
inline constexpr Source calls{
    "own: the sum over the collectives of the pass, and one call of it by its share of the bytes", ""};
inline constexpr Source copies{"own: each token's copies travel to its experts and back", ""};
inline constexpr Source counted{"own: counted on the network or the schedule that is shown", ""};
inline constexpr Source difference{
    "own: the difference between what the step charges and what the schedule takes, by cause", ""};
inline constexpr Source even{"own: layers, matrices and experts are split evenly over the devices that share them", ""};
inline constexpr Source fewMicrobatches{
    "own: a microbatch is on one stage at a time; checked against a simulation of every stage", ""};
inline constexpr Source splitSlots{
    "own: Qi et al. 2023 where gradients of weights take no longer than a forward pass; else the run of every pass",
    ""};
inline constexpr Source gatheredLayers{
    "own: FSDP holds the layer at work, the next one, and a gradient that is not reduced yet", ""};
inline constexpr Source lastMicrobatch{"own: what happens once a step hides behind the last microbatch alone", ""};
inline constexpr Source loss{"own: the loss is computed in fp32", ""};
inline constexpr Source measured{"own: an efficiency measured on 8 H200", ""};
inline constexpr Source memoryTraffic{
    "own: weights and saved activations cross the memory bus in each pass; kernels overlap it with math", ""};
inline constexpr Source notKept{"own: what the backward pass needs and was not kept is computed again", ""};
inline constexpr Source optimizerUpdate{
    "own: each chip updates its shard once a step: it reads and writes master weights and states, reads gradients and "
    "writes weights, and memory sets the pace",
    ""};
inline constexpr Source overlapped{
    "own: the overlap of a matmul with its transfers, checked against a simulation of every message", ""};
inline constexpr Source passes{"own: forward and backward follow one another; a pipeline adds its idle slots", ""};
inline constexpr Source pessimistic{
    "own: the pessimistic convention: collectives of the tensor axis stand on the critical path", ""};
inline constexpr Source recomputed{"own: recomputed FLOPs run at the rate of the backward pass", ""};
inline constexpr Source reserve{"own: the reserve that the user sets", ""};
inline constexpr Source rooflineOfStep{"own: the roofline of one operation, applied to the FLOPs and bytes of a step",
                                       ""};
inline constexpr Source rooflinePoint{
    "own: what a point or a roof of the roofline of a step means: a rate is an amount over its time", ""};
inline constexpr Source run{"own: the FLOPs of the run over the rate of all chips", ""};
inline constexpr Source serialized{"own: the convention that nothing overlaps", ""};
inline constexpr Source simulated{
    "own: time of the schedule that is shown, checked against a simulation of every message", ""};
inline constexpr Source sumOfCollectives{"own: the sum over the collectives of the pass", ""};
inline constexpr Source sumOfParts{"own: the sum of the parts above", ""};

} // namespace core::sources::own
