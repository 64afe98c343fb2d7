// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of a layer sharded differently from what the roles of the mesh axes say: the field layer.arrays.
#pragma once

#include "core/sharding/notation.h"

namespace core
{

struct BoxArrays;
struct Scenario;

/// Those that can be edited, each once, as sharded now: all but tokens that go to experts or come back, which the
/// expert axis shards.
std::vector<ShardedArray> editableArrays(const Scenario&);
/// One array of the layer, such as "W_in[D_X, F]"; else what is wrong and at which column.
tl::expected<ShardedArray, NotationError> readLayerArray(const Scenario&, std::string_view);
/// What is wrong with each of layer.arrays that cannot be laid, in order, with its column of that text.
std::vector<NotationError> wrongArrays(const Scenario&);
/// Those of layer.arrays that can be laid, whatever the others are.
std::vector<ShardedArray> laidArrays(const Scenario&);
/// Those of layer.arrays that lie over an earlier edit of the same array, each once.
std::vector<ShardedArray> editedTwice(const Scenario&);
/// As layer.arrays has them: "W_in[D, F_Y]; W_out[F, D]".
std::string arraysText(const std::vector<ShardedArray>&);
/// The laid ones with that array in place of the one of its name, or without it where it lies as the roles say.
std::string withArray(const Scenario&, const ShardedArray&);

/// layer.arrays with the arrays of a box as the product of shard.expr has them, which was opened from it; else why the
/// layer cannot take them.
tl::expected<std::string, std::string> arraysOfProduct(const Scenario&, const BoxArrays&);

} // namespace core
