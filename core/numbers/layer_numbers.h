// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a layer's boxes in the registry: "layer.flops.qkv".
#pragma once

#include <string>
#include <string_view>

namespace core
{

/// `number`: params, flops (forward), backward, recompute, chip (FLOPs of one), time (of these), comms, payload, bytes
/// (weights), saved, transient, kv or logits. `place`: the id of a box or an end; "total" for all boxes, "outside" for
/// what lies outside the layers ("layer.total.flops").
std::string layerNumberId(std::string_view number, std::string_view place);

} // namespace core
