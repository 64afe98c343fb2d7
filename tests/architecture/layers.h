// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of core and ui from the ground up; arrows between them point down.
#pragma once

#include <string_view>

namespace tests
{

/// Whether a file includes one of a folder that builds on its own. Paths are from the root of the project.
bool looksUp(std::string_view path, std::string_view target);

/// Whether the folder of a file has its place among the layers; files of other trees, or right in core or ui, need
/// none.
bool hasLayer(std::string_view path);

} // namespace tests
