// SPDX-License-Identifier: GPL-3.0-or-later
// What a saved file may take the place of.
#pragma once

#include <string>

namespace core
{

/// Nothing or a regular file, also at the end of a link. Files are written beside their name and then renamed, which
/// would put them in the place of a device, a pipe or a folder.
bool isReplaceable(const std::string& path);

} // namespace core
