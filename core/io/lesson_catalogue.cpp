// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts lessons by letters, then by numbers.
#include "core/io/lesson_catalogue.h"

#include "core/io/lesson_json.h"
#include "core/io/preset_catalogue.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include <fmt/format.h>

namespace core
{

namespace
{

constexpr std::string_view folder = "lessons/";
constexpr std::string_view ending = ".json";

/// Letters, number and rest of "A1b".
std::tuple<std::string_view, int, std::string_view> partsOf(std::string_view id)
{
    const auto digits = std::min(id.find_first_of("0123456789"), id.size());
    int number = 0;
    const auto* end = std::from_chars(id.data() + digits, id.data() + id.size(), number).ptr;
    return {id.substr(0, digits), number, id.substr(static_cast<std::size_t>(end - id.data()))};
}

tl::unexpected<Error> refusedLesson(std::string text) { return tl::unexpected(Error{"FILE_VALUE", std::move(text)}); }

std::vector<Lesson> readShippedLessons()
{
    auto lessons = readLessons(embeddedPresets(), shippedCatalogue());
    if (!lessons) { // a defect of this build, found by its tests
        std::fputs((lessons.error().text + "\n").c_str(), stderr);
        std::abort();
    }
    return std::move(*lessons);
}

} // namespace

tl::expected<std::vector<Lesson>, Error> readLessons(std::span<const EmbeddedFile> files, const Catalogue& catalogue)
{
    std::vector<Lesson> lessons;
    for (const auto& [path, text] : files) {
        if (!path.starts_with(folder))
            continue;
        auto lesson = readLesson(text, path, catalogue);
        if (!lesson)
            return tl::unexpected(lesson.error());
        if (fmt::format("{}{}{}", folder, lesson->id, ending) != path)
            return refusedLesson(
                fmt::format("{}: \"id\" must be the name of the file, found \"{}\".", path, lesson->id));
        if (std::ranges::find(lessons, lesson->id, &Lesson::id) != lessons.end())
            return refusedLesson(
                fmt::format("{}: the id \"{}\" is taken by another file. Rename one of them.", path, lesson->id));
        lessons.push_back(*std::move(lesson));
    }
    std::ranges::sort(lessons, {}, [](const Lesson& lesson) { return partsOf(lesson.id); });
    return lessons;
}

const std::vector<Lesson>& shippedLessons()
{
    static const std::vector<Lesson> lessons = readShippedLessons();
    return lessons;
}

} // namespace core
