// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the scenario a verb works on: a file, standard input or a shipped one, with edits applied.
#pragma once

#include "app/failure.h"
#include "core/scenario/scenario.h"

#include <iosfwd>
#include <string>
#include <string_view>

namespace app
{

/// The scenario named, without edits. `in` is read when the name is "-".
Expected<core::Scenario> namedScenario(const std::string& name, std::istream& in);

/// The scenario asked for: edits in the given order, but presets before the numbers they set.
Expected<core::Scenario> requestedScenario(const ScenarioRequest&, std::istream& in);

/// Exit::usage with the nearest known id unless `id` is one.
Expected<void> checkMetric(const core::Catalogue&, std::string_view id);
Expected<void> checkField(std::string_view id);

} // namespace app
