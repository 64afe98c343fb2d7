// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts by name, and as the sentence people read.
#pragma once

#include "core/evaluate/report.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>

namespace core
{

/// "compute", "comms:X", "comms", "hbm", "latency", "dcn", "balanced", "unknown".
std::string_view verdictName(Verdict);

/// Short name of a resource in a sentence: "math", "HBM", "ICI X", "NVLink Y", "DCN".
std::string resourceName(const Scenario&, Verdict);

/// "Compute-bound: math 3.59 ms vs ICI X 2.24 ms (1.61× margin)".
std::string verdictSentence(const Scenario&, const Report&);

/// The verdict alone with its margin, for titles: "Compute-bound 1.61×".
std::string verdictTitle(const Report&);

} // namespace core
