// SPDX-License-Identifier: GPL-3.0-or-later
// Two tables, and the way along a path through them.
#include "core/io/lesson_keys.h"

#include <algorithm>

namespace core
{

namespace
{

using enum KeyShape;
constexpr bool needed = true;
constexpr bool optional = false;

const LessonKey* named(std::span<const LessonKey> keys, std::string_view key)
{
    const auto found = std::ranges::find(keys, key, &LessonKey::key);
    return found == keys.end() ? nullptr : &*found;
}

std::vector<LessonKey> otherAnswer(std::string_view says)
{
    return {
        {"is", "Answer", "A number, an expression, or what is typed", expression, optional},
        {"with", "or with fields changed", "The expected number with these fields: conv.unit=GiB", settings, optional},
        {"says", "Reply", says, line}};
}

} // namespace

std::string_view cutFirst(std::string_view& path)
{
    const auto dot = path.find('.');
    const auto first = path.substr(0, dot);
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    return first;
}

std::span<const LessonKey> lessonKeys()
{
    static const std::vector<LessonKey> all{
        {"title", "Title", "As the list of lessons shows it", line},
        {"minutes", "Minutes", "How long a class takes, 1 to 120", number},
        {"topic", "Course", "What the lesson belongs to", line},
        {"source", "Source", "Where the problem comes from", line},
        {"pins", "Pinned", "Conventions and chip under which the answers hold, FIELD = VALUE in lines", settings,
         optional},
        {"start", "Start scenario", "The other fields that differ from the defaults, FIELD = VALUE in lines", settings,
         optional},
    };
    return all;
}

std::span<const LessonKey> lessonStepKeys()
{
    static const std::vector<LessonKey> all{
        {"prompt", "Prompt", "To be read aloud. {time.step} shows a number", passage},
        {"value", "Number asked for", "Search by title or id, or type an expression: 2*time.step", expression},
        {"unit", "Unit", "What a count counts; leave empty for the number's own", line, optional},
        {"from", "Lower bound", "Search by title or id, or type an expression", expression},
        {"to", "Upper bound", "Search by title or id, or type an expression", expression},
        {"formula", "Formula", "In the symbols below: 2*B*D/N", line},
        {"symbols", "Symbols", "SYMBOL = number, one in each line: B = work.batch", pairs},
        {"measures", "Number it gives", "The formula has to give this number in the scenario", expression},
        {"options",
         "Options",
         "The right one is the one whose condition holds in the scenario",
         rows,
         needed,
         {{"text", "Option", "As it is read", line},
          {"when", "Right when", "A comparison: bound.verdict='compute', time.math>time.comms; or 1 and 0", expression},
          {"says", "Reply", "Said once it was chosen", line, optional}}},
        {"until", "Until", "One number compared: bound.verdict=compute, time.step>=0.1", line},
        {"solution", "Solution", "A way there, FIELD = VALUE; needed where the control is no number", settings,
         optional},
        {"items",
         "Items",
         "Put in order by their numbers, the smallest first",
         rows,
         needed,
         {{"text", "Item", "As it is read", line}, {"by", "Its number", "Search by title or id", expression}}},
        {"schedule", "", "Any valid order of products is right", flag},
        {"lines",
         "Lines",
         "A line is wrong where what it claims is not what is",
         rows,
         needed,
         {{"text", "Line", "As it is read", line},
          {"claim", "Claims", "The number in the line; leave empty in lines that claim none", expression, optional},
          {"is", "Is", "The number that is right", expression, optional},
          {"says", "Reply", "Said once it was chosen", line, optional}}},
        {"model", "Model answer", "Shown after the answer; nothing is graded", passage},
        {"tolerance", "Tolerance", "How far off a right answer may be", tolerance, optional},
        {"accepted", "Also accepted", "Answers under another convention", rows, optional,
         otherAnswer("Names the convention")},
        {"wrong", "Known wrong answers", "Explained when given", rows, optional, otherAnswer("Explains the mistake")},
        {"hints", "Hints", "One in each line: after the second miss, and the third", lines, optional},
        {"says", "Said with the answer", "Why the picture shows another number, where it does", line, optional},
        {"tab", "Tab to show", "The tab in sight at this step", tab},
        {"points", "Control pointed at", "A ring surrounds it. Search fields and numbers by title or id", place},
        {"set", "Changes to the design", "From this step on, FIELD = VALUE in lines", settings, optional},
    };
    return all;
}

const LessonKey* lessonKeyAt(std::string_view path)
{
    const auto first = cutFirst(path);
    if (first != "steps")
        return named(lessonKeys(), first);
    cutFirst(path);
    const LessonKey* key = named(lessonStepKeys(), cutFirst(path));
    if (!key || path.empty() || key->columns.empty())
        return key;
    cutFirst(path);
    return path.empty() ? key : named(key->columns, cutFirst(path));
}

} // namespace core
