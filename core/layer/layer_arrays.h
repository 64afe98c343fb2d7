// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of a layer's boxes in sharding notation, as the roles of the mesh axes lay them on the mesh.
#pragma once

#include "core/layer/layer.h"
#include "core/scenario/field.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/notation.h"

#include <vector>

namespace core
{

struct BoxArrays {
    LayerPart part = LayerPart::mlpIn;
    std::vector<ShardedArray> in, weights, out; // "In[B_X, D_Y]", "W_in[D_X, F_Y]", "Hid[B_X, F_Y]"

    /// "In[B_X, D_Y] · W_in[D_X, F_Y], W_gate[D_X, F_Y] → Hid[B_X, F_Y]".
    std::string text() const;
    /// Of each of its matrices with what that multiplies.
    std::vector<ShardingExpression> products() const;
    /// Of its first matrix, as the fields shard.* read it: "In[B_X, D_Y] * Win[D_X, F_Y] -> Hid[B_X, F_Y]"; empty where
    /// the box multiplies by none, as a look-up does.
    std::string expression() const;
};

/// B: tokens (in decode sequences), V: vocabulary, C: tokens of an expert, N and K: query and key/value heads, E:
/// experts.
struct LayerArrays {
    NamedMesh mesh;
    Sizes sizes;
    std::vector<BoxArrays> boxes; // those of layerOf()
    std::vector<BoxArrays> ends;  // likewise

    const BoxArrays& of(LayerPart) const;
    /// "32,768 × 8,192", whole or on one device.
    std::string shape(const ShardedArray&, bool local) const;
};

/// As the roles of the mesh axes lay them. Slices and pipeline stages split no array of a layer; axes that replicate do
/// not either.
LayerArrays arraysOfRoles(const Scenario&);
/// With the edits of layer.arrays, where all of them can be laid.
LayerArrays layerArrays(const Scenario&);

/// Edits of shard.* that put the product of a box into the tab Sharding; empty where it has none.
std::vector<std::pair<std::string, Value>> shardingEdits(const LayerArrays&, const BoxArrays&, const Scenario&);

} // namespace core
