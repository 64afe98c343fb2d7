// SPDX-License-Identifier: GPL-3.0-or-later
// The choices of a scenario and of presets: every enum, and under it its one spelling, in the same order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace core
{

/// Names of an enum's values in their order. Specialised for each.
template <class Enum> inline constexpr int namesOf = 0;

template <class... Text> constexpr std::array<std::string_view, sizeof...(Text)> inOrder(const Text&... names)
{
    return {names...};
}

enum class Mode { training, prefill, decode };
template <> inline constexpr auto namesOf<Mode> = inOrder("training", "prefill", "decode");

enum class Pass { forward, step };
template <> inline constexpr auto namesOf<Pass> = inOrder("forward", "step");

enum class Remat { none, matmuls, block, boundary, ffn };
template <> inline constexpr auto namesOf<Remat> = inOrder("none", "matmuls", "block", "boundary", "ffn");

enum class Role { data, zero1, zero2, fsdp, tensor, pipeline, expert, context, replicate };
template <> inline constexpr auto namesOf<Role> = inOrder("data", "zero1", "zero2", "fsdp", "tensor", "pipeline",
                                                          "expert", "context", "replicate");

enum class PipeSchedule { gpipe, oneForwardOneBackward, interleaved, zeroBubble };
template <> inline constexpr auto namesOf<PipeSchedule> = inOrder("gpipe", "1f1b", "interleaved", "zb-h1");

enum class Optimizer { adam, momentum, sgd };
template <> inline constexpr auto namesOf<Optimizer> = inOrder("adam", "momentum", "sgd");

enum class Overlap { overlapped, added, tensorExposed, none };
template <> inline constexpr auto namesOf<Overlap> = inOrder("overlapped", "added", "tensor-exposed", "none");

enum class Rates { exact, book };
template <> inline constexpr auto namesOf<Rates> = inOrder("exact", "book");

enum class ByteUnits; // decimal, binary: core/quantity/format.h
template <> inline constexpr auto namesOf<ByteUnits> = inOrder("GB", "GiB");

enum class CapacityRule { nominal, nominalGib, physical };
template <> inline constexpr auto namesOf<CapacityRule> = inOrder("nominal", "nominal-gib", "physical");

enum class Wrap { hardware, ring, line };
template <> inline constexpr auto namesOf<Wrap> = inOrder("hardware", "ring", "line");

/// What a chip spends a step on, as a profile tells it apart.
enum class WorkClass { math, gather, scatter, reduce, exchange, send, other, copy };
template <> inline constexpr auto namesOf<WorkClass> = inOrder("math", "AllGather", "ReduceScatter", "AllReduce",
                                                               "AllToAll", "send", "other", "copy");
enum class OpKind { matmul, batched, dot, elementwise, reduction, attention, moe };
template <> inline constexpr auto namesOf<OpKind> = inOrder("matmul", "batched", "dot", "elementwise", "reduction",
                                                            "attention", "moe");

/// Size that the path of an operation follows on the roofline.
enum class Sweep { none, B, D, F, T, S };
template <> inline constexpr auto namesOf<Sweep> = inOrder("none", "B", "D", "F", "T", "S");

enum class MoeExecution { tokenByToken, expertByExpert, grouped };
template <> inline constexpr auto namesOf<MoeExecution> = inOrder("token-by-token", "expert-by-expert", "grouped");

enum class Level { hbm, vmem, pcie, host, ici, dcn };
template <> inline constexpr auto namesOf<Level> = inOrder("hbm", "vmem", "pcie", "host", "ici", "dcn");

enum class CollectiveKind { allGather, reduceScatter, allReduce, allToAll, permute, matmulGather, matmulScatter };
template <> inline constexpr auto namesOf<CollectiveKind> = inOrder("all-gather", "reduce-scatter", "all-reduce",
                                                                    "all-to-all", "permute", "matmul-gather",
                                                                    "matmul-scatter");

constexpr bool isMatmul(CollectiveKind kind)
{
    return kind == CollectiveKind::matmulGather || kind == CollectiveKind::matmulScatter;
}

enum class LinkDirection { both, one };
template <> inline constexpr auto namesOf<LinkDirection> = inOrder("both", "one");

enum class CollectiveAlgorithm {
    automatic,
    ring,
    rotated,
    offsets,
    axisByAxis,
    middle,
    timeSlots,
    direct,
    halves,
    whole,
    uni,
    oneShot,
    trees
};
template <> inline constexpr auto namesOf<CollectiveAlgorithm> = inOrder("auto", "ring", "rotated", "offsets",
                                                                         "axis-by-axis", "middle", "slots", "direct",
                                                                         "halves", "whole", "uni", "one-shot", "trees");

enum class CollectiveClock { async, lockstep, book };
template <> inline constexpr auto namesOf<CollectiveClock> = inOrder("async", "lockstep", "book");

/// Number formats whose rates and sizes are tabulated.
enum class Dtype { fp32, tf32, bf16, fp16, fp8, int8, fp4, int4, none };
inline constexpr auto dtypeNames = inOrder("fp32", "tf32", "bf16", "fp16", "fp8", "int8", "fp4", "int4", "none");
inline constexpr std::size_t dtypeCount = dtypeNames.size() - 1; // without `none`
template <> inline constexpr auto namesOf<Dtype> = dtypeNames;

/// Rule that decides whether a whole hardware axis closes into a ring (MODEL.md, b).
enum class WrapRule { none, length32, length16, cubesOf4 };
template <> inline constexpr auto namesOf<WrapRule> = inOrder("none", "length32", "length16", "cubesOf4");

enum class ChipKind { tpu, gpu };
template <> inline constexpr auto namesOf<ChipKind> = inOrder("tpu", "gpu");

template <class Enum> constexpr std::string_view nameOf(Enum value)
{
    return namesOf<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum> constexpr std::optional<Enum> fromName(std::string_view name)
{
    const auto& names = namesOf<Enum>;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

} // namespace core
