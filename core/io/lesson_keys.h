// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a lesson file as a form shows them: title, help, and what may stand there.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace core
{

/// line, passage: words. expression: a number to be computed. place: the id of a field or number. settings: fields and
/// values. lines: a list of texts. pairs: names and expressions. rows: a list of objects. number: a plain one.
enum class KeyShape { line, passage, expression, place, tab, tolerance, settings, lines, pairs, rows, number, flag };

struct LessonKey {
    std::string_view key;
    std::string_view title;
    std::string_view help;
    KeyShape shape = KeyShape::line;
    bool isNeeded = true;                // else the key is left out where nothing stands there
    std::vector<LessonKey> columns = {}; // of rows
};

/// Of the lesson itself.
std::span<const LessonKey> lessonKeys();
/// Of steps, whatever their form.
std::span<const LessonKey> lessonStepKeys();

/// The part of a path up to the next point, which is taken off.
std::string_view cutFirst(std::string_view& path);
/// The key at a path, "title" or "steps.2.options.1.text"; null where no form shows it.
const LessonKey* lessonKeyAt(std::string_view path);

} // namespace core
