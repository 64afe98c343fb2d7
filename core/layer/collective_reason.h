// SPDX-License-Identifier: GPL-3.0-or-later
// Why a box needs a collective, and what waits for it, in sentences.
#pragma once

#include "core/design/collectives.h"

#include <string>

namespace core
{

/// "Y splits D of In, which the matmul contracts."
std::string reasonOf(const Scenario&, const DesignCollective&);
/// "The matmul waits for it; it can run while the box before computes."
std::string waitingOf(const DesignCollective&);

} // namespace core
