// SPDX-License-Identifier: GPL-3.0-or-later
// The first axis with chips takes the usual role, the second the special one, the third again the usual one.
#include "core/layer/sharding_presets.h"

#include "core/layer/edited_arrays.h"
#include "core/layer/layer_arrays.h"
#include "core/scenario/choices.h"

#include <algorithm>
#include <cmath>

namespace core
{

namespace
{

constexpr double maxGiven = 8; // chips: what a node or a ring of a slice has

/// `second`: of the second axis.
struct PresetRoles {
    Role first, second;
};

PresetRoles rolesOf(ShardingPreset preset)
{
    switch (preset) {
    case ShardingPreset::data:
        return {Role::data, Role::data};
    case ShardingPreset::fsdp:
        return {Role::fsdp, Role::fsdp};
    case ShardingPreset::tensor:
        return {Role::tensor, Role::tensor};
    case ShardingPreset::fsdpTensor:
    case ShardingPreset::weightStationary:
        return {Role::fsdp, Role::tensor};
    case ShardingPreset::context:
        return {Role::fsdp, Role::context};
    case ShardingPreset::expert:
        break;
    }
    return {Role::fsdp, Role::expert};
}

/// The largest divisor up to maxGiven that leaves more than one chip; 1 where there is none.
double given(double chips)
{
    for (double n = maxGiven; n > 1; --n)
        if (n < chips && std::fmod(chips, n) == 0)
            return n;
    return 1;
}

/// The mesh with that preset.
Mesh meshOf(Mesh mesh, ShardingPreset preset)
{
    std::vector<MeshAxis*> used;
    MeshAxis* idle = nullptr;
    for (auto& axis : mesh.axis) {
        if (axis.size > 1 && axis.role == Role::pipeline)
            continue;
        if (axis.size > 1)
            used.push_back(&axis);
        else if (!idle)
            idle = &axis;
    }
    const auto [first, second] = rolesOf(preset);
    if (first != second && used.size() == 1 && idle && given(used.front()->size) > 1) {
        idle->size = given(used.front()->size);
        used.front()->size /= idle->size;
        idle->axes = used.front()->axes = 0;
        used.push_back(idle);
        std::ranges::sort(used); // X before Y
    }
    if (preset == ShardingPreset::tensor)
        for (std::size_t i = 1; i < used.size(); ++i) {
            used[0]->size *= used[i]->size;
            used[0]->axes = 0;
            *used[i] = MeshAxis{};
        }
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]->size > 1)
            used[i]->role = i == 1 ? second : first;
    return mesh;
}

/// Of D and F of the weights, major first.
std::string weightAxes(const Scenario& s)
{
    const auto weights = arraysOfRoles(s).of(LayerPart::mlpIn).weights.front();
    return weights.dims[0].axes + weights.dims[1].axes;
}

/// layer.arrays: tokens whole on every chip, D of activations over all axes.
std::string arraysOf(const Scenario& s, ShardingPreset preset)
{
    if (preset != ShardingPreset::weightStationary)
        return {};
    std::string arrays;
    for (auto array : editableArrays(s)) {
        if (array.dims.size() != 2 || array.dims[0].name != "B")
            continue;
        array.dims[1].axes = array.dims[1].name == "D" ? weightAxes(s) : array.dims[1].axes;
        array.dims[0].axes.clear();
        arrays += (arrays.empty() ? "" : "; ") + array.text();
    }
    return arrays;
}

} // namespace

std::string whyNoPreset(const Scenario& s, ShardingPreset preset)
{
    if (preset == ShardingPreset::context && !s.model.attention)
        return "The model counts no attention, so that no token needs another one's keys.";
    if (preset == ShardingPreset::weightStationary && s.model.E > 0)
        return "The expert axis decides where the tokens of this layer lie.";
    if (preset == ShardingPreset::expert && !(s.model.E > 0))
        return "The model has no experts.";
    return {};
}

std::vector<std::pair<std::string, Value>> presetEdits(const Scenario& s, ShardingPreset preset, const Mesh& origin)
{
    const Mesh mesh = meshOf(origin, preset);
    std::vector<std::pair<std::string, Value>> edits;
    for (std::size_t a = 0; a < mesh.axis.size(); ++a) {
        const auto& before = s.mesh.axis[a];
        const auto& after = mesh.axis[a];
        const std::string id = std::string("mesh.") + "XYZ"[a];
        if (after.size != before.size)
            edits.emplace_back(id, after.size);
        if (after.role != before.role)
            edits.emplace_back(id + ".role", std::string(nameOf(after.role)));
        if (after.axes != before.axes)
            edits.emplace_back(id + ".axes", static_cast<double>(after.axes));
    }
    Scenario laid = s;
    laid.mesh = mesh;
    laid.layer = {};
    if (const auto arrays = arraysOf(laid, preset); arrays != s.layer.arrays)
        edits.emplace_back("layer.arrays", arrays);
    return edits;
}

std::vector<std::pair<std::string, Value>> presetEdits(const Scenario& s, ShardingPreset preset)
{
    return presetEdits(s, preset, s.mesh);
}

Mesh presetOrigin(const Scenario& s, const Mesh& before)
{
    const bool made = s.mesh == before || std::ranges::any_of(shardingPresets, [&](const ShardingPresetRow& row) {
                          return s.mesh == meshOf(before, row.preset);
                      });
    return made ? before : s.mesh;
}

std::optional<ShardingPreset> presetOf(const Scenario& s)
{
    const bool any = std::ranges::any_of(
        s.mesh.axis, [](const MeshAxis& axis) { return axis.size > 1 && axis.role != Role::pipeline; });
    for (const auto& row : shardingPresets)
        if (any && whyNoPreset(s, row.preset).empty() && presetEdits(s, row.preset).empty())
            return row.preset;
    return std::nullopt;
}

} // namespace core
