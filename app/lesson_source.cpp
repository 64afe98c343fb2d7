// SPDX-License-Identifier: GPL-3.0-or-later
// Reads lesson files of the user.
#include "app/lesson_source.h"

#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_json.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>

namespace app
{

namespace
{

constexpr std::size_t mostFiles = 1000; // of a folder

std::string lowered(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

/// As the desktop's specification has it; empty where there is no home.
std::filesystem::path lessonFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME"); // NOLINT(concurrency-mt-unsafe): nothing sets it
    if (data && *data == '/')
        return std::filesystem::path(data) / "rooflight" / "lessons";
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe)
    return home && *home == '/' ? std::filesystem::path(home) / ".local/share/rooflight/lessons"
                                : std::filesystem::path();
}

std::vector<std::string> lessonFiles()
{
    std::vector<std::string> files;
    std::error_code error; // a folder that is not there holds no lessons
    for (std::filesystem::directory_iterator at(lessonFolder(), error), end; !error && at != end; at.increment(error))
        if (at->path().extension() == ".json" && files.size() < mostFiles)
            files.push_back(at->path().string());
    std::ranges::sort(files);
    return files;
}

tl::expected<core::Lesson, core::Error> lessonOfFile(const std::string& path)
{
    return core::readFile(path).and_then(
        [&](const std::string& text) { return core::readLesson(text, path, core::shippedCatalogue()); });
}

} // namespace

std::vector<core::Lesson> allLessons(Console console)
{
    auto lessons = core::shippedLessons();
    for (const auto& path : lessonFiles()) {
        auto lesson = lessonOfFile(path);
        std::string wrong;
        if (!lesson)
            wrong = lesson.error().code + ": " + lesson.error().text;
        else if (std::ranges::find(lessons, lesson->id, &core::Lesson::id) != lessons.end())
            wrong = path + ": the id \"" + lesson->id + "\" is taken by another lesson. Choose another one.";
        if (wrong.empty())
            lessons.push_back(*std::move(lesson));
        else
            console.messages << core::oneLine(wrong) << '\n';
    }
    return lessons;
}

core::Lesson namedLesson(const std::string& name, Console console)
{
    std::error_code error;
    if (name.ends_with(".json") || std::filesystem::is_regular_file(name, error)) {
        auto lesson = lessonOfFile(name);
        if (!lesson)
            throw Failure(lesson.error().code == "FILE_READ" ? Exit::file : Exit::invalid,
                          lesson.error().code + ": " + lesson.error().text);
        return *std::move(lesson);
    }
    const auto lessons = allLessons(console);
    std::vector<std::string_view> known;
    for (const auto& lesson : lessons) {
        if (lowered(lesson.id) == lowered(name))
            return lesson;
        known.push_back(lesson.id);
    }
    throw Failure(Exit::usage, "There is no lesson '" + name + "'; the nearest is '" +
                                   std::string(core::nearest(name, known)) +
                                   "', and 'rooflight lesson list' names all.");
}

} // namespace app
