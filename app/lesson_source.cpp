// SPDX-License-Identifier: GPL-3.0-or-later
// Reads lesson files of the user.
#include "app/lesson_source.h"

#include "core/io/course_pack.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/scenario/nearest.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace app
{

std::vector<FoundLesson> allLessons(Console console)
{
    const auto library = core::lessonLibrary();
    for (const auto& problem : library.problems)
        console.messages << core::oneLine(problem) << '\n';
    std::vector<FoundLesson> all;
    for (const auto& lesson : library.lessons)
        all.push_back({lesson, library.fileOf(lesson)});
    return all;
}

FoundLesson namedLesson(const std::string& name, Console console)
{
    if (name.ends_with(core::packSuffix))
        throw Failure(Exit::usage, name + " is a course. 'rooflight lesson unpack' makes a folder of it, in which its "
                                          "lessons are files.");
    std::error_code error;
    if (name.ends_with(".json") || std::filesystem::is_regular_file(name, error))
        return {orFail(core::lessonOfFile(name)), name};
    const auto lessons = allLessons(console);
    std::vector<std::string_view> known;
    const auto named = [&](const auto& found) { return found.lesson.id == name; };
    const auto alike = [&](const auto& found) { return core::lowerCase(found.lesson.id) == core::lowerCase(name); };
    for (const auto& found : {std::ranges::find_if(lessons, named), std::ranges::find_if(lessons, alike)})
        if (found != lessons.end())
            return *found;
    for (const auto& found : lessons)
        known.push_back(found.lesson.id);
    if (std::filesystem::symlink_status(name, error).type() != std::filesystem::file_type::not_found)
        return {orFail(core::lessonOfFile(name)), name}; // what else it is
    throw Failure(Exit::usage, "There is no lesson '" + name + "'; the nearest is '" +
                                   std::string(core::nearest(name, known)) +
                                   "', and 'rooflight lesson list' names all.");
}

} // namespace app
