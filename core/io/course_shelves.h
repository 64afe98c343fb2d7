// SPDX-License-Identifier: GPL-3.0-or-later
// What a course may hold, and where: rules for the names of its files, and the kinds of its pictures.
#pragma once

#include <string_view>

namespace core
{

inline constexpr std::string_view courseFile = "course.json";

/// Whether a course may hold a file of that path.
bool belongsToCourse(std::string_view path);
/// Whether it may hold a folder of that path, which ends with "/".
bool isShelf(std::string_view path);
/// Either of these.
bool hasPlaceInCourse(std::string_view path);

/// Of a picture whose bytes begin as no file of that ending does: what it should be ("PNG"). Else empty.
std::string_view otherThanNamed(std::string_view path, std::string_view bytes);

} // namespace core
