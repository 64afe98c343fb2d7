// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of a course.
#include "core/io/course_json.h"

#include "core/io/json.h"
#include "core/quantity/parse_number.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 5> courseKeys{"format", "version", "id", "title", "lessons"};
constexpr int newestCourse = 1;

/// What may stand in the name of a file, and begins with no dot.
bool isName(std::string_view text)
{
    constexpr std::string_view good = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return !text.empty() && text.size() <= 64 && text.find_first_not_of(good) == std::string_view::npos;
}

void readLessons(Course& course, const Json& object, const JsonPlace& place)
{
    const Json& lessons = memberOf(object, place, "lessons");
    const auto here = place.at("lessons");
    if (!lessons.is_array() || lessons.size() > mostLessons)
        return here.refuse("FILE_VALUE", fmt::format("\"lessons\" must be a list of up to {} ids, found {}.",
                                                     mostLessons, shown(lessons)));
    for (const Json& lesson : lessons) {
        if (!lesson.is_string() || !isName(lesson.get_ref<const std::string&>()))
            return here.refuse("FILE_VALUE",
                               fmt::format("\"lessons\" must hold ids such as \"B3\", found {}.", shown(lesson)));
        const auto& id = lesson.get_ref<const std::string&>();
        if (std::ranges::find(course.lessons, id) != course.lessons.end())
            return here.refuse("FILE_VALUE", fmt::format("\"lessons\" names \"{}\" twice. Remove one of them.", id));
        course.lessons.push_back(id);
    }
}

} // namespace

tl::expected<Course, Error> readCourse(std::string_view text, std::string_view name)
{
    if (text.size() > largestCourse)
        return tl::make_unexpected(Error{
            "FILE_SIZE", fmt::format("{}: the course has {} bytes, more than the {} that are read. Name fewer lessons.",
                                     name, text.size(), largestCourse)});
    Course course;
    const auto done = readJson(text, name, [&](const Json& object, const JsonPlace& place) {
        checkFormat(object, place, courseFormat, newestCourse);
        checkKeys(object, place, courseKeys);
        course.id = textOf(object, place, "id");
        if (!isName(course.id))
            place.at("id").refuse("FILE_VALUE",
                                  fmt::format("\"id\" must be 1 to 64 letters, digits, hyphens and underscores, found "
                                              "{}.",
                                              inQuotes(course.id)));
        course.title = nameOf(object, place, "title");
        readLessons(course, object, place);
    });
    return done.map([&] { return std::move(course); });
}

std::string courseText(const Course& course)
{
    const Json object{{"format", courseFormat},
                      {"version", newestCourse},
                      {"id", course.id},
                      {"title", course.title},
                      {"lessons", course.lessons}};
    return object.dump(2) + "\n";
}

bool isCourse(std::string_view text) { return text.size() <= largestCourse && hasFormat(text, courseFormat); }

} // namespace core
