// SPDX-License-Identifier: GPL-3.0-or-later
// Usual shardings of a layer as roles of the present mesh axes.
#pragma once

#include "core/scenario/field.h"
#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core
{

enum class ShardingPreset { data, fsdp, tensor, fsdpTensor, weightStationary, context, expert };

struct ShardingPresetRow {
    ShardingPreset preset;
    std::string_view title, tip;
};
inline constexpr std::array<ShardingPresetRow, 7> shardingPresets{
    {{ShardingPreset::data, "DP", "Data parallelism: each chip has all weights and its own tokens"},
     {ShardingPreset::fsdp, "FSDP", "Weights, gradients and optimizer are split too, and gathered layer by layer"},
     {ShardingPreset::tensor, "TP", "Tensor parallelism: each chip has a part of every matrix, and all tokens"},
     {ShardingPreset::fsdpTensor, "FSDP + TP", "The first axis splits tokens and weights, the second every matrix"},
     {ShardingPreset::weightStationary, "2-D weights",
      "2-D weight-stationary: the first axis splits D of the weights, the second F; activations move, weights do not. "
      "Only the layer shows it, as a what-if"},
     {ShardingPreset::context, "Context", "FSDP, and the second axis splits the tokens of each sequence"},
     {ShardingPreset::expert, "Expert", "FSDP, and the second axis spreads the experts"}}};

/// Why the model has no use for it; empty where it has.
std::string whyNoPreset(const Scenario&, ShardingPreset);
/// Edits of mesh.* and layer.arrays: roles of the axes that have chips, pipeline axes left as they are. Where two axes
/// are asked for and one has all chips, it gives up to eight of them to another; tensor parallelism takes the chips of
/// all onto the first, since one axis can have that role. All that from the mesh `origin`.
std::vector<std::pair<std::string, Value>> presetEdits(const Scenario&, ShardingPreset, const Mesh& origin);
std::vector<std::pair<std::string, Value>> presetEdits(const Scenario&, ShardingPreset);
/// The mesh that presets start from: `before`, as long as the present one is it or what a preset made of it, so that
/// they lead back.
Mesh presetOrigin(const Scenario&, const Mesh& before);
/// The one that the mesh has now.
std::optional<ShardingPreset> presetOf(const Scenario&);

} // namespace core
