// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of a step that move between chips.
#pragma once

namespace core
{

/// What collectives of a step move, or whose gradients: weights of a layer's boxes or outside of the layers; tokens
/// that go into a block and come out of it, are dispatched to experts and combined.
enum class StepArray {
    qkv,
    attentionOut,
    router,
    mlpIn,
    mlpOut,
    experts,
    sharedExperts,
    norms,
    outside,
    in,
    out,
    keysValues,
    dispatched,
    combined
};

} // namespace core
