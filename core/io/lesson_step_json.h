// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a lesson file.
#pragma once

#include "core/io/json.h"
#include "core/lesson/lesson.h"
#include "core/scenario/scenario.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace core
{

/// A form of step: the kinds that may have it, and its keys beside those that every step has. `draft` is an object with
/// the keys of a step that any scenario can pose.
struct LessonForm {
    std::string_view title; // "Number"
    std::vector<StepKind> kinds;
    std::vector<std::string_view> required; // the first tells the form
    std::vector<std::string_view> optional;
    Question (*read)(const Json&, const JsonPlace&, Scenario&);
    std::string_view draft;
};
std::span<const LessonForm> lessonForms();
/// The form whose key is there; the last one of the kind where none is.
const LessonForm& formOf(const Json& step, StepKind);

/// Keys of every step; the first four are required.
inline constexpr std::array<std::string_view, 7> stepKeys{"kind", "tab", "points", "prompt", "set", "hints", "says"};

/// Fields and values under `key`, set in the scenario; none where the key is missing.
Settings settingsOf(const Json& object, const JsonPlace&, std::string_view key, Scenario&);

/// The step in an object; what it sets stays set in the scenario.
LessonStep lessonStepOf(const Json& object, const JsonPlace&, Scenario&);

} // namespace core
