// SPDX-License-Identifier: GPL-3.0-or-later
// The one spelling of every choice: tables in the order of the enums, and the way from enum to name and back.
#pragma once

#include "core/scenario/scenario.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace core
{

/// Names of an enum's values in their order. Specialised for every enum of a scenario.
template <class Enum> inline constexpr int namesOf = 0;

template <> inline constexpr std::array<std::string_view, 3> namesOf<Mode>{"training", "prefill", "decode"};
template <> inline constexpr std::array<std::string_view, 2> namesOf<Pass>{"forward", "step"};
template <>
inline constexpr std::array<std::string_view, 5> namesOf<Remat>{"none", "matmuls", "block", "boundary", "ffn"};
template <> inline constexpr std::array<std::string_view, 9> namesOf<Role>{
    "data", "zero1", "zero2", "fsdp", "tensor", "pipeline", "expert", "context", "replicate"};
template <> inline constexpr std::array<std::string_view, 3> namesOf<PipeSchedule>{"gpipe", "1f1b", "interleaved"};
template <> inline constexpr std::array<std::string_view, 3> namesOf<Optimizer>{"adam", "momentum", "sgd"};
template <>
inline constexpr std::array<std::string_view, 4> namesOf<Overlap>{"overlapped", "added", "tensor-exposed", "none"};
template <> inline constexpr std::array<std::string_view, 2> namesOf<Rates>{"exact", "book"};
template <> inline constexpr std::array<std::string_view, 2> namesOf<ByteUnits>{"GB", "GiB"};
template <>
inline constexpr std::array<std::string_view, 3> namesOf<CapacityRule>{"nominal", "nominal-gib", "physical"};
template <> inline constexpr std::array<std::string_view, 3> namesOf<Wrap>{"hardware", "ring", "line"};
template <> inline constexpr std::array<std::string_view, 4> namesOf<OpKind>{"matmul", "batched", "attention", "moe"};
template <>
inline constexpr std::array<std::string_view, 3> namesOf<MoeExecution>{"token-by-token", "expert-by-expert", "grouped"};
template <> inline constexpr std::array<std::string_view, 5> namesOf<Level>{"hbm", "vmem", "pcie", "ici", "dcn"};
template <> inline constexpr std::array<std::string_view, 7> namesOf<CollectiveKind>{
    "all-gather", "reduce-scatter", "all-reduce", "all-to-all", "permute", "matmul-gather", "matmul-scatter"};
template <> inline constexpr std::array<std::string_view, 2> namesOf<LinkDirection>{"both", "one"};
template <>
inline constexpr std::array<std::string_view, collectiveAlgorithmNames.size()> namesOf<CollectiveAlgorithm> =
    collectiveAlgorithmNames;
template <> inline constexpr std::array<std::string_view, 3> namesOf<CollectiveClock>{"async", "lockstep", "book"};
template <> inline constexpr std::array<std::string_view, dtypeCount + 1> namesOf<Dtype> = dtypeNames;

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
