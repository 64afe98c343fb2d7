// SPDX-License-Identifier: GPL-3.0-or-later
// The preset files as they are compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace core
{

/// One file of presets/: its path there ("chips/tpu-v5p.json") and its text.
struct EmbeddedFile {
    std::string_view path;
    std::string_view text;
};

/// All shipped files: those of presets/CMakeLists.txt in its order, then the others by name.
std::span<const EmbeddedFile> embeddedPresets();
/// lessons/lesson.schema.json.
std::string_view embeddedLessonSchema();

} // namespace core
