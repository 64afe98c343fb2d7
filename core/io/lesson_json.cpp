// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a lesson file; its steps are read one after the other, each in the scenario that those before leave.
#include "core/io/lesson_json.h"

#include "core/io/json.h"
#include "core/io/lesson_step_json.h"
#include "core/lesson/answer_terms.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/scenario.h"
#include "core/scenario/text_forms.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace core
{

namespace
{

constexpr std::array<std::string_view, 12> topKeys{"format", "version", "id",   "title", "course", "topic",
                                                   "source", "minutes", "pins", "start", "given",  "steps"};
constexpr std::array<std::string_view, 2> quantityKeys{"value", "unit"};
constexpr int newestLesson = 1;
constexpr std::size_t longestId = 64; // as of courses

bool isWord(std::string_view text)
{
    constexpr std::string_view good = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return text.find_first_not_of(good) == std::string_view::npos;
}

GivenNumber givenNumber(const std::string& name, const Json& given, const JsonPlace& place)
{
    const auto& object = objectOf(given, place, name);
    const auto here = place.at(name);
    checkKeys(object, here, quantityKeys);
    const auto unit = textOf(object, here, "unit");
    const auto dim = dimOfUnit(unit);
    if (!dim && unit != "1")
        here.at("unit").refuse(
            "FILE_VALUE", fmt::format("\"{}\" must be {}, found {}.", here.at("unit").path, unitNames, inQuotes(unit)));
    if (!isWord(name))
        here.refuse("FILE_KEY", fmt::format("\"{}\" must be letters, digits and underscores.", here.path));
    return {name, numberOf(object, here, "value"), dim.value_or(dim::count)};
}

void readSteps(Lesson& lesson, const Json& object, const JsonPlace& place, Scenario& s)
{
    const Json& steps = memberOf(object, place, "steps");
    const auto here = place.at("steps");
    if (!steps.is_array() || steps.empty() || steps.size() > maxSteps)
        return here.refuse("FILE_VALUE", fmt::format("\"steps\" must be a list of 1 to {} objects, found {}.", maxSteps,
                                                     shown(steps)));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto at = here.at(std::to_string(i + 1));
        if (!steps[i].is_object())
            return at.refuse("FILE_VALUE",
                             fmt::format("\"{}\" must be an object in braces, found {}.", at.path, shown(steps[i])));
        lesson.steps.push_back(lessonStepOf(steps[i], at, s));
    }
}

void readHead(Lesson& lesson, const Json& object, const JsonPlace& place)
{
    lesson.id = textOf(object, place, "id");
    if (!isWord(lesson.id) || lesson.id.size() > longestId)
        place.at("id").refuse("FILE_VALUE",
                              fmt::format("\"id\" must be 1 to {} letters, digits and underscores, found {}.",
                                          longestId, inQuotes(lesson.id)));
    lesson.title = nameOf(object, place, "title");
    lesson.course = nameOf(object, place, "course");
    lesson.topic = nameOf(object, place, "topic");
    lesson.source = nameOf(object, place, "source");
    lesson.minutes = numberOf(object, place, "minutes");
    if (lesson.minutes < 1 || lesson.minutes > 120)
        place.at("minutes").refuse("FILE_VALUE",
                                   fmt::format("\"minutes\" must be from 1 to 120, found {}.", lesson.minutes));
}

} // namespace

tl::expected<Lesson, Error> readLesson(std::string_view text, std::string_view name, const Catalogue& catalogue)
{
    if (text.size() > largestLesson)
        return tl::make_unexpected(
            Error{"FILE_SIZE", fmt::format("{}: the lesson has {} bytes, more than the {} that are read. Shorten its "
                                           "texts.",
                                           name, text.size(), largestLesson)});
    Lesson lesson;
    Scenario s = defaultScenario(catalogue);
    const auto done = readJson(text, name, [&](const Json& object, const JsonPlace& place) {
        checkFormat(object, place, lessonFormat, newestLesson);
        checkKeys(object, place, topKeys);
        readHead(lesson, object, place);
        lesson.pins = settingsOf(object, place, "pins", s);
        lesson.start = settingsOf(object, place, "start", s);
        if (object.contains("given")) {
            const auto& given = objectOf(object, place, "given");
            for (const auto& [key, value] : given.items())
                lesson.given.push_back(givenNumber(key, given, place.at("given")));
        }
        readSteps(lesson, object, place, s);
    });
    return done.map([&] { return std::move(lesson); });
}

std::string withLine(const LessonFault& fault, std::string_view text)
{
    const int line = lineOfKey(text, fault.path);
    return line > 0 ? fmt::format("line {}: {}", line, fault.text) : fault.text;
}

bool isLesson(std::string_view text) { return text.size() <= largestLesson && hasFormat(text, lessonFormat); }

} // namespace core
