// SPDX-License-Identifier: GPL-3.0-or-later
// Signed numbers of chips, steps and rows as indices of arrays.
#pragma once

#include "core/quantity/nth.h"

namespace ui
{

using core::nth;

} // namespace ui
