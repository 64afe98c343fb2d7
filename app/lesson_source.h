// SPDX-License-Identifier: GPL-3.0-or-later
// Finds lessons: those that ship, the user's own, and files.
#pragma once

#include "app/program.h"
#include "core/lesson/lesson.h"

#include <string>
#include <vector>

namespace app
{

struct FoundLesson {
    core::Lesson lesson;
    std::string file; // empty where it ships
};

/// Those that ship, then those of $XDG_DATA_HOME/rooflight/lessons by name of file. A file that cannot be read, or has
/// an id that is taken, is left out and named in the messages.
std::vector<FoundLesson> allLessons(Console);

/// The lesson of that id, in any case of letters, or in that file.
FoundLesson namedLesson(const std::string& name, Console);

} // namespace app
