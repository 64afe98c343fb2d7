// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is that somebody took for a scenario, and where it goes.
#pragma once

#include <string_view>

namespace core
{

/// "is a trace of a profiler: open it ...", by the first bytes; empty where they do not tell.
std::string_view foreignKind(std::string_view front);
/// The same of files of this program, by their "format".
std::string_view ownKind(std::string_view front);

} // namespace core
