// SPDX-License-Identifier: GPL-3.0-or-later
// Units of the literals inside a formula, which the tape does not record.
#pragma once

#include "core/derive/derivation.h"

namespace core
{

/// Gives every node its dimension, and each constant the one that makes the whole have dimension `wanted`: the 2 of
/// 2·P·B is two FLOP where the formula gives FLOP. The leftmost constant of a product takes it all.
void settleConstantUnits(Expression&, Dim wanted);

} // namespace core
