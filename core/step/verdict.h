// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts by name.
#pragma once

#include "core/step/report.h"

#include <string_view>

namespace core
{

/// "compute", "comms:X", "comms", "hbm", "latency", "dcn", "balanced", "unknown".
std::string_view verdictName(Verdict);

} // namespace core
