// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises files that are no scenario, and says where to open them.
#pragma once

#include <string_view>

namespace core
{

/// "is a trace of a profiler: open it ...", by the first bytes; empty where they do not tell.
std::string_view foreignKind(std::string_view front);
/// The same of files of this program, by the value of their "format".
std::string_view ownKind(std::string_view front);

} // namespace core
