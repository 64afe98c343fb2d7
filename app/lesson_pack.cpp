// SPDX-License-Identifier: GPL-3.0-or-later
// lesson pack, lesson unpack: a course as one file, and as a folder.
#include "app/output.h"
#include "app/program.h"
#include "app/scenario_source.h"
#include "core/check/check.h"
#include "core/io/course_check.h"
#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/read_file.h"
#include "core/io/write_file.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace app
{

namespace
{

/// Of a file that is no pack: what to name in its place.
Failure noPack(const std::string& path)
{
    const auto course =
        core::readFile(path).and_then([&](const std::string& text) { return core::readCourse(text, path); });
    if (!course)
        return Failure(course.error());
    if (std::filesystem::path(path).filename() == "course.json") {
        const auto folder = std::filesystem::path(path).parent_path();
        return {Exit::usage, fmt::format("{} is the list of a course. Name its folder: {}", path,
                                         folder.empty() ? "." : folder.string())};
    }
    return {Exit::usage, fmt::format("{} is the file of a playlist. Name the playlist: {}", path, course->id)};
}

/// A folder or a file; where there is neither, a playlist of that id.
core::CoursePack packFrom(const std::string& path, Console console)
{
    std::error_code error;
    if (path.ends_with(".json") && std::filesystem::is_regular_file(path, error))
        throw noPack(path);
    if (std::filesystem::exists(path, error) || path.ends_with(core::packSuffix))
        return orFail(core::readCoursePack(path));
    const auto library = core::lessonLibrary();
    for (const auto& problem : library.problems)
        console.messages << core::oneLine(problem) << '\n';
    const auto playlist = std::ranges::find(library.courses, path, &core::Course::id);
    if (playlist != library.courses.end())
        return orFail(core::packOf(*playlist, library));
    std::vector<std::string_view> known;
    for (const auto& course : library.courses)
        known.push_back(course.id);
    throw Failure(Exit::file,
                  fmt::format("There is neither a folder nor a playlist '{}'; the nearest playlist is '{}'.", path,
                              core::nearest(path, known)));
}

/// Neither nothing at all nor lessons that nobody could take are handed on. `from`: what is packed, as it was named.
void checkSound(const core::CoursePack& pack, const std::string& from)
{
    if (pack.course.lessons.empty() && pack.files.size() == 1) // course.json
        throw Failure(Exit::invalid,
                      fmt::format("{}: the course names no lesson, and nothing else is in it. Add a lesson.", from));
    const auto faults = core::faultsOf(pack);
    if (faults.empty())
        return;
    const std::string remedy = faults.size() == 1 ? "Mend it, or take the lesson off the list."
                                                  : fmt::format("It is the first of {} faults. Mend them, or take "
                                                                "their lessons off the list.",
                                                                faults.size());
    throw Failure(Exit::invalid, fmt::format("{}: {} {}", from, faults.front(), remedy));
}

/// Nor scenarios that have no times.
void checkScenarios(const core::CoursePack& pack, const std::string& from, Console console)
{
    const auto issues = core::issuesOf(pack);
    for (const core::Issue& issue : issues)
        console.messages << core::oneLine(fmt::format("{}: {}", from, core::issueText(issue))) << '\n';
    if (core::isImpossible(issues))
        throw Failure(Exit::invalid,
                      fmt::format("{}: a scenario in it is impossible. Mend it, or leave its file out.", from));
}

void printPack(const core::CoursePack& pack, const LessonPackRequest& request, Console console)
{
    if (request.json)
        console.out << jsonText({{"file", request.output},
                                 {"id", pack.course.id},
                                 {"title", pack.course.title},
                                 {"files", pack.files.size()}});
    else
        console.out << fmt::format("{}: course \"{}\", {} file{}\n", core::oneLine(request.output),
                                   core::oneLine(pack.course.title), pack.files.size(),
                                   pack.files.size() == 1 ? "" : "s");
}

} // namespace

Exit packLessons(const LessonPackRequest& request, Console console)
{
    if (!request.output.ends_with(core::packSuffix))
        throw Failure(Exit::usage, "'" + request.output + "' does not end in " + std::string(core::packSuffix) + ".");
    std::error_code error;
    const auto folder = std::filesystem::weakly_canonical(request.from, error);
    const auto inside = std::filesystem::weakly_canonical(request.output, error).lexically_relative(folder);
    if (!folder.empty() && !inside.empty() && *inside.begin() != "..")
        throw Failure(Exit::usage, request.output + " lies in the folder that is packed. Name a place outside of it.");
    const auto pack = packFrom(request.from, console);
    checkSound(pack, request.from);
    checkScenarios(pack, request.from, console);
    const auto zip = orFail(core::packedCourse(pack), Exit::file);
    orFail(core::writeFile(request.output, zip).map_error([&](const std::string& why) {
        return request.output + " cannot be written: " + why + ".";
    }),
           Exit::file);
    printPack(pack, request, console);
    return Exit::good;
}

Exit unpackLessons(const LessonPackRequest& request, Console console)
{
    const auto place = std::filesystem::path(request.output).lexically_normal();
    if (const auto said = orFail(core::recoverCourse(request.output), Exit::file); !said.empty())
        console.messages << core::oneLine(said) << '\n';
    if (core::isThere(place.string()))
        throw Failure(Exit::file, request.output + " is there already. Name a new folder.");
    const auto pack = orFail(core::readCoursePack(request.from));
    orFail(core::writeCoursePack(pack, request.output), Exit::file);
    printPack(pack, request, console);
    return Exit::good;
}

} // namespace app
