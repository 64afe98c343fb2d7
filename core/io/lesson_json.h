// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson files (presets/lessons/ID.json): reading with errors that name file, line, key, value and remedy.
#pragma once

#include "core/io/error.h"
#include "core/lesson/lesson.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace core
{

struct Catalogue;
struct LessonFault;

inline constexpr std::string_view lessonFormat = "rooflight-lesson";
/// The longest text of a lesson in bytes.
inline constexpr std::size_t largestLesson = 65536;
/// Steps of a lesson.
inline constexpr std::size_t maxSteps = 40;

/// `name` is used in error texts. Unknown and missing keys, wrong kinds, fields that refuse their value, numbers that
/// are none, prompts that are too long and newer versions are errors, with the codes of readScenario(). Whether the
/// expected values can be computed is for runLesson() to say.
tl::expected<Lesson, Error> readLesson(std::string_view text, std::string_view name, const Catalogue&);

/// "line 12: Step 2 has no answer: ...", by the text of the file.
std::string withLine(const LessonFault&, std::string_view text);

/// Whether a text is a JSON object of this format, whatever else is wrong with it.
bool isLesson(std::string_view text);

} // namespace core
