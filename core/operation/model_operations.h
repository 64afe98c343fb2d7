// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of the present model's layer and its logits, whole (before sharding), and the way back: an operation's
// sizes as edits of the model.
#pragma once

#include "core/scenario/field.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace core
{

/// The operations of a layer, and the logits.
enum class ModelOperation { query, key, value, attention, output, router, experts, gate, up, activation, down, logits };

/// Of one forward pass over the batch; nothing where the model has none. The activation function is that of the MLP on
/// the hidden width, gate times up where the model has both; without a gate an elementwise operation still counts a
/// second operand, which its name says.
std::optional<Operation> operationOf(const Scenario&, ModelOperation);
/// Of one forward pass over the batch: each matmul of a layer, its attention, its MoE block, then the logits; named.
/// Times the layers they are the FLOPs of the forward pass (MODEL.md, f).
std::vector<Operation> modelOperations(const Scenario&);
/// Whether the fields op.* take these sizes: half a sequence is none.
bool fits(const Operation&);

/// Edits of model.* and work.* after which the model has an operation of that kind and these sizes: a projection by its
/// name, another matmul as the MLP's first. The error is one sentence that says what to change.
tl::expected<std::vector<std::pair<std::string, Value>>, std::string> modelEdits(const Scenario&, const Operation&);

} // namespace core
