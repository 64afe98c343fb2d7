// SPDX-License-Identifier: GPL-3.0-or-later
// The one writer of files that leave the program.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

/// Replaces the file of that name, also at the end of a link, or leaves everything as it was: the bytes are written
/// into a file without a name in its folder, flushed to the disk, measured, and only then take the name. Only a regular
/// file may be replaced: a rename would put the bytes in the place of a device, a pipe or a folder. The error is the
/// reason in words ("No space left on device").
tl::expected<void, std::string> writeFile(const std::string& path, std::string_view bytes);

/// Whether anything has that name, also a link to nothing. What cannot be asked about is not there.
bool isThere(const std::string& path);

/// Of the program's own files: $XDG_DATA_HOME/rooflight/NAME, or below ~/.local/share, and
/// $XDG_STATE_HOME/rooflight/NAME, or below ~/.local/state. Empty where there is no home; variables that are no
/// absolute path are ignored, as the specification says. $XDG_RUNTIME_DIR/rooflight/NAME, which lasts as long as the
/// user is logged in, is empty where the variable is not set.
std::string dataFolder(std::string_view name);
std::string statePath(std::string_view name);
std::string runtimePath(std::string_view name);
/// writeFile() of one of them: folders that are missing are made.
tl::expected<void, std::string> writeOwnFile(const std::string& path, std::string_view bytes);

} // namespace core
