// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a new lesson that begins with a scenario, to be gone on with in the editor.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace core
{

struct LessonForm;
struct Scenario;
enum class StepKind;

/// What a new step of a form begins with, with the numbers of the scenario.
nlohmann::ordered_json stepDraft(const LessonForm&, StepKind, const std::string& tab, const Scenario&);

/// Its pins and start: the scenario as what differs from the defaults, conventions, chip and variant as pins.
void beginWith(nlohmann::ordered_json& lesson, const Scenario&);

/// Text that readLesson() takes: a step that tells what the design is, and one that asks what bounds it. `tab` is one
/// of lessonTabs.
std::string lessonDraft(const Scenario&, std::string_view id, std::string_view title, std::string_view tab);

} // namespace core
