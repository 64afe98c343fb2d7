// SPDX-License-Identifier: GPL-3.0-or-later
// Course files (presets/courses/ID.json): lessons by their ids, in order.
#pragma once

#include "core/io/error.h"
#include "core/lesson/course.h"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace core
{

inline constexpr std::string_view courseFormat = "rooflight-course";
/// The longest text of a course in bytes.
inline constexpr std::size_t largestCourse = 65536;
/// Lessons of a course.
inline constexpr std::size_t mostLessons = 200;

/// `name` is used in error texts. Unknown and missing keys, wrong kinds, ids that no file could have, a lesson twice
/// and newer versions are errors, with the codes of readScenario(). Whether the lessons are there is for the library to
/// say.
tl::expected<Course, Error> readCourse(std::string_view text, std::string_view name);

/// What readCourse() reads as the same course.
std::string courseText(const Course&);

/// Whether a text is a JSON object of this format, whatever else is wrong with it.
bool isCourse(std::string_view text);

} // namespace core
