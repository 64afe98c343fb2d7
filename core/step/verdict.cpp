// SPDX-License-Identifier: GPL-3.0-or-later
// Names of verdicts in metrics and files; sentences are the window's.
#include "core/step/verdict.h"

#include <cstddef>

namespace core
{

std::string_view verdictName(Verdict v)
{
    constexpr std::string_view names[] = {"compute", "comms:X", "comms:Y", "comms:Z",  "comms",
                                          "hbm",     "latency", "dcn",     "balanced", "unknown"};
    return names[static_cast<std::size_t>(v)];
}

} // namespace core
