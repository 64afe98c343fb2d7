// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a collective matmul multiplies every shard once, and when it can.
#pragma once

#include "core/collectives/matmul/collective_matmul.h"
#include "support/validate.h"

namespace tests
{

/// Rule `multiplying`, and those of the transfers.
std::vector<Violation> checkMatmul(const core::CollectiveMatmul&);

} // namespace tests
