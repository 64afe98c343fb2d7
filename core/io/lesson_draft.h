// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a new lesson that begins with a scenario, to be gone on with in a text editor.
#pragma once

#include <string>
#include <string_view>

namespace core
{

struct Scenario;

/// Text that readLesson() takes: the scenario as what differs from the defaults, conventions, chip and variant as pins;
/// a step that tells, one that asks for the time of the step, and a reveal. `tab` is one of lessonTabs.
std::string lessonDraft(const Scenario&, std::string_view id, std::string_view title, std::string_view tab);

} // namespace core
