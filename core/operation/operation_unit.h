// SPDX-License-Identifier: GPL-3.0-or-later
// What an operation runs on: matrix or vector unit, and in which format.
#pragma once

#include "core/scenario/dtype_bytes.h"
#include "core/scenario/scenario.h"

namespace core
{

/// Dot products, elementwise operations and reductions do not run on the matrix unit.
constexpr bool runsOnVector(OpKind kind)
{
    return kind == OpKind::dot || kind == OpKind::elementwise || kind == OpKind::reduction;
}

/// The compute dtype: as given, or the wider operand (c.1).
constexpr Dtype operationDtype(const Operation& o)
{
    if (o.compute != Dtype::none)
        return o.compute;
    return dtypeBytes(o.x).si() >= dtypeBytes(o.w).si() ? o.x : o.w;
}

} // namespace core
