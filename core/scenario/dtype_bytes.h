// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of number formats.
#pragma once

#include "core/quantity/quantity.h"
#include "core/scenario/choices.h"

namespace core
{

/// Bytes of one element; `none` has none.
constexpr Bytes dtypeBytes(Dtype d)
{
    constexpr std::array<double, dtypeCount + 1> bytes{4, 4, 2, 2, 1, 1, 0.5, 0.5, 0};
    return Bytes(bytes[static_cast<std::size_t>(d)]);
}

} // namespace core
