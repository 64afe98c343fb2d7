// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: verbs that work without a window.
#pragma once

#include "app/verbs.h"

#include <optional>

namespace app
{

/// Does what the arguments say and gives the exit status; empty when they ask for the window.
std::optional<Exit> runCommandLine(int argc, const char* const* argv, Console);

} // namespace app
